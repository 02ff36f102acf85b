package import GlossportChecking

/// The name of a message and its locale; the journal stores nothing else about another tool's message.
package struct MessageName: Sendable, Hashable, Comparable, Codable {
    package var message, locale: String

    package init(message: String, locale: String) {
        self.message = message
        self.locale = locale
    }

    package var title: String { "\(message) \(locale)" }

    package static func < (left: MessageName, right: MessageName) -> Bool {
        (left.message, left.locale) < (right.message, right.locale)
    }
}

extension Selection {
    /// Whether a message is selected, by its name and locale.
    package func contains(_ name: MessageName) -> Bool {
        contains(message: name.message) && contains(code: name.locale)
    }
}
