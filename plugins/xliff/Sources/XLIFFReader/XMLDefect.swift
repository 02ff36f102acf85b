/// What libxml2 complains about.
struct XMLDefect {
    var code: Int
    var isFatal: Bool
    var message: String
    var first: String?
    var second: String?
    var number: Int
    /// Where the parser stood, in bytes from the start of what it was given.
    var offset: Int

    /// What it is, as far as the reader cares.
    enum Kind {
        case undefinedEntity(String)
        case illegalCharacter
        case undeclaredPrefix(String)
        case notWellFormed
        /// A remark that changes nothing.
        case harmless
    }

    /// The numbers are libxml2's `xmlParserErrors`.
    var kind: Kind {
        switch code {
        // The second is not fatal where a DOCTYPE names an external file, which is never read: text would be lost.
        case 26, 27: .undefinedEntity(first ?? "")
        case 8, 9: .illegalCharacter
        case 201: .undeclaredPrefix(first ?? "")
        default: isFatal ? .notWellFormed : .harmless
        }
    }

    /// Whether it is a stray `&` or `<`, which says nothing about the file's end.
    ///
    /// The parser looks at the last piece of a text only when it is told that no more will come, so in a small file even a
    /// slip on the first line is reported then.
    var isSlipInText: Bool { [23, 38, 62, 68, 85].contains(code) }

    /// One sentence for a person who does not know XML's grammar, and what to do.
    ///
    /// - Parameters:
    ///   - before: The byte before the place where the parser gave up.
    ///   - firstLine: The line on which the parser's own count starts.
    func explanation(byteBefore before: UInt8?, firstLine: Int) -> (text: String, remedy: String) {
        let repair = "Ask the vendor for a repaired file."
        switch code {
        case 76:
            return (
                "<\((first ?? "?").shortened)>, opened on line \(number + firstLine - 1), is closed by "
                    + "</\((second ?? "?").shortened)>.", repair
            )
        case 5: return ("Something follows the end of the file's outermost element.", repair)
        case 23: return ("An & is followed by a name without a semicolon.", "Write &amp; where an ampersand is meant.")
        case 68 where before == UInt8(ascii: "&"), 85 where before == UInt8(ascii: "&"):
            return ("A bare & stands in the text.", "Write &amp; where an ampersand is meant.")
        case 68 where before == UInt8(ascii: "<"):
            return ("A bare < stands in the text.", "Write &lt; where a less-than sign is meant.")
        case 38: return ("A bare < stands in an attribute.", "Write &lt; where a less-than sign is meant.")
        case 62: return ("]]> stands in the text.", "Write ]]&gt; instead.")
        case 42: return ("The attribute \((first ?? "?").shortened) is given twice in one tag.", repair)
        case 64: return ("An XML declaration stands in the middle of the file.", "Remove it, or split the file there.")
        case 39, 40, 41, 65: return ("A tag's attributes are not written as XML wants them.", repair)
        case 4: return ("The file is not XML.", "Check whether the right file was delivered.")
        default:
            let message = message.prefix { $0 != "\n" }
            return ("This is not well-formed XML (\(String(message).shortened)).", repair)
        }
    }
}
