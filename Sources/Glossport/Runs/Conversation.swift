import GlossportReading

/// Answers questions on the user's behalf before changes that customers see or that cannot be reverted.
///
/// An import into production, a deletion and a replaced default are each confirmed once. A program without a user
/// decides by its own rules, or throws.
public protocol Conversation: Sendable {
    /// Whether every question without a number is answered with yes, so that no preview is needed.
    var agreesInAdvance: Bool { get }

    /// Checks that a question can be answered later, before work is done in vain.
    ///
    /// - Parameter action: The subject of the question, to follow “This would”.
    /// - Throws: An error if no user can be asked and nothing was agreed to in advance.
    func expect(_ action: String) throws

    /// Returns if the answer is yes.
    ///
    /// - Throws: ``Declined`` if the user answers no; another error if no user can be asked.
    func confirm(_ question: Question) async throws
}

extension Conversation {
    /// Does nothing.
    public func expect(_ action: String) throws {}
}

/// A question to ask before a change.
public struct Question: Sendable, Hashable {
    /// The kinds of changes that need confirmation.
    public enum Subject: Sendable, Hashable {
        /// Uploads, and defaults that follow them.
        case upload
        /// Defaults that customers see.
        case defaults
        /// Deletions at the service.
        case deletion
    }

    /// The kind of change.
    public let subject: Subject
    /// The change, to follow “This would”, such as “delete 12 messages”.
    public let action: String
    /// The question, as one or two sentences.
    public let text: String
    /// The consequence of a no, as a sentence.
    public let refusal: String
    /// The number to state, if unexpectedly many items would be deleted or replaced.
    public let number: Int?

    package init(
        _ subject: Subject,
        action: String,
        text: String,
        refusal: String = "Nothing was changed.",
        number: Int? = nil
    ) {
        self.subject = subject
        self.action = action
        self.text = text
        self.refusal = refusal
        self.number = number
    }

    /// Returns the question about a number of defaults that would be replaced or removed.
    ///
    /// - Parameters:
    ///   - count: The number of defaults to replace.
    ///   - removed: The number of defaults to remove.
    ///   - live: The number of defaults that customers see.
    ///   - whose: Further details, to follow “that customers see”.
    ///   - subject: The kind of change.
    ///   - text: The question itself.
    ///   - refusal: The consequence of a no.
    /// - Returns: The question, which the user confirms with the total number.
    package static func replacing(
        _ count: Int,
        removing removed: Int = 0,
        of live: Int,
        whose: String = "",
        _ subject: Subject = .defaults,
        text: String? = nil,
        refusal: String = "Nothing was changed."
    ) -> Question {
        let parts = [(count, "replace"), (removed, "remove")].filter { $0.0 > 0 }
            .map { "\($0.1) \(Plural.grouped($0.0))" }
        let action =
            "\(parts.joined(separator: " and ")) of the \(Plural.of(live, "default")) that customers see" + whose
        let asked = "This would \(action)." + (text.map { " " + $0 } ?? "")
        return Question(subject, action: action, text: asked, refusal: refusal, number: count + removed)
    }
}

/// The error for a question that was answered with no.
public struct Declined: Error {
    /// The question that was answered with no.
    public let question: Question

    /// Creates the error for a question.
    public init(_ question: Question) { self.question = question }
}
