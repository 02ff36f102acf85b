import GlossportReading
import XMLParsing

/// Properties of a text besides its characters.
struct TextTraits: OptionSet, Sendable {
    let rawValue: UInt8

    /// White space around it was removed.
    static let trimmed = TextTraits(rawValue: 1)
    /// It exceeds the length limit and was dropped.
    static let tooLong = TextTraits(rawValue: 2)
    /// It contains an invalid character and was dropped.
    static let badCharacter = TextTraits(rawValue: 4)
    /// A part of it is struck through.
    static let struck = TextTraits(rawValue: 8)
    /// A part of it uses the cell's style.
    static let plain = TextTraits(rawValue: 16)
}

/// Collects the runs of an `si` or `is` element, except phonetic ones.
struct RichText {
    private var bytes: [UInt8] = []
    private var traits: TextTraits = []
    private var start = 0
    private var phonetic = 0
    private var isOpen = false
    private var isPreserved = false
    private var isFormatted = false
    private var isStruck = false

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        (traits, start, phonetic, isOpen, isFormatted, isStruck) = ([], 0, 0, false, false, false)
    }

    mutating func start(_ tag: Tag, _ attributes: XMLAttributes) {
        switch tag {
        case .phonetic: phonetic += 1
        case .run: (isFormatted, isStruck) = (false, false)
        case .runFormat: isFormatted = true
        case .strike: isStruck = isFormatted && attributes["val"].map { ["1", "true", "on"].contains($0) } ?? true
        case .text where phonetic == 0:
            (isOpen, start, isPreserved) = (true, bytes.count, attributes.preservesSpace == true)
        default: break
        }
    }

    mutating func text(_ text: UnsafeBufferPointer<UInt8>) {
        guard isOpen, !traits.contains(.tooLong) else { return }
        bytes.append(contentsOf: text)
        // An escape uses seven bytes for one character.
        if bytes.count > 7 * ReaderLimits.textBytes { traits.insert(.tooLong) }
    }

    mutating func end(_ tag: Tag) {
        if tag == .phonetic { phonetic -= 1 }
        if tag == .run { (isFormatted, isStruck) = (false, false) }
        guard tag == .text, isOpen else { return }
        isOpen = false
        if !isPreserved { trim() }
        if bytes[start...].contains(where: { !Self.isSpace($0) }) {
            traits.insert(isStruck ? .struck : isFormatted ? [] : .plain)
        }
    }

    private mutating func trim() {
        let count = bytes.count
        while bytes.count > start, Self.isSpace(bytes[bytes.count - 1]) { bytes.removeLast() }
        let space = bytes[start...].prefix(while: Self.isSpace).count
        if space > 0 { bytes.removeSubrange(start..<start + space) }
        if bytes.count < count { traits.insert(.trimmed) }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

    /// Returns the text without escapes, and its traits; an empty text if it is too long or contains an invalid
    /// character.
    mutating func finish() -> (bytes: [UInt8], traits: TextTraits) {
        if traits.contains(.tooLong) { return ([], .tooLong) }
        guard Self.unescape(&bytes) else { return ([], .badCharacter) }
        return bytes.count <= ReaderLimits.textBytes ? (bytes, traits) : ([], .tooLong)
    }

    /// Resolves escapes: `_x000D_` represents U+000D, and `_x005F_` an underscore that would start an escape.
    ///
    /// Returns `false` if the text contains U+0000 or a lone surrogate.
    static func unescape(_ bytes: inout [UInt8]) -> Bool {
        let mayHaveEscapes = bytes.withUnsafeBytes { text in
            var start = 0
            while let bar = ByteSearch.first(UInt8(ascii: "_"), in: text, from: start) {
                if bar + 1 < text.count, text[bar + 1] == UInt8(ascii: "x") { return true }
                start = bar + 1
            }
            return false
        }
        guard mayHaveEscapes else { return true }
        var result: [UInt8] = []
        /// The first half of a surrogate pair that is written as two escapes.
        var high: UInt16?
        var index = 0
        while index < bytes.count {
            guard let unit = escape(at: index, in: bytes) else {
                if high != nil { return false }
                result.append(bytes[index])
                index += 1
                continue
            }
            index += 7
            if let first = high {
                guard UTF16.isTrailSurrogate(unit) else { return false }
                let scalar = UTF16.decode(UTF16.EncodedScalar([first, unit]))
                result.append(contentsOf: String(scalar).utf8)
                high = nil
            } else if UTF16.isLeadSurrogate(unit) {
                high = unit
            } else if unit != 0, let scalar = Unicode.Scalar(unit) {
                result.append(contentsOf: String(scalar).utf8)
            } else {
                return false
            }
        }
        bytes = result
        return high == nil
    }

    private static func escape(at index: Int, in bytes: [UInt8]) -> UInt16? {
        guard index + 7 <= bytes.count, bytes[index] == UInt8(ascii: "_"), bytes[index + 1] == UInt8(ascii: "x"),
            bytes[index + 6] == UInt8(ascii: "_")
        else { return nil }
        var unit: UInt16 = 0
        for byte in bytes[(index + 2)..<(index + 6)] {
            switch byte {
            case 0x30...0x39: unit = unit << 4 | UInt16(byte - 0x30)
            case 0x41...0x46, 0x61...0x66: unit = unit << 4 | UInt16((byte & 0xDF) - 0x37)
            default: return nil
            }
        }
        return unit
    }
}
