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
        var present, presentHeader: String?
    }

    /// What the wishes would change.
    ///
    /// - Parameters:
    ///   - wanted: The wishes.
    ///   - items: What is wanted, for the texts that the journal does not know yet.
    ///   - journal: What is known to stand there, and the texts.
    ///   - destination: Where.
    /// - Throws: ``GlossportError`` of the journal.
    init(
        _ wanted: [DesiredDefault],
        of items: [Item],
        in journal: any DefaultsJournal,
        at destination: Destination
    ) async throws {
        guard !wanted.isEmpty else { return }
        let defaults = try await journal.defaults(at: destination)
        let known = defaults.compactMap { record in record.present.map { (record.slot, $0) } }
        let present = Dictionary(known) { first, _ in first }
        let changes = wanted.filter { present[$0.slot] != $0.item }
        live = present.count
        // What somebody else has set stays, or is taken over by a decision of its own.
        let foreign = Set(defaults.filter { $0.foreign != nil }.map(\.slot))
        replaced = changes.count { present[$0.slot] != nil && !foreign.contains($0.slot) }
        let ids = changes.flatMap { [$0.item, present[$0.slot]].compactMap(\.self) }
        var texts = Dictionary(items.map { ($0.id, $0.texts) }) { first, _ in first }
        for (id, record) in try await journal.records(of: ids, at: destination) { texts[id] = record.item.texts }
        rows = changes.sorted { $0.slot < $1.slot }.map { change in
            let old = present[change.slot]
            return Row(
                product: change.slot.product,
                locale: change.slot.locale,
                message: change.message,
                id: change.item.description,
                header: texts[change.item]??.header ?? "",
                present: old?.description,
                presentHeader: old.flatMap { texts[$0]??.header }
            )
        }
    }

    func encode(to encoder: any Encoder) throws { try rows.encode(to: encoder) }

    /// What is new, by product and message; what is replaced, one by one.
    func lines(verbose: Bool) -> [String] {
        guard !rows.isEmpty else { return [] }
        var table = Table(["DEFAULT FOR", "MESSAGE", "LOCALES", "NOW", "THEN"])
        let new = rows.filter { $0.present == nil }
        for (_, group) in Dictionary(grouping: new, by: { [$0.product, $0.message] }).sorted(by: {
            $0.key.lexicographicallyPrecedes($1.key)
        }) {
            guard let first = group.first else { continue }
            let locales = group.map(\.locale)
            let more = locales.count > 4 && !verbose ? " and \(locales.count - 4) more" : ""
            let shown = verbose ? locales[...] : locales.prefix(4)
            table.add([first.product, first.message, shown.joined(separator: ", ") + more, "nothing", "its text"])
        }
        let replaced = rows.filter { $0.present != nil }
        for row in replaced.prefix(verbose ? .max : 20) {
            let old = row.presentHeader.map { "“\($0)”" } ?? "\(row.present ?? "")"
            let new = row.header == row.presentHeader ? "the same header, other content" : "“\(row.header)”"
            table.add([row.product, row.message, row.locale, old, new])
        }
        let hidden = verbose ? 0 : replaced.count - 20
        return table.lines(indentedBy: 2) + (hidden > 0 ? ["  … and \(hidden) more: -v shows them all"] : [])
            + ["\(Plural.of(rows.count, "default")) to set as soon as Apple has approved them."]
    }
}
