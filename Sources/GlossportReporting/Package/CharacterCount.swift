import GlossportChecking
import GlossportProject

/// Counts the characters of a cell as readers do, with functions common to Excel, LibreOffice, Numbers and Google
/// Sheets.
///
/// `LEN` counts UTF-16 units. In scripts that write marks around letters it counts each mark, so a text within the
/// service's limit would be rejected. For these scripts the formulas subtract the marks, and count only one of two
/// letters that a mark joins. The result is higher than the number of grapheme clusters only for characters that are
/// rare in such texts: those of two UTF-16 units, such as emoji, and combining characters of other scripts.
struct CharacterCount {
    /// Characters that do not count separately from the letter before them.
    private let marks: [Unicode.Scalar]
    /// Those of ``marks`` that join two letters.
    private let joining: [Unicode.Scalar]

    init(_ locale: StoreLocale) {
        let language = String(locale.code.prefix { $0 != "-" })
        guard let (letter, block) = Self.scripts[language] else {
            (marks, joining) = ([], [])
            return
        }
        // The zero-width non-joiner and joiner, which all scripts share, follow the script's own marks.
        marks = (Array(block) + [0x200C, 0x200D]).compactMap(Unicode.Scalar.init).filter { "\(letter)\($0)".count == 1 }
        joining = marks.filter { block.contains($0.value) && "\(letter)\($0)\(letter)".count == 1 }
    }

    /// A letter of the language's script, and the block with its marks.
    private typealias Script = (letter: Character, block: ClosedRange<UInt32>)

    private static let scripts: [String: Script] = [
        "ar": ("ب", 0x0600...0x06FF), "bn": ("ক", 0x0980...0x09FF), "gu": ("ક", 0x0A80...0x0AFF),
        "he": ("ב", 0x0590...0x05FF), "hi": ("क", 0x0900...0x097F), "kn": ("ಕ", 0x0C80...0x0CFF),
        "ml": ("ക", 0x0D00...0x0D7F), "mr": ("क", 0x0900...0x097F), "or": ("କ", 0x0B00...0x0B7F),
        "pa": ("ਕ", 0x0A00...0x0A7F), "ta": ("க", 0x0B80...0x0BFF), "te": ("క", 0x0C00...0x0C7F),
        "th": ("ก", 0x0E00...0x0E7F), "ur": ("ب", 0x0600...0x06FF),
        // Windows keyboards type tones as separate characters.
        "vi": ("a", 0x0300...0x0323),
    ]

    func formula(of cell: String) -> String {
        // Nested calls instead of an array formula, because Numbers has no functions over arrays.
        let letters = marks.reduce(cell) { "SUBSTITUTE(\($0),\"\($1)\",\"\")" }
        return joining.reduce("=LEN(\(letters))") { $0 + "+LEN(SUBSTITUTE(\(cell),\"\($1)\",\"\"))-LEN(\(cell))" }
    }

    /// A formula for the same number in at most 200 characters.
    ///
    /// A validation formula may have at most 255 characters, and must not contain an array constant.
    func shortFormula(of cell: String) -> String {
        guard !marks.isEmpty else { return "LEN(\(cell))" }
        let list = String(String.UnicodeScalarView(marks + joining))
        return "LEN(\(cell))-SUMPRODUCT(LEN(\(cell))-LEN(SUBSTITUTE(\(cell),"
            + "MID(\"\(list)\",ROW($1:$\(marks.count + joining.count)),1),\"\")))"
    }

    var leavesMarksOut: Bool { !marks.isEmpty }
}
