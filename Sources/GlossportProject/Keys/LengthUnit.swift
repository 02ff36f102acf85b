package enum LengthUnit: String, Sendable, Hashable, CaseIterable {
    case graphemes, scalars, utf16, utf8

    package var name: String {
        switch self {
        case .graphemes: "characters"
        case .scalars: "Unicode scalars"
        case .utf16: "UTF-16 units"
        case .utf8: "bytes"
        }
    }

    package func count(_ text: String) -> Int {
        switch self {
        case .graphemes: text.count
        case .scalars: text.unicodeScalars.count
        case .utf16: text.utf16.count
        case .utf8: text.utf8.count
        }
    }
}
