package import GlossportChecking

/// The text of a message in a locale that the newest import of it delivered, whatever became of that import.
package enum DeliveredText: Sendable, Hashable {
    case item(ServiceID)
    /// A text or an image was missing, so that there was nothing to send.
    case incomplete

    package var id: ServiceID? { if case .item(let id) = self { id } else { nil } }
}
