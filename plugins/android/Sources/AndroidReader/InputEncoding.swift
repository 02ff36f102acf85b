import GlossportReading

/// The encoding of a file.
///
/// A byte order mark is conclusive; the XML declaration applies only if the bytes are ambiguous.
struct InputEncoding {
    let encoding: TextEncoding
    let markLength: Int
    /// The declared encoding, if it contradicts the bytes.
    private(set) var contradiction: String?

    /// An encoding that Android's tools do not support.
    struct Unsupported: Error {
        let name: String
    }

    init(head: [UInt8]) throws(Unsupported) {
        let detection = TextEncoding.detect(head)
        var (encoding, declared) = (detection.encoding, Self.declared(in: head.dropFirst(detection.markLength)))
        if encoding.name.hasPrefix("UTF-32") { throw Unsupported(name: "UTF-32") }
        let named = Self.known(declared?.uppercased() ?? "UTF-8")
        if detection.evidence == .byteOrderMark {
            if let declared, named != .utf8 { contradiction = declared }
        } else if detection.evidence == .assumed, let name = declared {
            if name.uppercased().hasPrefix("UTF-16") {
                // The declaration was readable byte by byte, so the encoding cannot be UTF-16.
                contradiction = name
            } else {
                guard let named else { throw Unsupported(name: name) }
                encoding = named
            }
        }
        (self.encoding, markLength) = (encoding, detection.markLength)
    }

    /// Returns the encoding in the XML declaration if the declaration is readable byte by byte.
    private static func declared(in head: ArraySlice<UInt8>) -> String? {
        let text = String(decoding: head.prefix { $0 != UInt8(ascii: ">") && $0 < 0x80 }, as: UTF8.self)
        let declaration = #/<\?xml.*?\sencoding\s*=\s*["']([A-Za-z0-9._-]+)["']/#.dotMatchesNewlines()
        return text.prefixMatch(of: declaration).map { String($0.1) }
    }

    private static func known(_ name: String) -> TextEncoding? {
        switch name {
        case "UTF-8", "UTF8": .utf8
        case "ISO-8859-1": TextEncoding(named: "ISO-8859-1")
        case "US-ASCII", "ASCII": TextEncoding(named: "US-ASCII")
        default: nil
        }
    }
}
