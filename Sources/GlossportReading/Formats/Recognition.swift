/// A reader's confidence that a file is of its format.
public enum Recognition: Int, Sendable, Comparable {
    /// The content excludes the format.
    case no
    /// Only the name matches.
    case byName
    /// The content matches.
    case byContent

    /// Orders by confidence.
    public static func < (left: Recognition, right: Recognition) -> Bool { left.rawValue < right.rawValue }
}
