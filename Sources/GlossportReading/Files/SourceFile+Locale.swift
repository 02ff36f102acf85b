extension SourceFile {
    /// The locale in the file's name, as in `fr.strings`, `Retention.fr-CA.xlf` and `offers_pt_BR.csv`; otherwise
    /// `nil`.
    ///
    /// Accepts App Store languages only, because nearly every short word is some language's code. Accepts words such as
    /// `id` and `no` only if they are the whole name.
    public var fileNameLocale: String? { Self.locale(inNameOf: path) }

    static func locale(inNameOf path: String) -> String? {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
        guard let word = code(endingName: stem), LanguageCodes.isStoreTag(word), !isPair(word) else {
            return nil
        }
        return word == stem || !LanguageCodes.words.contains(word.lowercased()) ? word : nil
    }

    /// Returns the language in the name of a file or its folder: `German.csv`, `pt-BR/offers.csv`.
    ///
    /// - Returns: The locale, and `file` or `folder`, depending on which name contains it; `nil` if neither does.
    package static func language(named path: String) -> (holder: String, locale: String)? {
        if let locale = locale(inNameOf: path) { return ("file", locale) }
        let pieces = path.split(separator: "/").map(String.init)
        guard let name = pieces.last else { return nil }
        let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
        if let locale = wholeName(stem) { return ("file", locale) }
        guard let folder = pieces.dropLast().last else { return nil }
        let word = folder.lowercased().hasSuffix(".lproj") ? String(folder.dropLast(".lproj".count)) : folder
        let isCode = LanguageCodes.isStoreTag(word) && !isPair(word) && !LanguageCodes.words.contains(word.lowercased())
        return (isCode ? word : wholeName(word)).map { ("folder", $0) }
    }

    /// Returns the locale that a name spells out, alone or in parentheses at its end: `German`, `Localizable (German)`.
    private static func wholeName(_ name: String) -> String? {
        let word = name.hasSuffix(")") ? name.dropLast().split(separator: "(").last.map(String.init) : name
        return word.flatMap { LanguageNames.code(for: $0.lowercased()) }
    }

    /// Returns the locale at the end of a file's name without its extension, such as `fr-CA` in `demo_fr-CA`, or `nil`.
    static func code(endingName name: String) -> String? {
        if LanguageCodes.isCode(name) { return name }
        for index in name.indices where "_-. ".contains(name[index]) {
            let rest = String(name[name.index(after: index)...])
            if LanguageCodes.isCode(rest) { return rest }
        }
        return nil
    }

    /// Whether a word may be a pair of languages, such as `en_de`, which some tools write for a translation from
    /// English to German.
    private static func isPair(_ word: String) -> Bool {
        let pieces = word.split { $0 == "-" || $0 == "_" }
        return pieces.count == 2 && pieces[0] != pieces[1] && LanguageCodes.storeLanguages.contains(String(pieces[1]))
    }

    /// The name of the enclosing `.lproj` folder, otherwise the locale in the file's name.
    package var pathLocale: String? { lprojName ?? fileNameLocale }

    /// The name of the nearest enclosing `.lproj` folder, such as `de`, `zh-Hans` or `Base`; otherwise `nil`.
    public var lprojName: String? {
        path.split(separator: "/").dropLast().last { $0.lowercased().hasSuffix(".lproj") }
            .map { String($0.dropLast(".lproj".count)) }
    }
}
