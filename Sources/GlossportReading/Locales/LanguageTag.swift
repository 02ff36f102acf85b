/// A locale as vendors write it, taken apart: `zh-Hans-CN`, `pt_BR`.
public struct LanguageTag: Sendable, Hashable {
    /// In lower case, as all of them.
    public var language: String
    /// Such as `hans`.
    public var script: String?
    /// Such as `br` or `419`.
    public var region: String?

    /// A bare language, in lower case.
    public init(language: String) { self.language = language }

    /// Takes a tag apart that says nothing but these three; `nil` for any other.
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
        // A variant or an extension says something that a short code can't; better to ask than to drop it.
        guard rest.isEmpty else { return nil }
    }

    /// Takes of any tag what can be told: what follows its region, or can't be told, is passed over.
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

    /// Whether two tags can't mean the same language, such as `fr` and `de-DE`, or `pt-BR` and `pt_PT`.
    ///
    /// `de` and `de-DE` go together, and so do `zh-Hans` and `zh-CN`: only what both say can disagree. Other codes and names of a language
    /// (`iw`, `deu`, `German`) count as the usual one; a word that names no language (`Base`) contradicts nothing.
    ///
    /// - Parameters:
    ///   - left: A tag.
    ///   - right: Another.
    /// - Returns: Whether they can't mean the same.
    public static func contradict(_ left: String, _ right: String) -> Bool {
        guard let left = LanguageTag(comparable: left), let right = LanguageTag(comparable: right) else { return false }
        return left.language != right.language || differ(left.script, right.script) || differ(left.region, right.region)
    }

    /// The usual form of what any tag or name of a language says.
    private init?(comparable text: String) {
        // After these come a variant of gettext and the encoding of a POSIX locale.
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

    /// The common form of a tag's spellings: `fr_FR` and `fr-fr` are both `fr-fr`.
    ///
    /// - Parameter text: A tag.
    /// - Returns: The tag in lower case, with hyphens.
    public static func folded(_ text: String) -> String { String(text.lowercased().map { $0 == "_" ? "-" : $0 }) }

    private static func differ(_ left: String?, _ right: String?) -> Bool {
        guard let left, let right else { return false }
        // Latin America's Spanish is that of each of its countries.
        if left == "419" || right == "419" { return left == "es" || right == "es" }
        return left != right
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
    }
}
