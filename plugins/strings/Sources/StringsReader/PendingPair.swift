import GlossportReading

/// The pair that is being read.
struct PendingPair {
    var key: StringsLexer.Text?
    var keyPlace = TextCursor.Place()
    var value: StringsLexer.Text?
    var valuePlace = TextCursor.Place()
    /// Where the semicolon belongs; known only if it is not there.
    var valueEnd = TextCursor.Place()
    /// The comments before and inside it.
    var notes: [Range<Int>] = []
    /// Whether a comment was too long to keep, so that the pair would not arrive whole.
    var isSpoilt = false

    /// Whether nothing of it has been met.
    var isUntouched: Bool { key == nil && notes.isEmpty && !isSpoilt }

    mutating func add(note: Range<Int>) {
        if notes.count < ReaderLimits.notesPerUnit { notes.append(note) }
    }
}

/// Something wrong that is reported as soon as it is known where reading goes on.
struct Defect {
    var rule: RuleDescription
    var text: String
    var remedy: Advice
    var place: TextCursor.Place
    var related: [TextCursor.Place] = []
}
