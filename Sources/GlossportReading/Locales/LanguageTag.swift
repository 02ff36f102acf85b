/// The parts of a locale in a vendor's spelling, such as `zh-Hans-CN` or `pt_BR`.
public struct LanguageTag: Sendable, Hashable {
    /// The language; all parts are lowercase.
    public var language: String
    /// The script, such as `hans`.
    public var script: String?
    /// The region, such as `br` or `419`.
    public var region: String?

    /// Creates a tag from a lowercase language.
    public init(language: String) { self.language = language }

    /// Parses a tag; `nil` if it is malformed or contains parts other than these three.
    public init?(_ text: String) {
        let parts = Self.folded(text).split(separator: "-", omittingEmptySubsequences: false)
        guard let first = parts.first, (2...3).contains(first.utf8.count),
            parts.allSatisfy({ part in (1...8).contains(part.utf8.count) && part.utf8.allSatisfy(Self.isAlphanumeric) }
            ),
            first.utf8.allSatisfy({ (0x61...0x7A).contains($0) })
        else { return nil }
        language = String(first)
        var rest = parts.dropFirst()
        if let part = rest.first, part.utf8.count == 4, part.first?.isLetter == true {
            script = String(part)
            rest.removeFirst()
        }
        if let part = rest.first, part.utf8.count == 2 || (part.utf8.count == 3 && part.first?.isNumber == true) {
            region = String(part)
            rest.removeFirst()
        }
        // A variant or an extension carries information that a short code cannot; asking the user is better than
        // dropping it.
        guard rest.isEmpty else { return nil }
    }

    /// Parses the beginning of any tag; stops at the first part that is neither a script nor a region.
    public init(beginning text: String) {
        let pieces = Self.folded(text).split(separator: "-").map(String.init)
        language = pieces.first ?? ""
        for piece in pieces.dropFirst() {
            if piece.count == 4, script == nil, region == nil {
                script = piece
            } else if piece.count == 2 || piece.count == 3, region == nil {
                region = piece
            } else {
                break
            }
        }
    }

    /// Whether two tags cannot mean the same language, such as `fr` and `de-DE`, or `pt-BR` and `pt_PT`.
    ///
    /// `de` and `de-DE` are compatible, and so are `zh-Hans` and `zh-CN`: only parts present in both can disagree.
    /// Other codes and names of a language (`iw`, `deu`, `German`) are normalized first; a word that is not a language
    /// (`Base`) contradicts no tag.
    public static func contradict(_ left: String, _ right: String) -> Bool {
        guard let left = LanguageTag(comparable: left), let right = LanguageTag(comparable: right) else { return false }
        return left.contradicts(right)
    }

    func contradicts(_ other: LanguageTag) -> Bool {
        language != other.language || Self.differ(script, other.script) || Self.differ(region, other.region)
    }

    /// Normalizes a tag or a language name for comparison.
    init?(comparable text: String) {
        // Removes a gettext variant (`@…`) and the encoding of a POSIX locale (`.…`).
        let text = String(text.prefix { $0 != "@" && $0 != "." })
        var tag = LanguageTag(beginning: text)
        if tag.language.utf8.count > 3 {
            guard let code = LanguageNames.code(for: text.lowercased()) else { return nil }
            tag = LanguageTag(beginning: code)
        }
        language = LanguageCodes.aliases[tag.language] ?? tag.language
        switch (language, tag.region) {
        case ("zh", "chs"): (script, region) = ("hans", nil)
        case ("zh", "cht"): (script, region) = ("hant", nil)
        case ("zh", "cn"), ("zh", "sg"): (script, region) = (tag.script ?? "hans", tag.region)
        case ("zh", "tw"), ("zh", "hk"), ("zh", "mo"): (script, region) = (tag.script ?? "hant", tag.region)
        case (_, "uk"): (script, region) = (tag.script, "gb")
        default: (script, region) = (tag.script, tag.region)
        }
    }

    /// Returns the canonical spelling of a tag: `fr-fr` for both `fr_FR` and `fr-fr`.
    public static func folded(_ text: String) -> String { String(text.lowercased().map { $0 == "_" ? "-" : $0 }) }

    private static func differ(_ left: String?, _ right: String?) -> Bool {
        guard let left, let right else { return false }
        // Latin American Spanish is compatible with every Spanish-speaking country except Spain.
        if left == "419" || right == "419" { return left == "es" || right == "es" }
        return left != right
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
    }
}
