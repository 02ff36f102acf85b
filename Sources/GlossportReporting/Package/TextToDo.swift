import GlossportChecking
package import GlossportProject
package import GlossportReading

/// A text that a vendor is asked for, with all that a translator needs in order to write it.
package struct TextToDo: Sendable, Hashable, Encodable {
    /// The key as the project's own pattern makes it, whatever the delivered file called it.
    package var key: String
    package var message: String
    package var field: Field
    package var locale: StoreLocale
    package var reason: Reason
    /// Today's source text, where it is known.
    package var source: String?
    /// The translation as it was delivered, whether it may be used or not; `nil` if it is outdated.
    package var translation: String?
    /// The most characters (grapheme clusters) that the service takes.
    package var limit: Int
    /// Notes for translators from the delivered files.
    package var notes: [String] = []
    /// Where customers see the text, such as “text below the heading”.
    package var place: String
    /// The problems of the present translation, each with a request; empty if there is none.
    package var requests: [Request] = []
    /// The translation of an earlier source text.
    package var earlier: String?

    private enum CodingKeys: CodingKey {
        case key, reason, requests
    }

    package enum Reason: String, Sendable, Hashable, CaseIterable, Encodable {
        /// No translation was ever delivered.
        case new
        /// The message was delivered in this locale, and this text of it was not.
        case missing
        /// The source text has changed since it was translated.
        case outdated
        /// A newer translation came back in a package, in a state that is not finished.
        case unfinished
        /// Findings refuse or doubt the translation.
        case wrong

        /// The thing to do, as one sentence.
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

    /// A problem in a vendor's words.
    package struct Request: Sendable, Hashable, Encodable {
        package var rule: RuleID
        package var severity: Severity
        /// The problem, as one sentence.
        package var problem: String
        /// The thing to do, as one sentence.
        package var request: String
        /// The ID of the finding, which may concern further texts.
        package var finding: FindingID
    }

    /// The thing to do, on one line: each request once.
    package var task: String {
        let isAsked = reason != .outdated || requests.contains { $0.rule == .translationOutdated }
        var sentences = requests.isEmpty || !isAsked ? [reason.request] : []
        for request in requests where !sentences.contains(request.request) { sentences.append(request.request) }
        return sentences.joined(separator: " ")
    }
}
