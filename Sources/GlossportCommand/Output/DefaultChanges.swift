import Glossport
import GlossportProject
import GlossportReading

extension DefaultChanges {
    /// Slots of several locales with the same product and desired message, whose present defaults have the same
    /// description.
    struct Group {
        var rows: [Row]
        /// The present and the desired message in words.
        var now, then: String
        var product: String { rows[0].desired.slot.product }
        var message: String { rows[0].desired.message }
        var locales: [String] { rows.map(\.desired.slot.locale) }
    }

    /// The changes that are not listed as changed texts, because the slot shows another message or none.
    ///
    /// - Parameter isWhole: Whether each present default that the journal does not know is listed by its id.
    /// - Returns: The groups; empty slots first.
    func otherGroups(isWhole: Bool) -> [Group] {
        let kinds = Dictionary(grouping: rows.filter { !$0.isNewerText }) { row in
            [row.desired.slot.product, row.desired.message, row.now(inDetail: isWhole && row.isUnknown)]
        }
        // Empty slots come first, because most imports fill them.
        return kinds.values.map { rows in
            let (isAlone, message) = (rows.count == 1, rows[0].desired.message)
            let then = isAlone && rows[0].present != nil ? "\(message) “\(rows[0].header)”" : message
            return Group(rows: rows, now: rows[0].now(inDetail: isAlone), then: then)
        }
        .sorted { left, right in
            let (isEmpty, isOther) = (left.rows[0].present == nil, right.rows[0].present == nil)
            if isEmpty != isOther { return isEmpty }
            return (left.product, left.message, left.now) < (right.product, right.message, right.now)
        }
    }

    /// The held defaults, with the difference between the shown and the delivered text.
    ///
    /// - Parameter items: The messages whose held defaults are listed elsewhere.
    /// - Returns: The groups of all other held defaults.
    func heldGroups(besides items: Set<ServiceID>) -> [Group] {
        let kinds = Dictionary(grouping: held.filter { !items.contains($0.desired.item) }) { row in
            [row.desired.slot.product, row.desired.message, row.difference]
        }
        return kinds.values.map { rows in
            Group(rows: rows, now: rows[0].difference, then: rows[0].desired.message)
        }
        .sorted { ($0.message, $0.product, $0.now) < ($1.message, $1.product, $1.now) }
    }

    /// The maximum number of rows for the extent `few`.
    private static let shown = 10

    /// The table of changes that are not listed as changed texts, and the totals of all changes.
    func lines(_ extent: PlanChanges.Extent, on terminal: Terminal) -> [String] {
        guard !rows.isEmpty else { return [] }
        let groups = otherGroups(isWhole: extent == .all)
        let first = extent == .few ? groups.prefix(Self.shown) : groups[...]
        let cells = first.map { group in
            [group.product, Plural.few(group.locales, extent == .all ? .max : 4), group.now, group.then]
        }
        let table = Table(["DEFAULT FOR", "LOCALES", "NOW", "THEN"], cells)
        let byHand = rows.count(where: \.isByHand)
        let places = Plural.of(byHand, "present default was", "present defaults were")
        let kept = byHand > 0 ? ["\(places) set by hand or rolled back: `glossport defaults hold` keeps them."] : []
        return (groups.isEmpty ? [] : table.lines(indentedBy: 2, on: terminal))
            + Plural.more(groups.count - first.count, PlanReport.all)
            + [
                "\(Plural.of(rows.count, "default")) to set as soon as Apple has approved \(rows.count == 1 ? "it" : "them")."
            ] + kept
    }

    /// The defaults that would return to older texts, with the reasons and the next step.
    var setBackLines: [String] {
        setBacks.isEmpty
            ? []
            : ["\(SetBack.sentence(of: setBacks)):"] + SetBack.lines(setBacks).map { "  \($0)" }
                + [SetBack.remedy(of: setBacks)]
    }

    /// A sentence about held defaults; empty if there are none.
    var heldLines: [String] {
        guard !held.isEmpty else { return [] }
        let places = Plural.of(held.count, "default is", "defaults are")
        return [
            "\(places) held, although the deliveries want other texts: `glossport defaults release` lets imports set them."
        ]
    }
}

extension DefaultChanges.Group {
    /// For example `keep-annual de-DE, held for com.example.annual: customers keep another body`.
    func sentence(naming names: ([String]) -> String) -> String {
        let places =
            rows.count == 1 ? "\(message) \(locales[0])" : "\(message) in \(rows.count) locales (\(names(locales)))"
        return "\(places), held for \(product): customers keep \(now)"
    }
}

extension DefaultChanges.Row {
    /// Whether the journal knows only the id of the present default.
    fileprivate var isUnknown: Bool { present != nil && presentItem == nil && presentName == nil }

    /// The present default, for a table.
    ///
    /// - Parameter inDetail: Whether to include the header of a known default and the id of an unknown one.
    /// - Returns: The name of the default, or the reason why it is unknown.
    fileprivate func now(inDetail: Bool) -> String {
        guard let present else {
            return unread.map { "not readable: \($0)" } ?? (isKnown ? "nothing" : "not read yet")
        }
        if let presentItem {
            return presentItem.message + (inDetail ? " “\(presentItem.texts?.header ?? "")”" : "")
        }
        if let presentName { return inDetail ? presentName.title : presentName.message }
        return inDetail ? "\(present), unknown to this journal" : "messages unknown to this journal"
    }

    /// The difference between the present and the desired default, as the object of “customers keep”.
    fileprivate var difference: String {
        guard present != nil, presentItem?.message == desired.message, !fields.isEmpty else {
            return present == nil ? "no message" : now(inDetail: false)
        }
        return "another " + fields.map(\.field).joined(separator: ", ")
    }
}
