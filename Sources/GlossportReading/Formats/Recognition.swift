/// A reader's confidence that a file is in its format.
public enum Recognition: Int, Sendable, Comparable {
    /// Neither the name nor the content matches, or the content contradicts the name.
    case no
    /// Only the name matches.
    case byName
    /// The content matches.
    case byContent

    /// Orders from `no` to `byContent`.
    public static func < (left: Recognition, right: Recognition) -> Bool { left.rawValue < right.rawValue }
}
