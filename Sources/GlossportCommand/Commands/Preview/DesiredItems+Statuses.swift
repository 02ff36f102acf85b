import Glossport
import GlossportChecking
import GlossportProject
import GlossportReporting

extension DesiredItems {
    /// The status of each delivered record compared with the imported items, by message and locale.
    ///
    /// An incomplete record always counts as changed if it was imported before, because only complete messages are
    /// imported.
    func statuses(
        of catalog: Catalog,
        to imported: [ItemRecord]
    ) -> [String: [StoreLocale: RecordStatus]] {
        var digests: [String: [String: Set<[UInt8]>]] = [:]
        for record in imported where record.state == .uploaded && record.item.kind == .message {
            digests[record.item.message, default: [:]][record.item.locale, default: []].insert(record.item.digest)
        }
        var wanted: [String: [String: [UInt8]]] = [:]
        for item in messages { wanted[item.message, default: [:]][item.locale] = item.digest }
        return catalog.recordsWithCopies.reduce(into: [:]) { statuses, record in
            let known = digests[record.message]?[record.locale.code] ?? []
            let now = wanted[record.message]?[record.locale.code]
            let status: RecordStatus =
                if known.isEmpty { .new } else if let now, known.contains(now) { .unchanged } else { .changed }
            statuses[record.message, default: [:]][record.locale] = status
        }
    }
}
