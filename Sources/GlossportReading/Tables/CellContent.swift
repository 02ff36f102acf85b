/// The kind of a cell's content, judged by its characters.
enum CellContent {
    case empty
    /// Words that may be a translation.
    case text
    /// The name of a state, which may also be a text: `New`.
    case state
    /// A yes or no.
    case mark
    /// A number, date, address, file name, code or identifier.
    case figure

    init(_ cell: String) {
        let cell = cell.trimmingWhitespace
        if cell.isEmpty {
            self = .empty
        } else if cell.utf8.count <= 32, StateWord.mark(cell) != nil {
            self = .mark
        } else if cell.utf8.count <= 32, StateWord.state(of: cell) != nil {
            self = .state
        } else {
            self = Self.isText(cell) ? .text : .figure
        }
    }

    private static func isText(_ cell: String) -> Bool {
        let scalars = cell.unicodeScalars
        let letters = scalars.count { $0.properties.isAlphabetic }
        guard letters > 0 else { return false }
        if scalars.contains(where: { $0.properties.isWhitespace }) {
            // Short values with a digit: `66 px`, `12 Nov 2026`, `3 h`.
            return !scalars.contains { (0x30...0x39).contains($0.value) } || letters > 8
        }
        // Scripts without spaces between words, such as Chinese and Thai.
        if scalars.contains(where: { $0.value > 0x2E7F || (0xE00...0xEFF).contains($0.value) }) { return true }
        if letters == 1 || LanguageCodes.isCode(cell) { return false }
        // A single word, unless it is an identifier, address, file name or code.
        let body = cell.drop { $0 == "¡" || $0 == "¿" }.reversed().drop { ".!?…:,".contains($0) }
        return body.allSatisfy { $0.isLetter || $0 == "-" || $0 == "'" || $0 == "’" }
            && !zip(body, body.dropFirst()).contains { $0.isUppercase && $1.isLowercase }
    }
}

/// Statistics of a column's cells, used to distinguish translations from a few repeated choices such as `app` and
/// `web`.
struct ColumnContent: Sendable {
    private(set) var texts = 0
    private(set) var states = 0
    private(set) var marks = 0
    private(set) var figures = 0
    private var numbers = 0
    /// Cells that contain only digits and punctuation, such as dates.
    private var signs = 0
    private var codes = 0
    /// The hashes of the distinct texts; at most ``choices``.
    private var distinct: Set<Int> = []

    /// The number of distinct texts that rules out a list of choices.
    private static let choices = 64

    /// Counts a nonempty cell; once a column certainly contains texts, counts every further cell as a text.
    mutating func count(_ cell: UnsafeRawBufferPointer) {
        if distinct.count >= Self.choices {
            texts += 1
        } else if cell.count > 1, cell.allSatisfy({ (0x20...0x40).contains($0) }) {
            // Fast path: most columns without translations contain numbers and dates, or repeat a few words.
            figures += 1
            signs += 1
        } else {
            var hasher = Hasher()
            hasher.combine(bytes: cell)
            let hash = hasher.finalize()
            if distinct.contains(hash) {
                texts += 1
            } else {
                count(String(decoding: cell, as: UTF8.self), hash)
            }
        }
    }

    mutating func count(_ cell: String) { count(cell, cell.hashValue) }

    private mutating func count(_ cell: String, _ hash: Int) {
        let digits = cell.trimmingWhitespace.utf8
        if !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) {
            numbers += 1
            signs += 1
        }
        if LanguageCodes.isCode(cell.trimmingWhitespace) { codes += 1 }
        switch CellContent(cell) {
        case .empty: return
        case .state: states += 1
        case .mark: marks += 1
        case .figure: figures += 1
        case .text:
            texts += 1
            if distinct.count < Self.choices { distinct.insert(hash) }
        }
    }

    /// Whether the same few texts repeat, unlike translations.
    var isChoice: Bool { texts >= 6 && distinct.count < Self.choices && distinct.count * 2 <= texts }

    var holdsTexts: Bool { texts > 0 && !isChoice }

    var holdsStates: Bool { states + marks > texts || states + marks > 0 && texts == 0 }

    var isNumbers: Bool { numbers > 0 && numbers == count }

    var isLocales: Bool { codes > 0 && codes == count }

    var lacksLetters: Bool { signs == count }

    /// Whether at least one cell names a state, and states and marks outnumber texts.
    var namesStates: Bool { states > 0 && holdsStates }

    var isEmpty: Bool { count == 0 }

    private var count: Int { texts + states + marks + figures }
}
