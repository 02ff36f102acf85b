import GlossportReading

/// A format that no reader here knows, but that vendors send: what it is called, and what to do with it.
struct ForeignFormat {
    /// The name in a sentence, such as “an Excel workbook”.
    let name: String
    let advice: String
    let kind: Kind

    enum Kind {
        /// Meant to be read.
        case translations
        /// Likewise, once it is unpacked.
        case archive
        /// A letter, perhaps; in a folder it is left out.
        case document
    }

    /// The foreign format that a file's name indicates, if any.
    ///
    /// - Parameter file: Any file.
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

    private init(_ name: String, _ advice: String, _ kind: Kind = .translations) {
        self.name = name
        self.advice = advice
        self.kind = kind
    }

    private static let other: String =
        "Ask the vendor for XLIFF or CSV, or write a plugin that reads it: `glossport plugin new`."
}
