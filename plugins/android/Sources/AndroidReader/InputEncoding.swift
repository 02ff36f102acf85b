import GlossportReading
import XMLParsing

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
        var (encoding, declared) = (detection.encoding, Self.declared(in: head))
        if encoding.name.hasPrefix("UTF-32") { throw Unsupported(name: "UTF-32") }
        let named = Self.known(declared?.uppercased() ?? "UTF-8")
        if detection.evidence == .byteOrderMark {
            // Converters to UTF-16 often leave the declaration unchanged.
            if encoding == .utf8, let declared, named != .utf8 { contradiction = declared }
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

    private static func declared(in head: [UInt8]) -> String? {
        XMLHead(head).encoding.flatMap { $0.wholeMatch(of: #/[A-Za-z0-9._-]+/#) == nil ? nil : $0 }
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
