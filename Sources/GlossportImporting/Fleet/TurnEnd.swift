/// How the import of a turn ended.
package struct TurnEnd: Sendable, Hashable {
    /// The kind of end, independent of exit codes.
    package enum Kind: Sendable, Hashable, CaseIterable {
        /// Everything is in its desired state.
        case done
        /// Quota or approval is pending.
        case notYet
        /// The deadline came, or a signal stopped it: nothing is wrong.
        case unfinished
        /// Something failed that may be better next time.
        case failed
        /// Somebody else is at work there.
        case held
        /// A person has to look at it: at the delivery, the credentials, a conflict.
        case refused
        /// It died of a signal.
        case killed
    }

    package var kind: Kind
    /// The exit code, or 128 and the number of the signal.
    package var code: Int32
    /// When it is worth while to go on, if the import knows.
    package var resumeAt: Timestamp?
    /// The run that it was, if it came to one.
    package var run: Int64?
    /// The import's message, in a sentence.
    package var sentence: String?
    /// Whether something is left that only time can bring, such as Apple's review.
    package var isPending = false

    package init(_ kind: Kind, code: Int32, sentence: String? = nil) {
        self.kind = kind
        self.code = code
        self.sentence = sentence
    }
}
