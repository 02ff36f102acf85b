import GlossportChecking
import GlossportReading

/// Makes sure that what the journal hands out is what glossport has put there, before it leaves.
///
/// A journal in which one row does not fit can't be believed in any other, so nothing at all is sent then.
package struct OutgoingCheck: Sendable {
    private let app: String
    private let wanted: [ServiceID: Item]

    /// - Parameters:
    ///   - app: The bundle ID.
    ///   - wanted: Items that were just made from the delivery; what equals them needs no proof of its own.
    package init(app: String, wanted: [Item]) {
        self.app = app
        self.wanted = Dictionary(wanted.map { ($0.id, $0) }) { first, _ in first }
    }

    /// Lets items pass that are what they were.
    ///
    /// A fixed id may hold an older text than the delivery's, and an image may have had another path: what differs must only follow from
    /// its own content.
    ///
    /// - Throws: ``GlossportError`` with the code `journal` for the first item that does not fit.
    package func pass(_ items: some Sequence<Item>) throws {
        for item in items {
            if let fresh = wanted[item.id], item.says(the: fresh) { continue }
            if let defect = item.identityDefect(app: app) { throw GlossportError.altered(item, defect) }
        }
    }
}

extension Item {
    /// Whether two items are the same but for the place in the delivery.
    fileprivate func says(the other: Item) -> Bool {
        digest == other.digest && content == other.content && message == other.message && locale == other.locale
            && origin == other.origin
    }
}
