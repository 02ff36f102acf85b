/// The properties of a String Catalog that are read; all others are skipped.
enum CatalogProperty: UInt16 {
    case sourceLanguage
    case strings
    case version
    case comment
    case extractionState
    case shouldTranslate
    case localizations
    case stringUnit
    case variations
    case substitutions
    case state
    case value

    /// The kinds of objects in a catalog.
    enum Owner {
        case root
        case strings
        case entry
        case localizations
        case localization
        case unit
        case variations
        case substitutions
    }

    /// The property that the lexer's last string names in an object of a kind.
    init?(_ lexer: borrowing JSONLexer, in owner: Owner) {
        switch owner {
        case .root:
            if lexer.says("sourceLanguage") {
                self = .sourceLanguage
            } else if lexer.says("strings") {
                self = .strings
            } else if lexer.says("version") {
                self = .version
            } else {
                return nil
            }
        case .entry:
            if lexer.says("localizations") {
                self = .localizations
            } else if lexer.says("comment") {
                self = .comment
            } else if lexer.says("extractionState") {
                self = .extractionState
            } else if lexer.says("shouldTranslate") {
                self = .shouldTranslate
            } else {
                return nil
            }
        case .localization:
            if lexer.says("stringUnit") {
                self = .stringUnit
            } else if lexer.says("variations") {
                self = .variations
            } else if lexer.says("substitutions") {
                self = .substitutions
            } else {
                return nil
            }
        case .unit:
            if lexer.says("state") {
                self = .state
            } else if lexer.says("value") {
                self = .value
            } else {
                return nil
            }
        case .strings, .localizations, .variations, .substitutions: return nil
        }
    }

    /// The properties that one object has had so far.
    struct Seen {
        private var bits: UInt16 = 0

        /// Notes a property, and says whether it is the first of its name.
        mutating func insert(_ property: CatalogProperty) -> Bool {
            let bit: UInt16 = 1 << property.rawValue
            defer { bits |= bit }
            return bits & bit == 0
        }
    }
}
