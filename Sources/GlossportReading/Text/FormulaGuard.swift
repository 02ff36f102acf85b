/// Prevents spreadsheets from executing a cell by inserting an apostrophe before potential formulas.
///
/// A text that already has such an apostrophe gets another one, so ``unguarded(_:)`` restores every guarded text
/// exactly.
public enum FormulaGuard {
    /// Returns the text of a cell with an apostrophe before everything that a spreadsheet would execute.
    public static func guarded(_ text: String) -> String {
        edited(text) { isDangerous, _, result in if isDangerous { result.append(apostrophe) } }
    }

    /// Removes the apostrophes inserted by ``guarded(_:)``, one at each guarded position.
    public static func unguarded(_ text: String) -> String {
        var text = text
        // Fast path: hardly any text has a guard.
        guard text.withUTF8({ isGuarded(UnsafeRawBufferPointer($0)) }) else { return text }
        return edited(text) { isDangerous, apostrophes, _ in if isDangerous, apostrophes > 0 { apostrophes -= 1 } }
    }

    static func isGuarded(_ text: UnsafeRawBufferPointer) -> Bool {
        var start = 0
        while let hit = ByteSearch.first(apostrophe, in: text, from: start) {
            start = end(ofApostrophesFrom: hit, in: text)
            if isCellStart(hit, in: text), isFormula(at: start, from: hit, in: text) { return true }
        }
        return false
    }

    private static let apostrophe = UInt8(ascii: "'")

    /// Edits the positions where a cell may begin; the closure receives the number of apostrophes there.
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

    /// Whether a cell may begin here: at the start, or after a semicolon, tab or line end, which some spreadsheets
    /// treat as delimiters.
    private static func isCellStart(_ index: Int, in text: UnsafeRawBufferPointer) -> Bool {
        index == 0 || text[index - 1] == UInt8(ascii: ";") || isBlank(text[index - 1])
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x09 || byte == 0x0A || byte == 0x0D }

    /// Whether a spreadsheet executes the text here; some also accept full-width signs, and ignore leading white space.
    private static func isFormula(at index: Int, from start: Int, in text: UnsafeRawBufferPointer) -> Bool {
        guard index < text.count else { return false }
        switch text[index] {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"): return true
        case 0xEF:
            // The full-width signs ＝, ＋, － and ＠.
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
