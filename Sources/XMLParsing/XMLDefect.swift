import GlossportReading

/// A defect reported by libxml2.
public struct XMLDefect {
    /// The error code in libxml2's `xmlParserErrors`.
    public let code: Int
    /// Whether parsing ends here.
    public let isFatal: Bool
    let message: String
    let first: String?
    let second: String?
    let number: Int
    /// The parser's position, in bytes from the start of the text.
    public let offset: Int
    /// The position of the last `<` before ``offset``.
    let tagStart: Int

    /// The kind of a defect, in the categories that readers need.
    public enum Kind {
        /// An undefined entity, with its name.
        case undefinedEntity(String)
        /// A character that XML does not allow.
        case illegalCharacter
        /// A prefix without a namespace declaration.
        case undeclaredPrefix(String)
        case notWellFormed
        /// A warning without consequences.
        case harmless
    }

    /// The kind that follows from libxml2's code; codes not listed here are classified by ``isFatal`` alone.
    public var kind: Kind {
        switch code {
        // Code 27 is not fatal if a DOCTYPE references an external file; that file is never read, so text would be
        // lost.
        case 26, 27: .undefinedEntity(first ?? "")
        case 8, 9: .illegalCharacter
        case 201: .undeclaredPrefix(first ?? "")
        default: isFatal ? .notWellFormed : .harmless
        }
    }

    /// The character named in the message, such as `U+0003`.
    public var character: String {
        guard let value = message.split(whereSeparator: { !$0.isNumber }).last.flatMap({ UInt32($0) }) else {
            return "A character"
        }
        return Unicode.Scalar(value)?.codePoint ?? "U+" + String(value, radix: 16, uppercase: true)
    }

    /// Returns the position to report, in bytes from the start of the parsed text.
    ///
    /// - Parameter byte: Returns the byte at an offset, unless it was discarded.
    /// - Returns: The start of the tag or reference that the parser has just passed, or the parser's position.
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

    /// Returns the position of the `&` of the reference that contains or ends at the parser's position.
    private func referenceStart(byte: (Int) -> UInt8?) -> Int? {
        // The limit exceeds the length of common entity names.
        for place in (max(0, offset - 64)..<offset).reversed() {
            switch byte(place) {
            case UInt8(ascii: "&"): return place
            case UInt8(ascii: ";") where place == offset - 1: continue
            // References do not contain these characters, so an earlier `&` is unrelated.
            case UInt8(ascii: ";"), UInt8(ascii: "<"), UInt8(ascii: ">"), 0x20, 0x09, 0x0A, 0x0D, nil: return nil
            default: continue
            }
        }
        return nil
    }

    /// Describes the defect for users who do not know XML's grammar.
    ///
    /// - Parameters:
    ///   - before: The byte before the parser's position.
    ///   - firstLine: The number of the parser's first line in the file.
    /// - Returns: The problem and the remedy; the remedy is `nil` if the file must be repaired.
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
    /// Creates the defect for a text that contains U+0000.
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
