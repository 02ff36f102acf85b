import GlossportChecking
import GlossportImporting

/// The defaults that would become others, old and new: what customers would see change.
struct DefaultChanges: Encodable {
    var rows: [Row] = []
    /// How many defaults customers see, and how many of them would become others.
    private(set) var live = 0
    private(set) var replaced = 0

    struct Row: Encodable {
        var product, locale, message, id: String
        var header: String
        /// What stands there as far as the journal knows; nothing if that is nothing.
        var present, presentMessage, presentHeader: String?
        /// Whether the journal has set or asked for what stands there.
        fileprivate var isKnown = false
        /// The first field that differs, with its texts.
        fileprivate var change: FieldChange?

        private enum CodingKeys: CodingKey {
            case product, locale, message, id, header, present, presentMessage, presentHeader
        }
    }

    /// What the wishes would change.
    ///
    /// - Parameters:
    ///   - wanted: The wishes.
    ///   - items: What is wanted, for the texts that the journal does not know yet.
    ///   - journal: What is known to stand there, and the texts.
    ///   - destination: Where.
    ///   - service: Asked in production for what the journal knows nothing of; its answers count for this look only.
    /// - Throws: ``GlossportError`` of the journal, or if the service can't be asked.
    init(
        _ wanted: [DesiredDefault],
        of items: [Item],
        in journal: any Journal,
        at destination: Destination,
        asking service: BookedService? = nil
    ) async throws {
        guard !wanted.isEmpty else { return }
        let defaults = try await journal.defaults(at: destination)
        let filled = defaults.compactMap { record in record.present.map { (record.slot, $0) } }
        var present = Dictionary(filled) { first, _ in first }
        var known = Set(defaults.filter { $0.seen != nil || $0.changed != nil }.map(\.slot))
        // What somebody else has set stays, or is taken over by a decision of its own.
        var foreign = Set(defaults.filter { $0.foreign != nil }.map(\.slot))
        if let service, destination.environment == .production {
            let unknown = wanted.map(\.slot).filter { !known.contains($0) }
            for (slot, id) in try await service.shownDefaults(in: unknown) {
                known.insert(slot)
                if let id {
                    present[slot] = id
                    foreign.insert(slot)
                }
            }
        }
        let held = Set(defaults.filter(\.isHeld).map(\.slot))
        let changes = wanted.filter { present[$0.slot] != $0.item && !held.contains($0.slot) }
        live = present.count
        replaced = changes.count { present[$0.slot] != nil && !foreign.contains($0.slot) }
        let ids = changes.flatMap { [$0.item, present[$0.slot]].compactMap(\.self) }
        var messages = Dictionary(items.map { ($0.id, $0) }) { first, _ in first }
        for (id, record) in try await journal.records(of: ids, at: destination) { messages[id] = record.item }
        rows = changes.sorted { $0.slot < $1.slot }.map { change in
            let (old, new) = (present[change.slot], messages[change.item]?.texts)
            let before = old.flatMap { messages[$0] }
            var row = Row(
                product: change.slot.product,
                locale: change.slot.locale,
                message: change.message,
                id: change.item.description,
                header: new?.header ?? "",
                present: old?.description,
                presentMessage: before?.message,
                presentHeader: before?.texts?.header
            )
            row.isKnown = known.contains(change.slot)
            if let texts = before?.texts, let new { row.change = FieldChange.changes(from: texts, to: new).first }
            return row
        }
    }

    func encode(to encoder: any Encoder) throws { try rows.encode(to: encoder) }

    /// So many defaults that are replaced are shown, unless all are asked for.
    private static let shown = 10

    /// What is new, by product and message; what is replaced, one by one.
    ///
    /// - Parameters:
    ///   - folds: Whether the first few are enough.
    ///   - terminal: Where they go.
    /// - Returns: The lines; none if nothing changes.
    func lines(folds: Bool, on terminal: Terminal) -> [String] {
        guard !rows.isEmpty else { return [] }
        var table = Table(["DEFAULT FOR", "LOCALES", "NOW", "THEN"])
        let new = rows.filter { $0.present == nil }
        let groups = Dictionary(grouping: new, by: { [$0.product, $0.message, $0.isKnown ? "" : "?"] }).sorted {
            $0.key.lexicographicallyPrecedes($1.key)
        }
        for (_, group) in groups.prefix(folds ? Self.shown : .max) {
            guard let first = group.first else { continue }
            let locales = group.map(\.locale)
            let more = locales.count > 4 && folds ? " and \(locales.count - 4) more" : ""
            let listed = folds ? locales.prefix(4) : locales[...]
            let now = first.isKnown ? "nothing" : "not asked yet"
            table.add([first.product, listed.joined(separator: ", ") + more, now, first.message])
        }
        let replaced = rows.filter { $0.present != nil }
        for row in replaced.prefix(folds ? Self.shown : .max) {
            let (old, new) = row.texts
            table.add([row.product, row.locale, old, new])
        }
        let hidden = folds ? max(0, groups.count - Self.shown) + max(0, replaced.count - Self.shown) : 0
        return table.lines(indentedBy: 2, on: terminal)
            + (hidden > 0 ? ["  … and \(Plural.grouped(hidden)) more: `glossport plan --all` shows them"] : [])
            + [
                "\(Plural.of(rows.count, "default")) to set as soon as Apple has approved \(rows.count == 1 ? "it" : "them")."
            ]
    }
}

extension DefaultChanges.Row {
    /// What customers see, and what they would see: the message's name, and the first text that differs.
    fileprivate var texts: (now: String, then: String) {
        guard let presentMessage else {
            return ((present ?? "") + ", unknown to this journal", "\(message) “\(header)”")
        }
        guard case .text(let old)? = change?.old, case .text(let new)? = change?.new else {
            let what = change.map { ", other \($0.field)" } ?? ""
            return ("\(presentMessage) “\(presentHeader ?? "")”", "\(message) “\(header)”\(what)")
        }
        return ("\(presentMessage) “\(old)”", "\(message) “\(new)”")
    }
}
