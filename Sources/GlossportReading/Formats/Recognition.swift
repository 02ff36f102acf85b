/// How sure a reader is that a file is of its format.
public enum Recognition: Int, Sendable, Comparable {
    /// The content rules it out.
    case no
    /// Only the name speaks for it.
    case byName
    /// The content speaks for it.
    case byContent

    /// By how sure the reader is.
    public static func < (left: Recognition, right: Recognition) -> Bool { left.rawValue < right.rawValue }
}
