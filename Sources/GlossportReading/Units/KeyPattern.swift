/// How the name of a message and that of a field make a unit's key: `{message}.{field}`.
///
/// The project file has one to take keys apart, and files whose rows are messages need one to make them.
public struct KeyPattern: Sendable, Hashable, CustomStringConvertible {
    /// The pattern that holds where none is given.
    public static let standard = KeyPattern(prefix: "", between: ".", suffix: "", messageFirst: true)

    /// The beginning of a key.
    public let prefix: String
    /// The text between the names.
    public let between: String
    /// The end of a key.
    public let suffix: String
    /// Whether the message's name is the first of the two.
    public let messageFirst: Bool
    /// Other names of fields in keys, such as `title` for `header`.
    package var otherNames: [String: String] = [:]

    private init(prefix: String, between: String, suffix: String, messageFirst: Bool) {
        self.prefix = prefix
        self.between = between
        self.suffix = suffix
        self.messageFirst = messageFirst
    }

    /// Takes a pattern apart.
    ///
    /// - Parameters:
    ///   - text: Holds `{message}` and `{field}` once each; `nil` otherwise.
    ///   - allowsAdjacent: Whether the names may be adjacent; then keys can be made, but not taken apart.
    public init?(_ text: String, allowsAdjacent: Bool = false) {
        let messages = text.ranges(of: "{message}")
        let fields = text.ranges(of: "{field}")
        guard messages.count == 1, fields.count == 1 else { return nil }
        let message = messages[0]
        let field = fields[0]
        let (first, second) = message.lowerBound < field.lowerBound ? (message, field) : (field, message)
        guard allowsAdjacent || first.upperBound < second.lowerBound else { return nil }
        self.init(
            prefix: String(text[..<first.lowerBound]),
            between: String(text[first.upperBound..<second.lowerBound]),
            suffix: String(text[second.upperBound...]),
            messageFirst: message == first
        )
    }

    /// Lets through every key that has the pattern's form, with neither name empty.
    public var filter: KeyFilter { KeyFilter(prefix: prefix, between: between, suffix: suffix) }

    /// The pattern as it is written.
    public var description: String {
        let (first, second) = messageFirst ? ("{message}", "{field}") : ("{field}", "{message}")
        return prefix + first + between + second + suffix
    }

    /// The key of a field of a message.
    ///
    /// - Parameters:
    ///   - message: The message's name.
    ///   - field: The field's.
    /// - Returns: The key.
    public func key(message: String, field: String) -> String {
        let (first, second) = messageFirst ? (message, field) : (field, message)
        return prefix + first + between + second + suffix
    }
}
