import GlossportChecking
package import GlossportProject
package import GlossportReading

/// A text to translate or correct, with the information that a translator needs.
package struct TextToDo: Sendable, Hashable, Encodable {
    /// The key in the project's pattern, even if the delivered file has another one.
    package var key: String
    package var message: String
    package var field: Field
    package var locale: StoreLocale
    package var reason: Reason
    /// The current source text, if known.
    package var source: String?
    /// The translation as delivered, usable or not; `nil` if it is missing or outdated.
    package var translation: String?
    /// The service's length limit; its unit is not documented.
    package var limit: Int
    /// Notes for translators from the delivered files.
    package var notes: [String] = []
    /// The place on the customer's screen, such as “text below the heading”.
    package var place: String
    /// The problems of the text, each with a request.
    package var requests: [Request] = []
    /// The translation of an earlier source text.
    package var earlier: String?

    private enum CodingKeys: CodingKey {
        case key, reason, requests
    }

    package enum Reason: String, Sendable, Hashable, CaseIterable, Encodable {
        case new
        /// The message was delivered in this locale without this text, Apple has approved the text before, or its file
        /// is unreadable.
        case missing
        case outdated
        /// A newer translation was returned in a package, but is not finished.
        case unfinished
        /// Findings report problems in the translation.
        case wrong

        package var request: String {
            switch self {
            case .new: "Translate it."
            case .missing: "Translate it: we have not received it."
            case .outdated: "Translate it again: the source text has changed."
            case .unfinished: "Finish it if it is not finished, and set its state: it came back unconfirmed."
            case .wrong: "Check it."
            }
        }
    }

    package struct Request: Sendable, Hashable, Encodable {
        package var rule: RuleID
        package var severity: Severity
        package var problem: String
        package var request: String
        /// The ID of the finding, which may concern further texts.
        package var finding: FindingID
    }

    /// The task on one line, without repeated requests.
    package var task: String {
        let isAsked = reason != .outdated || requests.contains { $0.rule == .translationOutdated }
        var sentences = requests.isEmpty || !isAsked ? [reason.request] : []
        for request in requests where !sentences.contains(request.request) { sentences.append(request.request) }
        return sentences.joined(separator: " ")
    }
}
