/// Recognises locales as vendors write them above columns and into cells.
enum LocaleName {
    /// The locale that a header names, or `nil`.
    ///
    /// A code stays as the vendor wrote it (`fr_FR`); a name becomes its code (`French (Canada)` is `fr-CA`, `German` is
    /// `de`). A remark in brackets is passed over where it says nothing about the region (`fr-FR (reviewed)`).
    static func locale(in header: String) -> String? {
        let (base, remark) = split(header.trimmingWhitespace)
        guard !base.isEmpty else { return nil }
        if LanguageCodes.isCode(base) { return withRemark(remark, code: base) }
        if let name = named(base) { return withRemark(remark, name: name) }
        return nil
    }

    /// The locale that a cell names: a code as it is, a name as its code, and anything else as it is too.
    static func locale(inCell cell: String) -> String {
        // Nearly all cells are codes; only what can't be one is looked up.
        let head = cell.utf8.prefix { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }
        if head.count <= 3, head.count >= 2 {
            let next = head.endIndex < cell.utf8.endIndex ? cell.utf8[head.endIndex] : 0x2D
            if next == 0x2D || next == 0x5F { return cell }
        }
        return locale(in: cell) ?? cell
    }

    /// The locale at the end of a file's name without its extension, such as `fr-CA` of `demo_fr-CA`, or `nil`.
    static func locale(inFileName name: String) -> String? {
        if LanguageCodes.isCode(name) { return name }
        for index in name.indices where "_-. ".contains(name[index]) {
            let rest = String(name[name.index(after: index)...])
            if LanguageCodes.isCode(rest) { return rest }
        }
        return nil
    }

    /// The locale that a header probably means that names none: a country's code, or a misspelt language.
    static func suggestion(for header: String) -> String? {
        let word = header.trimmingWhitespace.lowercased()
        if let code = languagesOfCountries[word] { return code }
        guard (5...24).contains(word.count) else { return nil }
        let nearest = Spelling.nearest(to: word, among: LanguageNames.all, atMost: word.count > 6 ? 2 : 1)
        return nearest.first.flatMap { LanguageNames.code(for: $0) }
    }

    /// Codes of countries that are not language codes, as vendors head columns with them.
    private static let languagesOfCountries = [
        "jp": "ja", "cn": "zh-Hans", "dk": "da", "cz": "cs", "gr": "el", "ua": "uk", "vn": "vi", "us": "en-US",
        "gb": "en-GB", "mx": "es-MX", "at": "de-AT", "il": "he",
    ]

    // MARK: Parts of a header

    /// Splits `French (France)` and `French [fr-FR]` into the parts before and in the brackets.
    private static func split(_ header: String) -> (base: String, remark: String?) {
        for (open, close) in [("(", ")"), ("[", "]")] as [(Character, Character)] {
            guard header.last == close, let start = header.lastIndex(of: open), start > header.startIndex else {
                continue
            }
            let remark = header[header.index(after: start)...].dropLast()
            return (String(header[..<start]).trimmingWhitespace, String(remark).trimmingWhitespace)
        }
        return (header, nil)
    }

    private static func withRemark(_ remark: String?, code: String) -> String? {
        // `fr-FR` says all there is to say, whatever the remark.
        guard let remark, !code.contains(where: { $0 == "-" || $0 == "_" }) else { return code }
        if let subtag = subtag(remark) { return code + "-" + subtag }
        let sameLanguage = named(remark).map { language(of: $0) == code.lowercased() } ?? false
        return sameLanguage || isReviewWord(remark) ? code : nil
    }

    private static func withRemark(_ remark: String?, name: String) -> String? {
        guard let remark else { return name }
        if LanguageCodes.isCode(remark), language(of: remark) == language(of: name) { return remark }
        if name == "no", ["nb", "nn"].contains(remark.lowercased()) { return remark.lowercased() }
        if let subtag = subtag(remark) { return name.contains("-") ? name : name + "-" + subtag }
        return isReviewWord(remark) ? name : nil
    }

    /// A language's name, perhaps with its region or in two languages: `French - Canada`, `FRENCH / FRANÇAIS`.
    private static func named(_ text: String) -> String? {
        if text.utf8.count <= longestName, let code = oneNamed(text.lowercased()) { return code }
        guard text.utf8.contains(UInt8(ascii: "/")) else { return nil }
        let parts = text.split(separator: "/").map { String($0).trimmingWhitespace }
        guard parts.count > 1 else { return nil }
        // At least one side is known, and all that are known agree.
        let found = Set(
            parts.compactMap { part in LanguageCodes.isCode(part) && !part.contains(" ") ? part : locale(in: part) }
        )
        return found.count == 1 ? found.first : nil
    }

    /// A language's name in lower case, perhaps with its region, in one language.
    private static func oneNamed(_ plain: String) -> String? {
        if let code = LanguageNames.code(for: plain) { return code }
        for separator in [" - ", " – ", ", ", "-", "_", " "] {
            guard let range = plain.lastRange(of: separator),
                let code = LanguageNames.code(for: String(plain[..<range.lowerBound]).trimmingWhitespace),
                !code.contains("-"),
                let subtag = RegionNames.subtag(for: String(plain[range.upperBound...]).trimmingWhitespace)
            else { continue }
            return code + "-" + subtag
        }
        return nil
    }

    /// More bytes than the name of a language with its region has, and some white space.
    private static let longestName = 128

    private static func subtag(_ remark: String) -> String? {
        if let subtag = RegionNames.subtag(for: remark.lowercased()) { return subtag }
        return LanguageCodes.isKnownRegion(remark) ? remark : nil
    }

    private static func language(of code: String) -> String {
        String(code.prefix { $0 != "-" && $0 != "_" }).lowercased()
    }

    private static func isReviewWord(_ remark: String) -> Bool {
        reviewWords.contains(HeaderWord.plain(remark)) || StateWord.state(of: remark) != nil
    }

    private static let reviewWords: Set<String> = [
        "source", "target", "original", "base", "default", "reference", "master", "v1", "v2", "v3", "v4", "edited",
        "updated", "proof", "proofed", "translation", "text", "copy", "latest", "neu", "human", "legal",
    ]
}

extension String {
    /// Where a text stands for the last time.
    fileprivate func lastRange(of text: String) -> Range<Index>? {
        let wanted = text.utf8
        var start = utf8.index(endIndex, offsetBy: -wanted.count, limitedBy: startIndex)
        while let found = start {
            if utf8[found...].starts(with: wanted) { return found..<utf8.index(found, offsetBy: wanted.count) }
            start = found > startIndex ? utf8.index(before: found) : nil
        }
        return nil
    }
}
