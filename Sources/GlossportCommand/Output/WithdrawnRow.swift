import Glossport
import GlossportProject
import GlossportReading

/// A default that the project no longer wants, with the outcome of its removal.
struct WithdrawnRow: Encodable {
    var product, locale, message: String
    /// The present default, or the one that was removed.
    var id: ServiceID?
    var header: String?
    var state: State
    var reason: String?
    @Unencoded private var slot: Withdrawals.Slot

    enum State: String, Encodable {
        case removed, kept, waiting, failed, taken
    }

    init(_ withdrawn: SettleSummary.Withdrawn) {
        let slot = withdrawn.slot
        self.slot = slot
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

    /// One line for each outcome of a message, locale or product that the project no longer names.
    ///
    /// For example `- comeback-offer: withdrawn, still shown for com.pantrio.offer in 39 locales`.
    static func lines(_ rows: [WithdrawnRow]) -> [String] {
        Dictionary(grouping: rows) {
            [$0.slot.name, "\($0.slot.subject.rawValue)", $0.state.rawValue, $0.reason ?? ""]
        }
        .sorted { $0.key.lexicographicallyPrecedes($1.key) }
        .compactMap { _, group in
            guard let row = group.first else { return nil }
            let products = Plural.few(Set(group.map(\.product)).sorted(), 4)
            let codes = Set(group.map(\.locale)).sorted()
            let locales = codes.count > 4 ? "\(codes.count) locales" : codes.joined(separator: ", ")
            let (from, here) =
                switch row.slot.subject {
                case .message: ("from \(products) in \(locales)", "for \(products) in \(locales)")
                case .locale: ("from \(products)", "for \(products)")
                case .product: ("in \(locales)", "in \(locales)")
                }
            let line = "  - \(row.slot.name): withdrawn"
            switch row.state {
            case .removed: return "\(line), removed \(from)"
            case .kept: return "\(line), still shown \(here)"
            case .waiting, .failed: return "\(line), still shown \(here), because \(row.reason ?? "")"
            case .taken: return "\(line); \(products) in \(locales) stays, because \(row.reason ?? "")"
            }
        }
    }
}
