/// Recognises locales as vendors write them above columns and into cells.
enum LocaleName {
    /// The one locale that a header names, or `nil`.
    ///
    /// A code stays as the vendor wrote it (`fr_FR`); a name becomes its code (`French (Canada)` is `fr-CA`, `German` is
    /// `de`). A remark is passed over where it says nothing about the region (`fr-FR (reviewed)`).
    static func locale(in header: String) -> String? {
        let code = header.trimmingWhitespace
        if LanguageCodes.isCode(code) { return code }
        let meaning = HeaderMeaning(code)
        return meaning.holdsTexts && meaning.locales.count == 1 ? meaning.locales.first : nil
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

    /// The locale that a header probably means that names none: a country's code, or a misspelt language.
    static func suggestion(for header: String) -> String? {
        let word = header.trimmingWhitespace.lowercased()
        if let code = languagesOfCountries[word] { return code }
        guard (5...24).contains(word.count), HeaderWord(word) == nil else { return nil }
        let nearest = Spelling.nearest(to: word, among: LanguageNames.all, atMost: word.count > 6 ? 2 : 1)
        return nearest.first.flatMap { LanguageNames.code(for: $0) }
    }

    /// Codes of countries that are not language codes, as vendors head columns with them.
    private static let languagesOfCountries = [
        "jp": "ja", "cn": "zh-Hans", "dk": "da", "cz": "cs", "gr": "el", "ua": "uk", "vn": "vi", "us": "en-US",
        "gb": "en-GB", "mx": "es-MX", "at": "de-AT", "il": "he",
    ]

    /// Whether a cell beside a language names a region or script, or several.
    static func namesRegions(_ cell: String) -> Bool {
        let names = cell.split { "/,;&+|".contains($0) }.map { String($0).trimmingWhitespace }
        return !names.isEmpty && names.allSatisfy { locale("und", region: $0) != nil }
    }

    /// The locale of a row that names language and region, or script, in two cells: `pt` and `PT`, `Chinese` and `Traditional`.
    ///
    /// - Returns: `nil` if the region is unknown, or contradicts the language's own.
    static func locale(_ language: String, region: String) -> String? {
        let tag = LanguageTag(beginning: language)
        let name = region.trimmingWhitespace
        // The second cell may hold a whole tag, too.
        if LanguageCodes.isCode(name), LanguageTag(beginning: name).region != nil {
            return LanguageTag.contradict(language, name) ? nil : name
        }
        let isCode = LanguageCodes.isKnownRegion(name.uppercased())
        let isScript = LanguageCodes.isScript(name[...])
        guard
            let subtag = RegionNames.subtag(for: name.lowercased())
                ?? (isScript ? name.capitalizedTag : isCode ? name.uppercased() : nil)
        else { return nil }
        let known = subtag.utf8.count == 4 ? tag.script : tag.region
        if let known { return known == subtag.lowercased() ? language : nil }
        return tag.script == nil || subtag.utf8.count != 4 ? "\(language)-\(subtag)" : nil
    }
}

extension String {
    /// A script's code as it is usually written: `Hant`.
    fileprivate var capitalizedTag: String { prefix(1).uppercased() + dropFirst().lowercased() }
}
