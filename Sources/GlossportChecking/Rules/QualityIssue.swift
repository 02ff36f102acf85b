package import GlossportReading

/// What kind of trouble a finding is, in the words that tools for translators share: the issue types of ITS 2.0.
package enum QualityIssue: String, Sendable, Hashable, CaseIterable {
    case terminology
    case mistranslation
    case omission
    case untranslated
    case addition
    case duplication
    case inconsistency
    case grammar
    case legal
    case register
    case localeSpecificContent = "locale-specific-content"
    case localeViolation = "locale-violation"
    case style
    case characters
    case misspelling
    case typographical
    case formatting
    case inconsistentEntities = "inconsistent-entities"
    case numbers
    case markup
    case patternProblem = "pattern-problem"
    case whitespace
    case internationalization
    case length
    case nonConformance = "non-conformance"
    case uncategorized
    case other

    /// - Parameter rule: Any rule's id; one that speaks of files or pictures, not of translations, is ``other``.
    package init(of rule: RuleID) { self = Self.types[rule] ?? .other }

    /// The rules that are listed, those that are ``other`` on purpose included.
    package static var listed: Set<RuleID> { Set(types.keys) }

    private static let types: [RuleID: QualityIssue] = [
        // Script and language.
        "wrong-script": .mistranslation, "wrong-language": .mistranslation, "swapped-locales": .mistranslation,
        "chinese-variant": .localeViolation,
        // Characters.
        "mixed-script-word": .characters, "mojibake": .characters, "invisible-character": .characters,
        "escape-left": .characters, "control-character": .characters, "direction-override": .characters,
        // What is said.
        "truncated-text": .omission, "numbers-differ": .numbers, "numbers-across-locales": .inconsistentEntities,
        "price-in-text": .localeSpecificContent, "brand-changed": .inconsistentEntities,
        "term-missing": .terminology, "term-forbidden": .terminology,
        "same-target-different-source": .inconsistency, "same-source-different-target": .inconsistency,
        "header-equals-body": .duplication, "fields-exchanged": .mistranslation, "doubled-word": .duplication,
        "duplicate-text": .inconsistency,
        "repeated-text": .duplication,
        // What Apple may not like.
        "emoji": .nonConformance, "contact-or-link": .nonConformance, "other-platform": .nonConformance,
        "test-text": .nonConformance,
        // Form.
        "double-space": .whitespace, "line-break": .whitespace, "surrounding-whitespace": .whitespace,
        "length-suspicious": .length, "text-too-long": .length, "text-length-unit": .length,
        "end-punctuation": .typographical, "punctuation-slip": .typographical, "all-capitals": .style,
        "unbalanced": .typographical, "placeholder-left": .patternProblem, "markup-left": .markup,
        // What is not there.
        "source-unknown": .other, "target-equals-source": .untranslated, "untranslated-field": .untranslated,
        "missing-field": .omission,
        "message-missing-in-locale": .omission, "message-not-delivered": .omission,
        "expected-locale-missing": .omission,
        // What no translator can mend.
        "nothing-to-import": .other, "unknown-field": .other, "other-keys": .other, "unlisted-message": .other,
        "unused-field": .other,
        "no-locale": .other, "unknown-locale": .other, "locale-slip": .other, "too-many-locales": .other,
        "too-many-messages": .other,
        "unexpected-locale": .other, "invalid-identifier": .other, "unprintable-name": .other,
        "image-missing": .other, "image-damaged": .other, "image-dimensions": .other, "image-translucent": .other,
        "image-alpha-channel": .other, "image-animated": .other, "image-metadata": .other, "image-copied": .other,
        "image-used-twice": .other, "image-unused": .other,
    ]
}
