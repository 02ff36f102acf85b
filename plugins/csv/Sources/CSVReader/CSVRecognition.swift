import GlossportReading

enum CSVRecognition {
    /// Extensions that identify the format; a `.txt` file must be recognized by its content.
    private static let ownExtensions: Set<String> = ["csv", "tsv"]

    static func recognize(_ head: FilePrefix) -> Recognition {
        let isNamed = ownExtensions.contains(head.fileExtension)
        let isText = isNamed || head.fileExtension == "txt"
        let detected = TextEncoding.detect(head.bytes)
        var text: [UInt8] = []
        let failure = try? SourceFile(path: head.path, bytes: head.bytes)
            .forEachTextChunk(encoding: detected.encoding, markLength: detected.markLength) {
                text.append(contentsOf: $0)
            }
        if isOtherFormat(text) { return .no }
        // Bytes that are not UTF-8 may still be a table in an encoding set by the options.
        if let failure, !failure.truncated { return isNamed ? .byName : .no }
        guard let options = try? CSVOptions(ReaderOptions()) else { return .no }
        let detection = DialectDetection(
            options: options,
            path: head.path,
            fileExtension: head.fileExtension
        )
        let found = text.withUnsafeBytes { detection.detect($0, isWhole: head.bytes.count < SourceFile.headSize) }
        if found.header.problem == nil, found.unclear == nil { return .byContent }
        if isNamed { return .byName }
        return isText && found.isDivided && found.unclear == nil ? .byName : .no
    }

    /// Whether a text is XML, HTML, JSON, RTF, PDF, an archive or a binary property list, or contains zero bytes.
    private static func isOtherFormat(_ text: [UInt8]) -> Bool {
        if text.contains(0) { return true }
        let start = String(decoding: text.prefix(64), as: UTF8.self).trimmingWhitespace.lowercased()
        return ["<?xml", "<!doctype", "<html", "<xliff", "{\\rtf", "{", "pk\u{3}\u{4}", "bplist", "%pdf"]
            .contains { start.hasPrefix($0) }
    }
}
