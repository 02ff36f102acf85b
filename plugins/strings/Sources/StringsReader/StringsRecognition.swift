import GlossportReading

/// Tells .strings files from others by their first bytes.
enum StringsRecognition {
    static func judge(_ head: FileHead) -> Recognition {
        let isNamed = StringsReader.format.extensions.contains(head.fileExtension)
        let detection = TextEncoding.detect(head.bytes)
        switch FileForm(head.bytes, encoding: detection.encoding, markLength: detection.markLength) {
        case .blank:
            return isNamed ? .byName : .no
        case .binary:
            // Any program may write a property list; only the name says that this one holds texts.
            return isNamed ? .byContent : .no
        case .xml:
            let text = FileForm.text(of: head.bytes.dropFirst(detection.markLength), detection.encoding)
            return isNamed && text.contains("<plist") ? .byContent : .no
        case .text:
            let text = FileForm.text(of: head.bytes.dropFirst(detection.markLength), detection.encoding)
            return startsWithPair(text.utf8, unquoted: isNamed) ? .byContent : isNamed ? .byName : .no
        }
    }

    /// Whether the text begins with comments, then `"key" =` or `"key";`.
    ///
    /// JSON has a colon there, CSV a comma. Keys without quotation marks look like many other languages, so they count
    /// only under the right name.
    private static func startsWithPair(_ text: String.UTF8View, unquoted: Bool) -> Bool {
        Array(text).withUnsafeBytes { bytes in
            var lexer = StringsLexer(bytes, isCutOff: true)
            var expected = Expected.key
            while let token = lexer.next(texts: expected == .key || expected == .value) {
                switch (token, expected) {
                case (.comment, _), (.mark(UInt8(ascii: "{")), .key): continue
                case (.text, .key) where unquoted || lexer.string.isQuoted: expected = .equals
                case (.mark(UInt8(ascii: "=")), .equals): expected = .value
                case (.text, .value): expected = .semicolon
                case (.mark(UInt8(ascii: ";")), .equals), (.mark(UInt8(ascii: ";")), .semicolon): return true
                default: return false
                }
            }
            // A long comment or text may fill all that is seen of the file.
            return expected == .value || expected == .semicolon || (unquoted && bytes.count > 4_000)
        }
    }

    private enum Expected {
        case key
        case equals
        case value
        case semicolon
    }
}
