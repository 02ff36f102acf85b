/// Keeps spreadsheets from executing a cell, by an apostrophe before what they would take for a formula.
///
/// A text that has such an apostrophe itself gets one more, so that ``unguarded(_:)`` returns every guarded text as it was.
public enum FormulaGuard {
    /// Guards the text of a cell.
    ///
    /// - Parameter text: The text.
    /// - Returns: The text with an apostrophe before what a spreadsheet would execute, which tells it that text follows.
    public static func guarded(_ text: String) -> String {
        edited(text) { isDangerous, _, result in if isDangerous { result.append(apostrophe) } }
    }

    /// Takes the apostrophes of ``guarded(_:)`` away.
    ///
    /// - Parameter text: The text of a cell.
    /// - Returns: The text without one apostrophe in each place where a guard is.
    public static func unguarded(_ text: String) -> String {
        var text = text
        // Nearly no text has one.
        guard text.withUTF8({ isGuarded(UnsafeRawBufferPointer($0)) }) else { return text }
        return edited(text) { isDangerous, apostrophes, _ in if isDangerous, apostrophes > 0 { apostrophes -= 1 } }
    }

    /// Whether the text of a cell has a guard.
    static func isGuarded(_ text: UnsafeRawBufferPointer) -> Bool {
        var start = 0
        while let hit = ByteSearch.first(apostrophe, in: text, from: start) {
            start = end(ofApostrophesFrom: hit, in: text)
            if isCellStart(hit, in: text), isFormula(at: start, from: hit, in: text) { return true }
        }
        return false
    }

    private static let apostrophe = UInt8(ascii: "'")

    /// Goes through the places where a cell may begin, each with the number of apostrophes there.
    private static func edited(
        _ text: String,
        _ edit: (_ isDangerous: Bool, _ apostrophes: inout Int, _ result: inout [UInt8]) -> Void
    ) -> String {
        var text = text
        return text.withUTF8 { bytes in
            let bytes = UnsafeRawBufferPointer(bytes)
            var result: [UInt8] = []
            result.reserveCapacity(bytes.count + 1)
            var index = 0
            while index < bytes.count {
                if isCellStart(index, in: bytes) {
                    let end = end(ofApostrophesFrom: index, in: bytes)
                    var apostrophes = end - index
                    edit(isFormula(at: end, from: index, in: bytes), &apostrophes, &result)
                    result.append(contentsOf: repeatElement(apostrophe, count: apostrophes))
                    index = end
                    guard index < bytes.count else { break }
                }
                result.append(bytes[index])
                index += 1
            }
            return String(decoding: result, as: UTF8.self)
        }
    }

    /// Whether a cell may begin here: at the beginning, or where a spreadsheet that divides at semicolons, tabs or line ends finds one.
    private static func isCellStart(_ index: Int, in text: UnsafeRawBufferPointer) -> Bool {
        index == 0 || text[index - 1] == UInt8(ascii: ";") || isBlank(text[index - 1])
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x09 || byte == 0x0A || byte == 0x0D }

    /// Whether a spreadsheet executes what is here; some take the full-width signs for the same, and pass over blanks before them.
    private static func isFormula(at index: Int, from start: Int, in text: UnsafeRawBufferPointer) -> Bool {
        guard index < text.count else { return false }
        switch text[index] {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"): return true
        case 0xEF:
            // ＝, ＋, － and ＠.
            guard index + 2 < text.count, text[index + 1] == 0xBC else { return false }
            return [0x9D, 0x8B, 0x8D, 0xA0].contains(text[index + 2])
        case let byte: return start == 0 && isBlank(byte)
        }
    }

    private static func end(ofApostrophesFrom start: Int, in text: UnsafeRawBufferPointer) -> Int {
        var end = start
        while end < text.count, text[end] == apostrophe { end += 1 }
        return end
    }
}
