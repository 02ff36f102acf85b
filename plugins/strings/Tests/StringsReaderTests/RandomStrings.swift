/// A small generator of reproducible random numbers (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678 }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Writes random .strings files that Foundation accepts, with various keys, texts, comments and escapes.
struct RandomStrings {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func file() -> String {
        let pairs = (0..<Int.random(in: 0...12, using: &generator)).map { _ in pair() }.joined()
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: return space() + "{" + pairs + space() + "}" + space()
        case 1: return "\u{FEFF}" + pairs + space() + " "
        default: return space() + pairs + space() + " "
        }
    }

    mutating func dictionary() -> [String: String] {
        var result: [String: String] = [:]
        for _ in 0..<Int.random(in: 1...8, using: &generator) {
            result[pick(["a", "b\n", "c d", "<e>", "f&g", "ü", "🎈", "]]>"])] = pick([
                "", "x", "a\nb", "<&>", "\"'", "花", " y ",
            ])
        }
        return result
    }

    private mutating func pair() -> String {
        let key = string()
        if Int.random(in: 0..<8, using: &generator) == 0 { return space() + key + gap(after: key) + ";" }
        let value = string()
        return space() + key + gap(after: key) + "=" + space() + value + gap(after: value) + ";"
    }

    /// A gap after an unquoted string must not begin with the slash of a comment.
    private mutating func gap(after text: String) -> String {
        text.hasSuffix("\"") || text.hasSuffix("'") ? space() : " " + space()
    }

    private mutating func string() -> String {
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: return pick(["a", "key_1", "CFBundleName", "http://x.y/z", "-1.5", "$", "a:b", "."])
        case 1: return "'" + content(without: "'") + "'"
        default: return "\"" + content(without: "\"") + "\""
        }
    }

    private mutating func content(without quote: String) -> String {
        (0..<Int.random(in: 0...9, using: &generator)).map { _ in
            pick([
                "a", "Wort ", "\n", "\r\n", "\t", "ä", "花", "🎈", "e\u{301}", "\u{FEFF}", "\u{2028}", "//", "/*", "*/",
                ";", "=",
                "{", "%@", "\\n", "\\t", "\\\\", "\\\"", "\\'", "\\a", "\\101", "\\351", "\\7 ", "\\U00e9", "\\U41 ",
                "\\UD83D\\UDE00", "\\u00e9", "\\x41", "\\q", "\\\n", "\\é", "\\🎈", quote == "'" ? "\"" : "'",
            ])
        }.joined()
    }

    private mutating func space() -> String {
        (0..<Int.random(in: 0...3, using: &generator)).map { _ in
            pick([
                " ", "\n", "\t", "\r\n", "\u{B}", "\u{2029}", "/* note */", "/**/", "// line\n", "/*\n*\"a\"=b;*/",
                "//\r",
            ])
        }.joined()
    }

    private mutating func pick(_ choices: [String]) -> String {
        choices[Int.random(in: 0..<choices.count, using: &generator)]
    }
}
