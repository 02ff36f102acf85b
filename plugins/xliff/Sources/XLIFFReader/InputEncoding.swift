import GlossportReading
import XMLParsing

/// The encoding of a file, by its byte order mark and then by its declaration.
struct InputEncoding {
    var encoding: TextEncoding
    var markLength: Int
    /// The origin of the encoding, for the summary.
    var evidence: String
    /// The declared encoding, if it contradicts the bytes.
    var contradiction: String?

    enum Refusal: Error, Equatable {
        case unknownEncoding(String)
        case utf16WithoutMark
    }

    init(head: [UInt8]) throws(Refusal) {
        let detection = TextEncoding.detect(head)
        let declared = XMLHead(head).encoding
        encoding = detection.encoding
        markLength = detection.markLength
        switch detection.evidence {
        case .byteOrderMark:
            evidence = "by byte order mark"
            // Converters often leave a declaration of UTF-8 in UTF-16 files with a byte order mark; XML parsers accept
            // it.
            if encoding == .utf8, let declared, !Self.isUTF8(declared) { contradiction = declared }
        case .zeroBytes:
            guard let declared, Self.isUnmarkedWide(declared) else { throw .utf16WithoutMark }
            evidence = "declared"
        case .assumed:
            guard let declared, !Self.isUTF8(declared) else {
                evidence = declared == nil ? "by default" : "declared"
                return
            }
            if Self.isUnmarkedWide(declared) {
                // The declaration was readable as ASCII, so it is wrong.
                evidence = "by its bytes"
                contradiction = declared
                return
            }
            guard Self.isName(declared), let named = TextEncoding(named: declared) else {
                throw .unknownEncoding(declared)
            }
            encoding = named
            evidence = "declared"
        }
    }

    private static func isUTF8(_ name: String) -> Bool {
        let name = name.uppercased()
        return name == "UTF-8" || name == "UTF8"
    }

    /// Whether an encoding uses two or four bytes for each letter.
    private static func isUnmarkedWide(_ name: String) -> Bool {
        let name = name.uppercased()
        return ["UTF-16", "UTF16", "UTF-32", "UTF32", "UCS-2", "UCS2", "UCS-4", "UNICODE", "ISO-10646-UCS"]
            .contains { name.hasPrefix($0) }
    }

    /// Whether XML allows the name; the C library also accepts others, such as names with options after a slash.
    private static func isName(_ name: String) -> Bool {
        name.utf8.count <= 40
            && name.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
                default: false
                }
            }
    }
}
