import GlossportChecking
import GlossportReading

extension TextToDo.Request {
    /// How much of a text a finding speaks of: one that replaces all of it makes an end of those about its parts.
    enum Rank: Int, Comparable {
        /// A file, a locale or two of them: the text is another's, or damaged.
        case file
        /// A message, or header and body together.
        case message
        /// A text as a whole: it is in the wrong language, or no text for customers.
        case text
        /// A part of a text.
        case part
        /// The text is not there, perhaps because of one of the others.
        case omission

        private static let wholeMessages: Set<RuleID> = [.fieldsExchanged, .unknownField]
        private static let wholeTexts: Set<RuleID> = [
            .duplicateText, .headerEqualsBody, .mojibake, .targetEqualsSource, .testText, .translationOutdated,
            .wrongLanguage, .wrongScript,
        ]

        init(of finding: Finding) {
            self =
                if ConcernedTexts.omissions.contains(finding.rule) {
                    .omission
                } else if Self.wholeMessages.contains(finding.rule) {
                    .message
                } else if finding.field != nil || finding.key != nil {
                    Self.wholeTexts.contains(finding.rule) ? .text : .part
                } else if finding.message != nil {
                    .message
                } else {
                    .file
                }
        }

        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// A request, and how much of the text it speaks of.
    typealias Ranked = (rank: Rank, request: TextToDo.Request)

    /// Rules after which the whole text is translated anew.
    private static let anew: Set<RuleID> = [
        .targetEqualsSource, .testText, .translationOutdated, .wrongLanguage, .wrongScript,
    ]
    /// Rules that judge a text by its length, which is that of another field where two are exchanged.
    private static let lengths: Set<RuleID> = [.lengthSuspicious, .textTooLong]

    /// Whether a finding need not be sent because of another one of the same text.
    ///
    /// An error is sent nevertheless, unless the whole text is written anew.
    private static func covers(_ one: Ranked, _ other: Ranked) -> Bool {
        guard one.rank < other.rank else { return false }
        let (rule, severity) = (one.request.rule, one.request.severity)
        if other.rank == .omission || rule == .fieldsExchanged && lengths.contains(other.request.rule) { return true }
        return severity >= other.request.severity
            && (other.request.severity < .error || one.rank == .file || anew.contains(rule))
    }

    /// The requests that can be followed together.
    ///
    /// - Parameters:
    ///   - requests: All that findings ask of one text.
    ///   - isOutdated: Whether the text is translated again anyway.
    /// - Returns: The requests of the gravest findings first, each once.
    static func compatible(_ requests: [Ranked], isOutdated: Bool) -> [Self] {
        var kept: [Self] = []
        for one in requests where !requests.contains(where: { covers($0, one) }) {
            let isAboutText = one.rank > .message && one.request.rule != .translationOutdated
            guard !isOutdated || !isAboutText, !kept.contains(one.request) else { continue }
            kept.append(one.request)
        }
        return Severity.allCases.reversed().flatMap { severity in kept.filter { $0.severity == severity } }
    }
}
