import Glossport
import GlossportChecking
import GlossportImporting
import GlossportReading

/// A default that the project no longer wants, with what became of it.
struct WithdrawnRow: Encodable {
    var product, locale, message: String
    /// The present default, or the one that was removed.
    var id: ServiceID?
    var header: String?
    var state: State
    var reason: String?

    enum State: String, Encodable {
        case removed, kept, waiting, failed, taken
    }

    init(_ withdrawn: SettleSummary.Withdrawn) {
        let slot = withdrawn.slot
        (product, locale, message) = (slot.slot.product, slot.slot.locale, slot.message)
        (id, header) = (slot.present, slot.item?.texts?.header)
        switch withdrawn.fate {
        case .removed: state = .removed
        case .kept: state = .kept
        case .waiting(let reason): (state, self.reason) = (.waiting, reason)
        case .failed(let reason): (state, self.reason) = (.failed, reason)
        case .taken(let present):
            (state, reason) = (.taken, "another tool or journal has set \(present)")
            (id, header) = (present, nil)
        }
    }

    /// One line for each message and product, such as `- comeback-offer: withdrawn, still shown for com.pantrio.offer in 39 locales`.
    static func lines(_ rows: [WithdrawnRow]) -> [String] {
        Dictionary(grouping: rows) { [$0.message, $0.product, $0.state.rawValue, $0.reason ?? ""] }
            .sorted { $0.key.lexicographicallyPrecedes($1.key) }
            .compactMap { _, group in
                guard let row = group.first else { return nil }
                let locales = group.map(\.locale)
                let place =
                    "\(row.product) in \(locales.count > 4 ? "\(locales.count) locales" : locales.joined(separator: ", "))"
                switch row.state {
                case .removed: return "  - \(row.message): withdrawn, removed from \(place)"
                case .kept: return "  - \(row.message): withdrawn, still shown for \(place)"
                case .waiting, .failed:
                    return "  - \(row.message): withdrawn, still shown for \(place), because \(row.reason ?? "")"
                case .taken: return "  - \(row.message): withdrawn; \(place) stays, because \(row.reason ?? "")"
                }
            }
    }
}
