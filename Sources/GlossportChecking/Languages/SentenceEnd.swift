/// The kind of a sentence's end, independent of the language's punctuation.
enum SentenceEnd: Sendable, Hashable {
    case stop
    case question
    case exclamation
    case ellipsis
    case colon

    init?(_ scalar: Unicode.Scalar) {
        switch scalar {
        case ".", "。", "।", "۔", "．", "｡": self = .stop
        // The Greek question mark looks like a semicolon, and most files contain a semicolon instead.
        case "?", "？", "؟", "\u{37E}", ";": self = .question
        case "!", "！", "¡": self = .exclamation
        case "…", "⋯": self = .ellipsis
        case ":", "：": self = .colon
        default: return nil
        }
    }

    /// The end of a text, ignoring quotation marks, brackets and spaces after it.
    init?(of text: String) {
        let core = text.unicodeScalars.reversed().drop { Self.closing.contains($0) }
        guard let last = core.first, let end = SentenceEnd(last) else { return nil }
        self = end == .stop && core.prefix(3).allSatisfy { $0 == "." } && core.count > 3 ? .ellipsis : end
    }

    private static let closing = Array("\"'”’“»«)]）」』 \u{A0}\u{202F}\u{200E}\u{200F}".unicodeScalars)

    private static let ends = Array(".!?。！？।۔؟．｡".unicodeScalars)

    /// The number of sentences in a text, judged by their stops.
    ///
    /// Does not work for Thai.
    static func sentences(in scalars: [Unicode.Scalar]) -> Int {
        var count = 0
        var hasLetters = false
        for (index, scalar) in scalars.enumerated() {
            if ends.contains(scalar) {
                // The dots inside “2.5”, “e.g.” and “example.com” are not ends; Chinese and Japanese have no space
                // after a stop.
                let isWide = scalar.value >= 0x3000
                let next = index + 1 < scalars.count ? scalars[index + 1] : " "
                guard hasLetters, isWide || !next.isAlphabetic && !next.isNumeric else {
                    continue
                }
                count += 1
                hasLetters = false
            } else if scalar.isAlphabetic {
                hasLetters = true
            }
        }
        return hasLetters ? count + 1 : count
    }

    var name: String {
        switch self {
        case .stop: "a full stop"
        case .question: "a question mark"
        case .exclamation: "an exclamation mark"
        case .ellipsis: "an ellipsis"
        case .colon: "a colon"
        }
    }
}
