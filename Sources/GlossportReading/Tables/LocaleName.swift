/// Recognizes locales as vendors write them in column headers and cells.
enum LocaleName {
    /// Returns the only locale that a header names; otherwise `nil`.
    ///
    /// A code is returned in the vendor's spelling (`fr_FR`), a name as its code (`fr-CA` for `French (Canada)`, `de`
    /// for `German`). Remarks unrelated to the region are ignored (`fr-FR (reviewed)`).
    static func locale(in header: String) -> String? {
        let code = header.trimmingWhitespace
        if LanguageCodes.isCode(code) { return code }
        let meaning = HeaderMeaning(code)
        return meaning.mayHoldTexts && meaning.locales.count == 1 ? meaning.locales.first : nil
    }

    /// Returns the locale that a cell names: the code for a name, and any other cell unchanged.
    static func locale(inCell cell: String) -> String {
        // Fast path: nearly all cells are codes.
        let head = cell.utf8.prefix { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }
        if head.count <= 3, head.count >= 2 {
            let next = head.endIndex < cell.utf8.endIndex ? cell.utf8[head.endIndex] : 0x2D
            if next == 0x2D || next == 0x5F { return cell }
        }
        return locale(in: cell) ?? cell
    }

    /// Returns the likely locale for a header that does not name one: a country code or a misspelled language.
    static func suggestion(for header: String) -> String? {
        let word = header.trimmingWhitespace.lowercased()
        if let code = languagesOfCountries[word] { return code }
        guard (5...24).contains(word.count), HeaderWord(word) == nil else { return nil }
        let nearest = Spelling.nearest(to: word, among: LanguageNames.all, atMost: word.count > 6 ? 2 : 1)
        return nearest.first.flatMap { LanguageNames.code(for: $0) }
    }

    /// Country codes in column headers that are not language codes.
    private static let languagesOfCountries = [
        "jp": "ja", "cn": "zh-Hans", "dk": "da", "cz": "cs", "gr": "el", "ua": "uk", "vn": "vi", "us": "en-US",
        "gb": "en-GB", "mx": "es-MX", "at": "de-AT", "il": "he",
    ]

    /// Whether a cell beside a language names one or more regions or scripts.
    static func namesRegions(_ cell: String) -> Bool {
        let names = cell.split { "/,;&+|".contains($0) }.map { String($0).trimmingWhitespace }
        return !names.isEmpty && names.allSatisfy { locale("und", region: $0) != nil }
    }

    /// Returns the locale for a language and a region or script in two cells: `pt` and `PT`, `Chinese` and
    /// `Traditional`.
    ///
    /// - Returns: `nil` if the region is unknown or contradicts the language's own region.
    static func locale(_ language: String, region: String) -> String? {
        let tag = LanguageTag(beginning: language)
        let name = region.trimmingWhitespace
        // The second cell may also contain a complete tag.
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
    /// A script's code in its usual spelling: `Hant`.
    fileprivate var capitalizedTag: String { prefix(1).uppercased() + dropFirst().lowercased() }
}
