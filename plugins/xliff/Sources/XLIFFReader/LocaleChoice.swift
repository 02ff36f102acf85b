import GlossportReading

/// Which locale the units of one `file` element are in, and how that was decided.
struct LocaleChoice: Hashable {
    /// Where a locale came from, strongest first.
    enum Origin: String {
        case option = "from the locale option"
        case attribute = "from the file's target language"
        case folder = "from the folder's name"
    }

    var locale: String?
    var origin: Origin?
    /// The disagreement between the file and another origin, as a sentence.
    var contradiction: String?

    /// Decides: the user's word, else the file's, else the folder's; the file's name can only contradict.
    ///
    /// - Parameters:
    ///   - option: The locale from the delivery's options.
    ///   - attribute: The value of `target-language` or `trgLang`.
    ///   - folder: The name of the nearest `.lproj` or `.xcloc` folder.
    ///   - fileName: The locale that the file is named after.
    init(option: String?, attribute: String?, folder: String?, fileName: String? = nil) {
        if let option {
            (locale, origin) = (option, .option)
        } else if let attribute {
            (locale, origin) = (attribute, .attribute)
        } else if let folder {
            (locale, origin) = (folder, .folder)
        }
        // Contradictions with the user's locale are found for all formats in the same way.
        guard let attribute, option == nil else { return }
        if let folder, LanguageTag.contradict(folder, attribute) {
            contradiction =
                "The file is in a folder for \(folder.shortened), but its target language is "
                + "\(attribute.shortened); \(attribute.shortened) counts."
        } else if folder == nil, let fileName, LanguageTag.contradict(fileName, attribute) {
            contradiction =
                "The file is named after \(fileName.shortened), but its target language is "
                + "\(attribute.shortened); \(attribute.shortened) counts."
        }
    }
}

extension SourceFile {
    /// The locale that an enclosing `de.lproj` or `de.xcloc` folder names; a bundle says it in its `contents.json`, too.
    var folderLocale: String? {
        if let lprojName { return lprojName.lowercased() == "base" ? nil : lprojName }
        let folder = path.split(separator: "/").dropLast().last { $0.lowercased().hasSuffix(".xcloc") }
        return bundleLocale ?? folder.map { String($0.dropLast(".xcloc".count)) }
    }
}
