package import GlossportChecking

/// The name of a message that another tool has uploaded; the journal does not know its text.
package struct MessageName: Sendable, Hashable, Codable {
    package var message, locale: String

    package init(message: String, locale: String) {
        self.message = message
        self.locale = locale
    }

    package var title: String { "\(message) \(locale)" }
}

extension Selection {
    /// Whether a message of another tool is selected.
    package func contains(_ name: MessageName) -> Bool {
        contains(message: name.message) && contains(code: name.locale)
    }
}
