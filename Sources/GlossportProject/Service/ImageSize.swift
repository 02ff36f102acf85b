package enum ImageSize: String, Sendable, Hashable, Codable, CaseIterable {
    /// The image of a message: 3840 pixels wide, 160 to 2160 high.
    case fullSize = "full-size"
    /// The icon of a bullet point: 1024 pixels wide and high.
    case bulletPoint = "bullet-point"
}
