import GlossportReading

/// A format that no reader here knows, but that vendors send: what it is called, and what to do with it.
struct ForeignFormat {
    /// As it stands in a sentence, such as “an Excel workbook”.
    let name: String
    let advice: Advice
    /// Whether a file of it in a folder is meant to be read; a letter is not.
    let holdsTranslations: Bool

    /// What a file is by its name, if that is of such a format.
    ///
    /// - Parameter file: Any file.
    init?(_ file: SourceFile) {
        if file.name.lowercased() == "strings.xml" {
            self.init("a file of Android's string resources", Self.plugin("android"))
            return
        }
        switch file.fileExtension {
        case "xlsx": self.init("an Excel workbook", Self.plugin("xlsx", or: "save the sheet as CSV (UTF-8)"))
        case "xls", "ods", "numbers": self.init("a spreadsheet", "Save it as CSV (UTF-8) in the program that made it.")
        case "po", "pot": self.init("a gettext file", Self.plugin("po"))
        case "mo": self.init("a compiled gettext file", "Ask the vendor for the PO file it was made of, or for XLIFF.")
        case "arb": self.init("a file of Flutter's texts", Self.plugin("arb"))
        case "json": self.init("a JSON file", Self.other)
        case "resx": self.init("a file of .NET resources", Self.other)
        case "properties": self.init("a file of Java properties", Self.other)
        case "tmx":
            self.init("a translation memory", "Ask the vendor for the translated files themselves, as XLIFF or CSV.")
        case "zip", "7z", "rar", "gz", "tgz", "tar", "xz", "bz2":
            self.init("an archive of another kind than .zip", "Unpack it, and name the folder.")
        case "sdlppx", "sdlrpx", "wsxz", "mqxlz", "txlf":
            self.init("a package of a translation tool", "Ask the vendor to export the target files, as XLIFF or CSV.")
        case "docx", "doc", "odt", "pdf", "pages", "rtf":
            self.init(
                "a document",
                "Ask the vendor for XLIFF or CSV: a document has no keys.",
                holdsTranslations: false
            )
        default: return nil
        }
    }

    private init(_ name: String, _ advice: Advice, holdsTranslations: Bool = true) {
        self.name = name
        self.advice = advice
        self.holdsTranslations = holdsTranslations
    }

    private static let other: Advice =
        "Ask the vendor for XLIFF or CSV, or write a plugin that reads it."

    /// One of the plugins that come with the program.
    private static func plugin(_ id: String, or otherwise: String = "ask the vendor for XLIFF or CSV") -> Advice {
        """
        Write `\(id): { command: [glossport-reader-\(id)] }` under `readers:` in the project file, and run \(.trustReader(id)); \
        or \(otherwise).
        """
    }
}
