/// The two sizes in which the service takes images.
package enum ImageSize: String, Sendable, Hashable, Codable, CaseIterable {
    /// Beside a message's texts: 3840 pixels wide, 160 to 2160 high.
    case fullSize = "full-size"
    /// The icon of a bullet point: 1024 pixels wide and high.
    case bulletPoint = "bullet-point"
}
