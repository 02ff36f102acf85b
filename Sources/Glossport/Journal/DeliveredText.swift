package import GlossportProject

/// The text of a message in a locale that the newest import of it delivered, whatever became of that import.
package struct DeliveredText: Sendable, Hashable {
    /// `nil` where a text or an image was missing, so that there was nothing to send.
    package var id: ServiceID?
    /// Whether the project named its locale then; see ``Project/names(locale:)``.
    package var isExpected: Bool

    package init(_ id: ServiceID?, isExpected: Bool = true) {
        self.id = id
        self.isExpected = isExpected
    }
}
