import GlossportChecking
import GlossportReading

extension TextToDo.Request {
    /// The scope of a finding.
    ///
    /// A request about a whole text replaces those about its parts.
    enum Rank: Int, Comparable {
        /// A file or one or two locales: the text belongs to another file or locale, or is damaged.
        case file
        /// A message, or its header and body together.
        case message
        /// A whole text: it is in the wrong language, or not for customers.
        case text
        case part
        /// The text is missing, perhaps as a consequence of another finding.
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

    typealias Ranked = (rank: Rank, request: TextToDo.Request)

    /// Rules whose findings require a new translation of the whole text.
    private static let anew: Set<RuleID> = [
        .targetEqualsSource, .testText, .translationOutdated, .wrongLanguage, .wrongScript,
    ]
    /// Rules about a text's length, which is that of the other field's text if two fields were swapped.
    private static let lengths: Set<RuleID> = [.lengthSuspicious, .textTooLong]

    /// Whether one finding makes another about the same text unnecessary.
    ///
    /// Any other finding covers a missing text, and swapped fields cover a wrong length. All other errors are sent
    /// anyway, unless the text must be rewritten or its whole file is wrong.
    private static func covers(_ one: Ranked, _ other: Ranked) -> Bool {
        guard one.rank < other.rank else { return false }
        let (rule, severity) = (one.request.rule, one.request.severity)
        if other.rank == .omission || rule == .fieldsExchanged && lengths.contains(other.request.rule) { return true }
        return severity >= other.request.severity
            && (other.request.severity < .error || one.rank == .file || anew.contains(rule))
    }

    /// Selects the requests that can be followed together.
    ///
    /// - Parameters:
    ///   - requests: The requests of all findings about one text.
    ///   - isOutdated: Whether the text must be translated again anyway.
    /// - Returns: The requests without repetitions, the most severe first.
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
