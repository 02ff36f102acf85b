package import GlossportReading

/// A project's requirements on words: names to keep, forbidden words, and a glossary.
package struct Terms: Sendable, Hashable {
    /// Names that are never translated.
    package var keep: [Kept] = []
    package var forbidden: [Forbidden] = []
    /// Glossaries, relative to the project file.
    package var files: [String] = []
    /// The contents of the ``files``, once they are read.
    package var concepts: [Concept] = []

    package init() {}

    package var isEmpty: Bool { keep.isEmpty && forbidden.isEmpty && files.isEmpty && concepts.isEmpty }

    /// A name that stays as it is.
    package struct Kept: Sendable, Hashable {
        package var text: String
        /// How else it may be written, such as in another script.
        package var forms: [String]

        package init(_ text: String, forms: [String] = []) {
            self.text = text
            self.forms = forms
        }
    }

    /// A word that must not be in a text.
    package struct Forbidden: Sendable, Hashable {
        package var text: String
        /// Where; everywhere, if empty.
        package var locales: [StoreLocale]
        /// Why, or what to say instead.
        package var why: String?

        package init(_ text: String, locales: [StoreLocale] = [], why: String? = nil) {
            self.text = text
            self.locales = locales
            self.why = why
        }
    }

    /// One thing, and what it is called in each language.
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
        /// A language, such as `de`, or one of the store's locales.
        package var locale: String
        package var status: Status
        package var place: SourceLocation?

        package init(_ text: String, _ locale: String, _ status: Status = .preferred, at place: SourceLocation? = nil) {
            self.text = text
            self.locale = locale
            self.status = status
            self.place = place
        }

        /// The status of a term, in the words of TBX.
        package enum Status: String, Sendable, Hashable, CaseIterable {
            case preferred
            case admitted
            case forbidden
        }

        /// Whether it is a term of a locale, or of the locale's language.
        package func isFor(_ locale: StoreLocale) -> Bool {
            let tag = self.locale.lowercased()
            return tag == locale.code.lowercased() || tag == locale.language
        }

        /// Whether it is a term of a language.
        package func isIn(_ language: String) -> Bool {
            let tag = self.locale.lowercased()
            return tag == language.lowercased() || tag.prefix { $0 != "-" } == language
        }
    }
}

extension String {
    /// A term as people write it: any ending may follow the asterisk.
    package var shownTerm: String { hasSuffix("*") ? dropLast() + "…" : self }
}
