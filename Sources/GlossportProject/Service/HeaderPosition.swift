/// The position of the header, as the project file writes it.
package enum HeaderPosition: String, Sendable, Hashable, Codable, CaseIterable {
    case aboveBody = "above-body"
    case aboveImage = "above-image"
}
