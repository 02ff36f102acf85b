import GlossportReading

/// The files of a return package beside the excerpts, which may come back with them: they contain no translations.
enum ReturnPackageFile {
    static let tableName = "findings.csv"
    static let letterName = "README.txt"
    static let title = "TRANSLATIONS TO CORRECT"
    static let briefTitle = "TEXTS TO TRANSLATE"
    static let headings = [
        "key", "locale", "message", "field", "text", "length", "limit", "source", "severity", "finding", "remedy",
        "rule", "fingerprint", "file", "line",
    ]

    /// Whether a delivered file is one of ours, whatever a spreadsheet or a mail has made of it.
    static func recognizes(_ head: FilePrefix) -> Bool {
        guard ["csv", "txt"].contains(head.fileExtension) else { return false }
        let letters = head.bytes.lazy.filter { (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }
        return [headings.joined(), title.filter { $0 != " " }, briefTitle.filter { $0 != " " }].contains {
            letters.starts(with: $0.utf8)
        }
    }
}
