extension SourceFile {
    /// The locale that the file is named after: `fr.strings`, `Retention.fr-CA.xlf`, `offers_pt_BR.csv`; `nil` if there is none.
    ///
    /// Only the App Store's languages count, since nearly every short word is some language's code; and words such as `id` and `no` only
    /// if they are the whole name.
    public var fileNameLocale: String? { Self.locale(inNameOf: path) }

    /// The locale that a file is named after.
    static func locale(inNameOf path: String) -> String? {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
        guard let word = code(endingName: stem), LanguageCodes.isStoreTag(word), !isPair(word) else {
            return nil
        }
        return word == stem || !LanguageCodes.words.contains(word.lowercased()) ? word : nil
    }

    /// The language after which a file or its folder is named: `German.csv`, `pt-BR/offers.csv`.
    ///
    /// - Returns: Which of them, as a word, and the locale; `nil` if neither is.
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

    /// The locale that a name says in words, with or without others before it in brackets: `German`, `Localizable (German)`.
    private static func wholeName(_ name: String) -> String? {
        let word = name.hasSuffix(")") ? name.dropLast().split(separator: "(").last.map(String.init) : name
        return word.flatMap { LanguageNames.code(for: $0.lowercased()) }
    }

    /// The locale at the end of a file's name without its extension, such as `fr-CA` of `demo_fr-CA`, or `nil`.
    static func code(endingName name: String) -> String? {
        if LanguageCodes.isCode(name) { return name }
        for index in name.indices where "_-. ".contains(name[index]) {
            let rest = String(name[name.index(after: index)...])
            if LanguageCodes.isCode(rest) { return rest }
        }
        return nil
    }

    /// Whether a word may be two languages, such as `en_de`, which tools write for a translation from one to the other.
    private static func isPair(_ word: String) -> Bool {
        let pieces = word.split { $0 == "-" || $0 == "_" }
        return pieces.count == 2 && pieces[0] != pieces[1] && LanguageCodes.storeLanguages.contains(String(pieces[1]))
    }

    /// The name of the nearest enclosing `.lproj` folder (`de`, `zh-Hans`, `Base`), or `nil` if there is none.
    public var lprojName: String? {
        path.split(separator: "/").dropLast().last { $0.lowercased().hasSuffix(".lproj") }
            .map { String($0.dropLast(".lproj".count)) }
    }
}
