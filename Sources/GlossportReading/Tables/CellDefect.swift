/// Detects traces of spreadsheets and wrong encodings in a text.
package enum CellDefect {
    /// Returns the rules that a text breaks; nearly always empty.
    static func find(in text: UnsafeRawBufferPointer) -> [TableRule] {
        guard let first = text.first else { return [] }
        var rules: [TableRule] = []
        switch first {
        case 0x23, 0x45, 0x4C: if isSpreadsheetError(text) { return [.spreadsheetError] }
        case 0x3D: if isFormula(text) { return [.formulaText] }
        default: break
        }
        if FormulaGuard.isGuarded(text) { rules.append(.formulaGuard) }
        if replacementCharacter.withUTF8Buffer({ ByteSearch.contains(UnsafeRawBufferPointer($0), in: text) }) {
            rules.append(.replacementCharacter)
        }
        if hasLostLetters(text) { rules.append(.questionMarks) }
        if hasMojibake(text) { rules.append(.mojibake) }
        return rules
    }

    /// Whether a text is a spreadsheet's error, progress message or formula: `#NAME?`, `Loading...`,
    /// `=GOOGLETRANSLATE(B2)`.
    package static func isResidue(_ text: String) -> Bool {
        guard let first = text.utf8.first, [0x20, 0x23, 0x3D, 0x45, 0x4C, 0x65, 0x6C].contains(first) else {
            return false
        }
        var text = text.trimmingWhitespace
        return text.withUTF8 { bytes in
            let bytes = UnsafeRawBufferPointer(bytes)
            return isSpreadsheetError(bytes) || bytes.first == 0x3D && isFormula(bytes)
        }
    }

    /// Whether a key is a long number that a spreadsheet has rounded: `1.23457E+12`.
    static func isScientific(_ key: String) -> Bool {
        guard let first = key.utf8.first, (0x30...0x39).contains(first) else { return false }
        let parts = key.uppercased().split(separator: "E", omittingEmptySubsequences: false)
        guard parts.count == 2, let mantissa = parts.first, let exponent = parts.last else { return false }
        let digits = exponent.drop { $0 == "+" || $0 == "-" }
        return exponent.count - digits.count == 1 && !digits.isEmpty && digits.allSatisfy(\.isDecimalDigit)
            && mantissa.allSatisfy { $0.isDecimalDigit || $0 == "." || $0 == "," }
    }

    // MARK: Spreadsheets

    private static let errors: Set<String> = [
        "#NAME?", "#REF!", "#VALUE!", "#DIV/0!", "#N/A", "#NULL!", "#NUM!", "#ERROR!", "#SPILL!", "#CALC!", "#FIELD!",
        "#BLOCKED!", "#CONNECT!", "#BUSY!", "#GETTING_DATA", "#BEZUG!", "#WERT!", "#NV", "#ZAHL!", "#NOM?", "#VALEUR!",
        "#NOMBRE!", "#NUL!", "#¿NOMBRE?", "#NOMBRE?", "#¡REF!", "#¡VALOR!", "#VALOR!", "#¡DIV/0!", "#N/D", "#NOME?",
        "#RIF!", "#VALORE!", "#NAAM?", "#VERW!", "#WAARDE!", "#NAZWA?", "#ADR!", "#ARG!", "#ИМЯ?", "#ССЫЛКА!", "#ЗНАЧ!",
        "#AD?",
        "#BAŞV!", "#DEĞER!", "#NAMN?", "#REFERENS!", "#VÄRDEFEL!", "#NAVN?", "#VERDI!", "#VÆRDI!",
        "#DIV/0", "#UNKNOWN!", "#PYTHON!", "#EXTERNAL!", "#TIMEOUT!", "#ÜBERLAUF!", "#LEER!", "#KALK!", "#ÉTENDU!",
        "#CALCUL!",
        "#¡NULO!", "#¡NUM!", "#NULO!", "#NÚM!", "#NULLO!", "#GETAL!", "#LEEG!", "#N/B", "#LICZBA!", "#DZIEL/0!",
        "#BRAK!",
        "#ПУСТО!", "#ДЕЛ/0!", "#Н/Д", "#ЧИСЛО!", "#SAYI!", "#YOK", "#BOŞ!", "#SAKNAS!", "#OGILTIGT!", "#DIVISION/0!",
        "#I/T",
        // Google Sheets exports “Loading...” for a pending formula; `Err:…` are LibreOffice's errors.
        "LOADING...", "LOADING…", "ERR:501", "ERR:502", "ERR:503", "ERR:504", "ERR:508", "ERR:509", "ERR:510",
        "ERR:511", "ERR:512",
        "ERR:519", "ERR:520", "ERR:521", "ERR:522", "ERR:523", "ERR:524", "ERR:525", "ERR:526", "ERR:527", "ERR:530",
        "ERR:540",
    ]

    private static func isSpreadsheetError(_ text: UnsafeRawBufferPointer) -> Bool {
        text.count <= 24 && errors.contains(String(decoding: text, as: UTF8.self).trimmingWhitespace.uppercased())
    }

    /// Whether a text that begins with `=` is a formula: `="`, `=NAME(…`, `=B2` or `=Sheet1!B2`.
    private static func isFormula(_ text: UnsafeRawBufferPointer) -> Bool {
        if text.count > 1, text[1] == 0x22 { return true }
        let rest = text.dropFirst()
        let name = rest.prefix {
            (0x41...0x5A).contains($0 & 0xDF) || (0x30...0x39).contains($0) || [0x24, 0x2E, 0x5F].contains($0)
        }
        guard let first = name.first, (0x41...0x5A).contains(first & 0xDF) || [0x24, 0x5F].contains(first) else {
            return false
        }
        if name.endIndex < text.endIndex, [0x28, 0x21].contains(text[name.endIndex]) { return true }
        let cell = name.filter { $0 != 0x24 }
        let letters = cell.prefix { (0x41...0x5A).contains($0) }
        let digits = cell[letters.endIndex...]
        return (1...3).contains(letters.count) && !digits.isEmpty && digits.allSatisfy { (0x30...0x39).contains($0) }
    }

    // MARK: Lost characters

    private static let replacementCharacter: StaticString = "\u{FFFD}"

    /// Whether a text contains three question marks in a row, or fewer between two ASCII letters outside a URL.
    private static func hasLostLetters(_ text: UnsafeRawBufferPointer) -> Bool {
        var start = 0
        // Whether the current word contains a slash.
        var isAddress = false
        while let hit = ByteSearch.first(0x3F, in: text, from: start) {
            for byte in text[start..<hit] where byte == 0x20 || byte == 0x2F { isAddress = byte == 0x2F }
            let count = text[hit...].prefix { $0 == 0x3F }.count
            if count >= 3 { return true }
            let end = hit + count
            if hit > 0, end < text.count, isLetter(text[hit - 1]), isLetter(text[end]), !isAddress { return true }
            start = end
        }
        return false
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20) && byte < 0x80
    }

    /// Whether a text contains sequences that result from reading UTF-8 as Windows-1252: `Ã©`, `â€™`, `Ð¿`.
    private static func hasMojibake(_ text: UnsafeRawBufferPointer) -> Bool {
        var start = 0
        while let hit = ByteSearch.first(0xC3, in: text, from: start) {
            start = hit + 1
            guard hit + 3 < text.count else { return false }
            let (letter, next, last) = (text[hit + 1], text[hit + 2], text[hit + 3])
            switch letter {
            case 0x83:
                // Only “Ã” before a symbol counts; before a letter it is Portuguese.
                if next == 0xC2 { return true }
            case 0xA2:
                if next == 0xE2, last == 0x82, hit + 4 < text.count, text[hit + 4] == 0xAC { return true }
            case 0x82:
                if next == 0xC2, [0xA0, 0xA9, 0xAE].contains(last) { return true }
            case 0x90, 0x91:
                if next == 0xC2, last != 0xBB { return true }
            default:
                if next == 0xC2, last < 0xA0 { return true }
            }
        }
        return false
    }
}

extension Character {
    fileprivate var isDecimalDigit: Bool { ("0"..."9").contains(self) }
}
