package import GlossportProject

/// The text that the newest import delivered for a message in a locale, whether or not that import succeeded.
package struct DeliveredText: Sendable, Hashable {
    /// `nil` if a text or an image was missing, so that there was nothing to send.
    package var id: ServiceID?
    /// Whether the project named the locale at that time; see ``Project/names(locale:)``.
    package var isExpected: Bool

    package init(_ id: ServiceID?, isExpected: Bool = true) {
        self.id = id
        self.isExpected = isExpected
    }
}
