import GlossportReading

/// The locale of the units in one `file` element, and its origin.
struct LocaleChoice: Hashable {
    /// The origin of a locale, in order of precedence.
    enum Origin: String {
        case option = "from the locale option"
        case attribute = "from the file's target language"
        case folder = "from the folder's name"
    }

    var locale: String?
    var origin: Origin?
    /// The contradiction between the file and another origin, as a sentence.
    var contradiction: String?

    /// Chooses the locale from the option, the `target-language` or `trgLang` attribute, or the folder, in this order.
    ///
    /// The file's name can only cause a contradiction.
    init(option: String?, attribute: String?, folder: String?, fileName: String? = nil) {
        if let option {
            (locale, origin) = (option, .option)
        } else if let attribute {
            (locale, origin) = (attribute, .attribute)
        } else if let folder {
            (locale, origin) = (folder, .folder)
        }
        // Glossport itself reports contradictions with the user's locale.
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
    /// The locale in the name of an enclosing `de.lproj` or `de.xcloc` folder, or in the `contents.json` of the bundle.
    var folderLocale: String? {
        if let lprojName { return lprojName.lowercased() == "base" ? nil : lprojName }
        let folder = path.split(separator: "/").dropLast().last { $0.lowercased().hasSuffix(".xcloc") }
        return bundleLocale ?? folder.map { String($0.dropLast(".xcloc".count)) }
    }
}
