import GlossportReading

/// Answers for the user before something changes that customers see, or that cannot be taken back.
///
/// An import into production, a deletion and a replaced default are each confirmed once. A program without a user
/// decides by its own rules, or throws.
public protocol Conversation: Sendable {
    /// Whether every question without a number is answered with yes, so that nothing need be shown before.
    var agreesInAdvance: Bool { get }

    /// Makes sure that a question can be answered later, before work is done in vain.
    ///
    /// - Parameter deed: The subject of the question, to follow “This would”.
    /// - Throws: An error where there is no one to ask and nothing was agreed to.
    func expect(_ deed: String) throws

    /// Returns if the answer is yes.
    ///
    /// - Throws: ``Declined`` for a no; another error where there is no one to ask.
    func confirm(_ question: Question) async throws
}

extension Conversation {
    /// Expects nothing.
    public func expect(_ deed: String) throws {}
}

/// A question that is asked before a change.
public struct Question: Sendable, Hashable {
    /// The kinds of changes that are asked about.
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
    public let deed: String
    /// The question, as one or two sentences.
    public let text: String
    /// The consequence of a no, as a sentence.
    public let refusal: String
    /// The number to state, if unexpectedly many items would be deleted or replaced.
    public let number: Int?

    package init(
        _ subject: Subject,
        deed: String,
        text: String,
        refusal: String = "Nothing was changed.",
        number: Int? = nil
    ) {
        self.subject = subject
        self.deed = deed
        self.text = text
        self.refusal = refusal
        self.number = number
    }

    /// The question for the number of defaults that would be replaced or removed.
    ///
    /// - Parameters:
    ///   - count: How many would be replaced.
    ///   - removed: How many would be removed.
    ///   - live: How many customers see.
    ///   - whose: More about them, as the end of a sentence.
    ///   - subject: The kind of change.
    ///   - text: The question itself.
    ///   - refusal: The consequence of a no.
    /// - Returns: The question.
    package static func replacing(
        _ count: Int,
        removing removed: Int = 0,
        of live: Int,
        whose: String = "",
        _ subject: Subject = .defaults,
        text: String? = nil,
        refusal: String = "Nothing was changed."
    ) -> Question {
        let deeds = [(count, "replace"), (removed, "remove")].filter { $0.0 > 0 }
            .map { "\($0.1) \(Plural.grouped($0.0))" }
        let deed = "\(deeds.joined(separator: " and ")) of the \(Plural.of(live, "default")) that customers see" + whose
        let asked = "This would \(deed)." + (text.map { " " + $0 } ?? "")
        return Question(subject, deed: deed, text: asked, refusal: refusal, number: count + removed)
    }
}

/// The answer no.
public struct Declined: Error {
    /// The question.
    public let question: Question

    /// - Parameter question: The question.
    public init(_ question: Question) { self.question = question }
}
