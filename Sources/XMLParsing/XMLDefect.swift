import GlossportReading

/// A defect reported by libxml2.
public struct XMLDefect {
    /// The number in libxml2's `xmlParserErrors`.
    public let code: Int
    /// Whether nothing more is parsed.
    public let isFatal: Bool
    let message: String
    let first: String?
    let second: String?
    let number: Int
    /// The parser's position, in bytes from the start of the text.
    public let offset: Int
    /// The last `<` before it.
    let tagStart: Int

    /// The kind of a defect, as far as readers need it.
    public enum Kind {
        /// An entity that XML does not know, by its name.
        case undefinedEntity(String)
        /// A character that XML does not allow.
        case illegalCharacter
        /// A prefix without a namespace.
        case undeclaredPrefix(String)
        /// A breach of XML's grammar.
        case notWellFormed
        /// A remark that changes nothing.
        case harmless
    }

    /// The kind of the defect.
    public var kind: Kind {
        switch code {
        // The second is not fatal where a DOCTYPE names an external file, which is never read: text would be lost.
        case 26, 27: .undefinedEntity(first ?? "")
        case 8, 9: .illegalCharacter
        case 201: .undeclaredPrefix(first ?? "")
        default: isFatal ? .notWellFormed : .harmless
        }
    }

    /// The character that the message is about, such as `U+0003`.
    public var character: String {
        guard let value = message.split(whereSeparator: { !$0.isNumber }).last.flatMap({ UInt32($0) }) else {
            return "A character"
        }
        return Unicode.Scalar(value)?.codePoint ?? "U+" + String(value, radix: 16, uppercase: true)
    }

    /// Where a person would look for it, in bytes from the start of what the parser was given.
    ///
    /// - Parameter byte: Gives the byte at a place, as long as it is remembered.
    /// - Returns: The start of the tag or reference that the parser had just passed, or the parser's position.
    public func start(byte: (Int) -> UInt8?) -> Int {
        switch code {
        case 42, 76, 201: return tagStart
        default: break
        }
        guard let before = byte(offset - 1) else { return offset }
        if before == UInt8(ascii: "<") { return offset - 1 }
        guard before == UInt8(ascii: ";") || [23, 26, 27, 68, 85].contains(code) else { return offset }
        return referenceStart(byte: byte) ?? offset
    }

    /// The `&` of the reference that ends here, or in which the parser is.
    private func referenceStart(byte: (Int) -> UInt8?) -> Int? {
        // A reference is at most as long as the longest common entity name.
        for place in (max(0, offset - 64)..<offset).reversed() {
            switch byte(place) {
            case UInt8(ascii: "&"): return place
            case UInt8(ascii: ";") where place == offset - 1: continue
            // A text with one of these is not a reference; an earlier one is unrelated to this place.
            case UInt8(ascii: ";"), UInt8(ascii: "<"), UInt8(ascii: ">"), 0x20, 0x09, 0x0A, 0x0D, nil: return nil
            default: continue
            }
        }
        return nil
    }

    /// One sentence for a person who does not know XML's grammar, and what to do.
    ///
    /// - Parameters:
    ///   - before: The byte before the place where the parser gave up.
    ///   - firstLine: The line on which the parser's own count starts.
    /// - Returns: The problem and the remedy; `nil` if only a repaired file helps.
    public func explanation(byteBefore before: UInt8?, firstLine: Int) -> (text: String, remedy: String?) {
        switch code {
        case 76:
            return (
                "<\((first ?? "?").shortened)>, opened on line \(number + firstLine - 1), is closed by "
                    + "</\((second ?? "?").shortened)>.", nil
            )
        case 1 where message.contains("Huge input lookup"):
            return ("A tag, comment or document type is longer than 10 MB.", nil)
        case 5: return ("Something follows the end of the file's outermost element.", nil)
        case 23: return ("An & is followed by a name without a semicolon.", "Write &amp; where an ampersand is meant.")
        case 68 where before == UInt8(ascii: "&"):
            return ("An & in the text is not escaped.", "Write &amp; where an ampersand is meant.")
        case 68 where before == UInt8(ascii: "<"):
            return ("A < in the text is not escaped.", "Write &lt; where a less-than sign is meant.")
        case 38: return ("A < in an attribute is not escaped.", "Write &lt; where a less-than sign is meant.")
        case 62: return ("]]> is not allowed in the text.", "Write ]]&gt; instead.")
        case 42: return ("The attribute \((first ?? "?").shortened) is given twice in one tag.", nil)
        case 64: return ("An XML declaration is in the middle of the file.", "Remove it, or split the file there.")
        case 39, 40, 41, 65: return ("A tag's attributes are not written as XML wants them.", nil)
        case 4: return ("The file is not XML.", "Check whether the right file was delivered.")
        default:
            let message = message.prefix { $0 != "\n" }
            return ("This is not well-formed XML (\(String(message).shortened)).", nil)
        }
    }
}

extension XMLDefect {
    /// The defect that a text has U+0000 in it.
    init(zeroByteAt offset: Int) {
        self.init(
            code: 9,
            isFatal: true,
            message: "0",
            first: nil,
            second: nil,
            number: 0,
            offset: offset,
            tagStart: offset
        )
    }
}
