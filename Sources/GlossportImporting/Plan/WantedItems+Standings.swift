package import GlossportChecking

extension WantedItems {
    /// How each delivered record stands to what was imported.
    ///
    /// A record that is too incomplete to be a message is another than what was imported, for that was complete.
    ///
    /// - Parameters:
    ///   - catalog: The records of which these items were made.
    ///   - imported: What the journal knows.
    /// - Returns: Standings by message and locale.
    package func standings(
        of catalog: Catalog,
        to imported: [ItemRecord]
    ) -> [String: [StoreLocale: Standing]] {
        var digests: [String: [String: Set<[UInt8]>]] = [:]
        for record in imported where record.state == .uploaded && record.item.kind == .message {
            digests[record.item.message, default: [:]][record.item.locale, default: []].insert(record.item.digest)
        }
        var wanted: [String: [String: [UInt8]]] = [:]
        for item in messages { wanted[item.message, default: [:]][item.locale] = item.digest }
        return catalog.records.reduce(into: [:]) { standings, record in
            let known = digests[record.message]?[record.locale.code] ?? []
            let now = wanted[record.message]?[record.locale.code]
            let standing: Standing =
                if known.isEmpty { .new } else if let now, known.contains(now) { .unchanged } else { .changed }
            standings[record.message, default: [:]][record.locale] = standing
        }
    }
}
