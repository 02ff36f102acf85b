import GlossportReading

/// The pair that is being read.
struct PendingPair {
    /// The key; `nil` if it can't be used.
    var key: String?
    var keyPlace = TextCursor.Place()
    /// The text; `nil` if it can't be used.
    var value: String?
    var valuePlace = TextCursor.Place()
    /// Where the semicolon belongs; known only if it is not there.
    var valueEnd = TextCursor.Place()
    /// The comments before and inside it.
    var notes: [String] = []
    /// Whether a comment was too long to keep, so that the pair would not arrive whole.
    var isSpoilt = false

    /// Whether nothing of it has been met.
    var isUntouched: Bool { key == nil && notes.isEmpty && !isSpoilt }

    /// The pair's name in a message.
    var name: String { key.map(\.quoted) ?? "a pair" }
}

/// Something wrong that is reported as soon as it is known where reading goes on.
struct Defect {
    var rule: RuleDescription
    var text: String
    var remedy: String
    var place: TextCursor.Place
    var related: [TextCursor.Place] = []
}
