/// The type of a finding, as named by ITS 2.0 (localization quality issue types), which translation tools share.
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
}
