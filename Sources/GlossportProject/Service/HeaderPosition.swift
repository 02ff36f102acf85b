package enum HeaderPosition: String, Sendable, Hashable, Codable, CaseIterable {
    case aboveBody = "above-body"
    case aboveImage = "above-image"
}
