package import GlossportReading

/// A project's terminology: names to keep, forbidden words, and a glossary.
package struct Terms: Sendable, Hashable {
    package var keep: [Kept] = []
    package var forbidden: [Forbidden] = []
    /// Glossary files, relative to the project file.
    package var files: [String] = []
    /// The contents of ``files``, once they are read.
    package var concepts: [Concept] = []

    package init() {}

    package var isEmpty: Bool { keep.isEmpty && forbidden.isEmpty && files.isEmpty && concepts.isEmpty }

    /// A name that is never translated.
    package struct Kept: Sendable, Hashable {
        package var text: String
        /// Other accepted forms, such as the name in another script.
        package var forms: [String]

        package init(_ text: String, forms: [String] = []) {
            self.text = text
            self.forms = forms
        }
    }

    /// A word that no text may contain.
    package struct Forbidden: Sendable, Hashable {
        package var text: String
        /// The locales in which it is forbidden; empty for all.
        package var locales: [StoreLocale]
        /// The reason, or a replacement.
        package var why: String?

        package init(_ text: String, locales: [StoreLocale] = [], why: String? = nil) {
            self.text = text
            self.locales = locales
            self.why = why
        }
    }

    package struct Concept: Sendable, Hashable {
        package var id: String
        package var terms: [Term]

        package init(_ id: String, _ terms: [Term]) {
            self.id = id
            self.terms = terms
        }
    }

    package struct Term: Sendable, Hashable {
        package var text: String
        /// A language, such as `de`, or an App Store locale.
        package var locale: String
        package var status: Status
        package var place: SourceLocation?

        package init(_ text: String, _ locale: String, _ status: Status = .preferred, at place: SourceLocation? = nil) {
            self.text = text
            self.locale = locale
            self.status = status
            self.place = place
        }

        /// The status of a term, as named in TBX.
        package enum Status: String, Sendable, Hashable, CaseIterable {
            case preferred
            case admitted
            case forbidden
        }

        /// Whether the term applies to a locale, through the locale itself or its language.
        package func isFor(_ locale: StoreLocale) -> Bool {
            let tag = self.locale.lowercased()
            return tag == locale.code.lowercased() || tag == locale.language
        }

        package func isIn(_ language: String) -> Bool {
            let tag = self.locale.lowercased()
            return tag == language.lowercased() || tag.prefix { $0 != "-" } == language
        }
    }
}

extension String {
    /// A term for display, with `…` instead of a final asterisk, which matches any ending.
    package var shownTerm: String { hasSuffix("*") ? termBeginning + "…" : self }

    /// A term without a final asterisk: the characters that a text must contain.
    package var termBeginning: String { hasSuffix("*") ? String(dropLast()) : self }
}
