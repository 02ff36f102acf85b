import XMLParsing

/// The cell styles that format numbers as dates, and those that strike text through.
struct StyleTable: PartContent {
    static let root = Tag.styleSheet
    private var dates: Set<Int> = []
    private var struck: Set<Int> = []
    private var formats: [Int: Bool] = [:]
    private var struckFonts: Set<Int> = []
    private var fonts = 0
    private var styles = 0
    private var isInFonts = false
    private var isInCells = false

    private static let maximum = 65_536

    func isDate(_ style: Int) -> Bool { dates.contains(style) }
    func isStruck(_ style: Int) -> Bool { struck.contains(style) }

    mutating func start(_ tag: Tag, _ attributes: XMLAttributes) {
        switch tag {
        case .numFmt where formats.count < Self.maximum:
            formats[attributes.number("numFmtId")] = Self.isDateFormat(attributes["formatCode"] ?? "")
        case .fonts: isInFonts = true
        case .font where isInFonts: fonts += 1
        case .strike where isInFonts:
            if attributes["val"] == nil || attributes.isTrue("val") { struckFonts.insert(fonts - 1) }
        case .cellXfs: isInCells = true
        case .xf where isInCells && styles < Self.maximum:
            let format = attributes.number("numFmtId")
            if formats[format] ?? Self.builtInDates.contains(format) { dates.insert(styles) }
            if struckFonts.contains(attributes.number("fontId")) { struck.insert(styles) }
            styles += 1
        default: break
        }
    }

    mutating func end(_ tag: Tag) {
        if tag == .fonts { isInFonts = false }
        if tag == .cellXfs { isInCells = false }
    }

    /// Built-in date and time formats, which workbooks do not declare.
    private static let builtInDates = Set([14...22, 27...36, 45...47, 50...58].joined())

    /// Whether a number format contains years, months, days, hours or seconds outside of quotes, escapes and brackets,
    /// or elapsed time in brackets.
    static func isDateFormat(_ code: String) -> Bool {
        var rest = Array(code.lowercased().prefix(255))[...]
        while let character = rest.popFirst() {
            switch character {
            case "\"": if let end = rest.firstIndex(of: "\"") { rest = rest[(end + 1)...] }
            case "\\", "_", "*": _ = rest.popFirst()
            case "[":
                guard let end = rest.firstIndex(of: "]") else { continue }
                // Elapsed time, such as `[h]`, is in brackets, as are colors and conditions.
                if end > rest.startIndex, rest[..<end].allSatisfy({ "hms".contains($0) }) { return true }
                rest = rest[(end + 1)...]
            case "g" where rest.starts(with: "eneral"): rest = rest.dropFirst(6)
            case "d", "m", "y", "h", "s": return true
            default: break
            }
        }
        return false
    }
}

extension XMLAttributes {
    /// Returns a positive number; 0 if it is missing or invalid.
    func number(_ name: StaticString) -> Int { self[name]?.positive ?? 0 }
}

extension String {
    /// The positive number that the text represents; `nil` for any other text.
    var positive: Int? {
        let isNumber = (1...9).contains(utf8.count) && utf8.allSatisfy { (0x30...0x39).contains($0) }
        return isNumber ? Int(self).flatMap { $0 > 0 ? $0 : nil } : nil
    }
}
