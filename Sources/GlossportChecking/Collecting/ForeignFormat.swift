import GlossportReading

/// A format that vendors send but no reader supports, with a remedy.
struct ForeignFormat {
    /// The name in a sentence, such as “a spreadsheet”.
    let name: String
    let remedy: String
    let kind: Kind

    enum Kind {
        /// Translations in an unsupported format.
        case translations
        /// An archive of translations, which must be unpacked.
        case archive
        /// A document, such as a letter; skipped when it is in a folder.
        case document
    }

    /// - Parameter file: Any file; its name extension decides.
    init?(_ file: SourceFile) {
        switch file.fileExtension {
        case "xls", "numbers":
            self.init("a spreadsheet", "Save it as CSV (UTF-8) in the program that created it.")
        case "mo": self.init("a compiled gettext file", "Ask the vendor for the original PO file, or for XLIFF.")
        case "json": self.init("a JSON file", Self.other)
        case "resx": self.init("a file of .NET resources", Self.other)
        case "properties": self.init("a file of Java properties", Self.other)
        case "tmx":
            self.init("a translation memory", "Ask the vendor for the translated files themselves, as XLIFF or CSV.")
        case "zip": self.init("an archive that can't be opened", "Unpack it, and name the folder.", .archive)
        case "7z", "rar", "gz", "tgz", "tar", "xz", "bz2":
            self.init("an archive of another kind than .zip", "Unpack it, and name the folder.", .archive)
        case "docx", "doc", "odt", "pdf", "pages", "rtf":
            self.init("a document", "Ask the vendor for XLIFF or CSV: a document has no keys.", .document)
        default: return nil
        }
    }

    private init(_ name: String, _ remedy: String, _ kind: Kind = .translations) {
        self.name = name
        self.remedy = remedy
        self.kind = kind
    }

    private static let other: String =
        "Ask the vendor for XLIFF or CSV, or write a plugin that reads it: `glossport plugin new`."
}
