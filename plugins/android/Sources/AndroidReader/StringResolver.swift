import GlossportReading

/// Resolves Android's quoting as aapt2 does, and records the losses.
struct StringResolver {
    /// The text; invalid if ``broken`` is set.
    private(set) var text = ""
    /// The first escape that is not a character.
    private(set) var broken: String?
    /// The first dropped backslash, with the character after it.
    private(set) var doubtful: String?
    private(set) var hasApostrophe = false

    /// UTF-16, because `\ud83d\ude00` is one character in two escapes.
    private var output: [UInt16] = []
    /// The length of the output at the opening quotation mark.
    private var quote: Int?
    private var isAfterSpace = false
    private var isUnclosed = false
    private var hasUselessQuotes = false
    private var hasBareWords = false

    /// Whether dropped quotation marks were probably part of the text: one is unclosed, or some unnecessarily enclose
    /// only a part of the words.
    ///
    /// Marks around all words are normal, because many tools add them.
    var losesQuotes: Bool { isUnclosed || hasUselessQuotes && hasBareWords }

    init(_ draft: StringDraft) {
        var segments = draft.segments
        // aapt2 trims only texts without formatting.
        if draft.formatting.isEmpty, let last = segments.indices.last {
            segments[0].bytes = Array(segments[0].bytes.drop(while: Self.isSpace))
            segments[last].bytes = Array(Self.trimmedEnd(segments[last].bytes[...]))
        }
        if segments.count == 1, Self.isPlain(segments[0].bytes) {
            text = String(decoding: segments[0].bytes, as: UTF8.self)
            return
        }
        for segment in segments {
            if segment.isFresh {
                endQuotes()
                isAfterSpace = false
            }
            take(Array(String(decoding: segment.bytes, as: UTF8.self).utf16))
        }
        endQuotes()
        if let whole = String(validating: output, as: UTF16.self) {
            text = whole
        } else {
            broken = Self.loneSurrogate(in: output)
        }
    }

    // MARK: White space

    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

    static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> { trimmedEnd(bytes.drop(while: isSpace)) }

    private static func trimmedEnd(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        bytes[..<(bytes.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? bytes.startIndex)]
    }

    /// Whether a trimmed text contains no quoting and no white space to collapse.
    private static func isPlain(_ bytes: [UInt8]) -> Bool {
        var previous: UInt8 = 0
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"), 0x09, 0x0A, 0x0D: return false
            case 0x20 where previous == 0x20: return false
            default: previous = byte
            }
        }
        return true
    }

    // MARK: Characters

    private mutating func take(_ units: [UInt16]) {
        var index = 0
        while index < units.count {
            let unit = units[index]
            index += 1
            switch unit {
            case 0x20, 0x09, 0x0A, 0x0D:
                if quote != nil {
                    // libxml2 does not normalize line ends in a CDATA section.
                    if unit == 0x0D, index < units.count, units[index] == 0x0A { continue }
                    output.append(unit == 0x0D ? 0x0A : unit)
                } else if !isAfterSpace {
                    output.append(0x20)
                }
                isAfterSpace = quote == nil
                continue
            case Self.quotationMark: takeQuote()
            case Self.backslash: takeEscape(units, &index)
            default:
                if quote == nil {
                    hasBareWords = true
                    hasApostrophe = hasApostrophe || unit == Self.apostrophe
                }
                output.append(unit)
            }
            isAfterSpace = false
        }
    }

    private mutating func takeQuote() {
        guard let start = quote else {
            quote = output.count
            return
        }
        let quoted = output[start...]
        let needsQuotes =
            quoted.first == 0x20 || quoted.last == 0x20
            || quoted.contains { $0 == Self.apostrophe || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
            || zip(quoted, quoted.dropFirst()).contains { $0 == (0x20, 0x20) }
        if !needsQuotes { hasUselessQuotes = true }
        quote = nil
    }

    /// Handles the escape after a backslash; aapt2 drops unnecessary backslashes.
    private mutating func takeEscape(_ units: [UInt16], _ index: inout Int) {
        guard index < units.count else {
            doubtful = doubtful ?? "\\"
            return
        }
        let name = units[index]
        let length = UTF16.isLeadSurrogate(name) && index + 1 < units.count ? 2 : 1
        let character = units[index..<index + length]
        index += length
        switch UInt8(exactly: name).map(Unicode.Scalar.init) {
        case "u":
            let digits = units[index...].prefix(4).prefix(while: Self.isHexDigit)
            index += digits.count
            let written = String(decoding: digits, as: UTF16.self)
            guard digits.count == 4, let value = UInt16(written, radix: 16), value != 0 else {
                broken = broken ?? "\\u" + written
                return
            }
            output.append(value)
        case "n": output.append(0x0A)
        case "t": output.append(0x09)
        case "#", "@", "?", "\"", "'", "\\", " ": output.append(name)
        default:
            doubtful = doubtful ?? "\\" + String(decoding: character, as: UTF16.self)
            output += character
        }
    }

    /// Handles an unclosed quotation mark, which aapt2 drops like all others.
    private mutating func endQuotes() {
        isUnclosed = isUnclosed || quote != nil
        quote = nil
    }

    private static let (quotationMark, backslash, apostrophe) = (UInt16(0x22), UInt16(0x5C), UInt16(0x27))

    private static func isHexDigit(_ unit: UInt16) -> Bool {
        UInt8(exactly: unit).map { Character(Unicode.Scalar($0)).isHexDigit } ?? false
    }

    private static func loneSurrogate(in units: [UInt16]) -> String? {
        var index = 0
        while index < units.count {
            let unit = units[index]
            let next = index + 1 < units.count ? units[index + 1] : 0
            if UTF16.isLeadSurrogate(unit), UTF16.isTrailSurrogate(next) {
                index += 2
            } else if UTF16.isSurrogate(unit) {
                return "\\u" + String(unit, radix: 16)
            } else {
                index += 1
            }
        }
        return nil
    }
}
