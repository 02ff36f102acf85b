import Glossport
import GlossportChecking
import GlossportImporting
import GlossportReading

extension DefaultChanges {
    /// The defaults that would become others, for a document.
    var document: [DefaultRow] { Self.document(rows) }

    /// The held defaults, for a document.
    var heldDocument: [DefaultRow] { Self.document(held) }

    /// The sentence about held defaults, if there are any.
    var heldLines: [String] {
        guard !held.isEmpty else { return [] }
        let places = Plural.of(held.count, "default is", "defaults are")
        return [
            "\(places) held, although the deliveries want other texts: `glossport defaults release` lets imports set them."
        ]
    }

    private static func document(_ rows: [Row]) -> [DefaultRow] {
        rows.map { change in
            var row = DefaultRow(change.desired)
            (row.header, row.present) = (change.header, change.present)
            row.presentMessage = change.presentItem?.message ?? change.presentName?.title
            row.presentHeader = change.presentItem?.texts?.header
            row.reason = change.unread.map { "the present default could not be read: \($0)" }
            if change.isByHand { row.reason = "the present default was set by hand or rolled back" }
            return row
        }
    }

    /// The number of replaced defaults shown, unless all are wanted.
    private static let shown = 10

    /// New defaults, by product and message; replaced ones, one by one.
    func lines(folds: Bool, on terminal: Terminal) -> [String] {
        guard !rows.isEmpty else { return [] }
        var table = Table(["DEFAULT FOR", "LOCALES", "NOW", "THEN"])
        let new = rows.filter { $0.present == nil }
        let groups = Dictionary(
            grouping: new,
            by: { [$0.desired.slot.product, $0.desired.message, $0.unread ?? ($0.isKnown ? "" : "?")] }
        ).sorted {
            $0.key.lexicographicallyPrecedes($1.key)
        }
        for (_, group) in groups.prefix(folds ? Self.shown : .max) {
            guard let first = group.first else { continue }
            let locales = group.map(\.desired.slot.locale)
            let listed = Plural.few(locales, folds ? 4 : .max)
            let now = first.unread.map { "not readable: \($0)" } ?? (first.isKnown ? "nothing" : "not read yet")
            table.add([first.desired.slot.product, listed, now, first.desired.message])
        }
        let replaced = rows.filter { $0.present != nil }
        for row in replaced.prefix(folds ? Self.shown : .max) {
            let (old, new) = row.texts
            table.add([row.desired.slot.product, row.desired.slot.locale, old, new])
        }
        let hidden = folds ? max(0, groups.count - Self.shown) + max(0, replaced.count - Self.shown) : 0
        let byHand = rows.count(where: \.isByHand)
        let places = Plural.of(byHand, "present default was", "present defaults were")
        let kept = byHand > 0 ? ["\(places) set by hand or rolled back: `glossport defaults hold` keeps them."] : []
        return table.lines(indentedBy: 2, on: terminal)
            + Plural.more(hidden, PlanReport.all)
            + [
                "\(Plural.of(rows.count, "default")) to set as soon as Apple has approved \(rows.count == 1 ? "it" : "them")."
            ] + kept
    }
}

extension DefaultChanges.Row {
    /// The present and the new message's name, and the first text that differs.
    fileprivate var texts: (now: String, then: String) {
        guard let presentItem else {
            let unknown = (present?.description ?? "") + ", unknown to this journal"
            return (presentName?.title ?? unknown, "\(desired.message) “\(header)”")
        }
        guard case .text(let old)? = change?.old, case .text(let new)? = change?.new else {
            let what = change.map { ", other \($0.field)" } ?? ""
            return (
                "\(presentItem.message) “\(presentItem.texts?.header ?? "")”", "\(desired.message) “\(header)”\(what)"
            )
        }
        return ("\(presentItem.message) “\(old)”", "\(desired.message) “\(new)”")
    }
}
