package import GlossportChecking

/// A message in a locale, by its names; the journal keeps nothing else of a message that another tool has uploaded.
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
    /// Whether a message of another tool is selected.
    package func contains(_ name: MessageName) -> Bool {
        contains(message: name.message) && contains(code: name.locale)
    }
}
