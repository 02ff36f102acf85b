/// How a message and a field make a key, such as `{message}.{field}`.
struct KeyPattern: Sendable, Hashable {
    /// The product's default.
    static let standard = KeyPattern(before: "", between: ".", after: "", startsWithField: false)

    private let before: String
    private let between: String
    private let after: String
    private let startsWithField: Bool

    private init(before: String, between: String, after: String, startsWithField: Bool) {
        self.before = before
        self.between = between
        self.after = after
        self.startsWithField = startsWithField
    }

    /// A pattern as a project file writes it, or `nil` if `{message}` or `{field}` is missing or there twice.
    init?(_ text: String) {
        guard let message = text.onlyRange(of: "{message}"), let field = text.onlyRange(of: "{field}") else {
            return nil
        }
        let (first, second) = message.lowerBound < field.lowerBound ? (message, field) : (field, message)
        before = String(text[..<first.lowerBound])
        between = String(text[first.upperBound..<second.lowerBound])
        after = String(text[second.upperBound...])
        startsWithField = field.lowerBound < message.lowerBound
    }

    /// The key of a field of a message.
    func key(message: String, field: String) -> String { frame(for: field).key(message) }

    /// What stands around a message's name in the keys of a field.
    func frame(for field: String) -> Frame {
        startsWithField
            ? Frame(before: before + field + between, after: after)
            : Frame(before: before, after: between + field + after)
    }

    /// A pattern with its field filled in: made once for a column, followed for each of its texts.
    struct Frame: Sendable {
        fileprivate let before: String
        fileprivate let after: String

        /// The field's key of a message.
        func key(_ message: String) -> String {
            var key = ""
            key.reserveCapacity(before.utf8.count + message.utf8.count + after.utf8.count)
            key += before
            key += message
            key += after
            return key
        }
    }
}

extension String {
    /// Where a word stands, if it stands there exactly once.
    fileprivate func onlyRange(of word: String) -> Range<String.Index>? {
        let found = ranges(of: word)
        return found.count == 1 ? found.first : nil
    }
}
