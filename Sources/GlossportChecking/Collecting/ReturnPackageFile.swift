import GlossportReading

/// Recognizes the files of a package that a vendor returns.
package enum ReturnPackageFile {
    /// The heading of the column that identifies a package's table.
    static let heading = "glossport: package"
    package static let letterTitle = "TEXTS TO TRANSLATE OR CORRECT"
    package static let previewSignature = "<!doctype html>\n<!-- glossport preview -->\n"

    /// Whether a delivered file is a package's letter or preview.
    ///
    /// A letter is recognized by the letters A to Z of its title, because e-mail programs change white space and
    /// quoting.
    static func recognizes(_ head: FilePrefix) -> Bool {
        switch head.fileExtension {
        case "txt":
            head.bytes.lazy.filter(isLetter).starts(with: letterTitle.utf8.filter(isLetter))
        case "html", "htm": head.bytes.starts(with: previewSignature.utf8)
        default: false
        }
    }

    /// Whether a text file is a package, judged by its beginning: the heading of a table, or the author of a note.
    static func isPackage(_ head: FilePrefix) -> Bool {
        // Reduces UTF-16 to its ASCII bytes.
        let text = String(decoding: head.bytes.filter { $0 != 0 }, as: UTF8.self)
        return [heading, "=\"glossport\"", "='glossport'"].contains { text.hasBytes(of: $0) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
}
