/// The pattern that combines the names of a message and a field into a key: `{message}.{field}`.
///
/// The project file uses it to parse keys; readers of files with one message per row use it to create keys.
public struct KeyPattern: Sendable, Hashable, CustomStringConvertible {
    /// The default pattern.
    public static let standard = KeyPattern(prefix: "", between: ".", suffix: "", messageFirst: true)

    /// The start of a key.
    public let prefix: String
    /// The separator between the names.
    public let between: String
    /// The end of a key.
    public let suffix: String
    /// Whether the message's name comes first.
    public let messageFirst: Bool
    /// Alternative names of fields in keys, such as `title` for `header`.
    package var otherNames: [String: String] = [:]

    private init(prefix: String, between: String, suffix: String, messageFirst: Bool) {
        self.prefix = prefix
        self.between = between
        self.suffix = suffix
        self.messageFirst = messageFirst
    }

    /// Parses a pattern.
    ///
    /// - Parameters:
    ///   - text: The pattern; must contain `{message}` and `{field}` once each, otherwise the result is `nil`.
    ///   - allowsAdjacent: Whether the names may be adjacent; such a pattern can create keys but not parse them.
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

    /// The filter that accepts keys in the form of this pattern, with two nonempty names.
    public var filter: KeyFilter { KeyFilter(prefix: prefix, between: between, suffix: suffix) }

    /// The pattern in its textual form.
    public var description: String {
        let (first, second) = messageFirst ? ("{message}", "{field}") : ("{field}", "{message}")
        return prefix + first + between + second + suffix
    }

    /// Returns the key for a field of a message.
    public func key(message: String, field: String) -> String {
        let (first, second) = messageFirst ? (message, field) : (field, message)
        return prefix + first + between + second + suffix
    }
}
