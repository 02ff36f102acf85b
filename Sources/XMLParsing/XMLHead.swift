/// The beginning of an XML text up to its outermost element, read without a parser.
///
/// Each byte is examined once; a regular expression would try every way to divide the text into comments.
public struct XMLHead {
    /// The outermost element's name in the file's spelling; `nil` if the text is not XML, or ends before or in the name.
    public private(set) var name: String?
    /// Whether a document type declaration precedes it.
    public private(set) var hasDocumentType = false
    /// The encoding in the XML declaration, as written; the name may be invalid.
    public private(set) var encoding: String?

    /// Reads the first bytes of a text in an encoding that contains ASCII, apart from zero bytes.
    public init(_ head: some Sequence<UInt8>) {
        // Without its zero bytes, UTF-16 can be searched for ASCII words.
        var rest: ArraySlice? = head.filter { $0 != 0 }[...]
        while let text = rest {
            // Skip white space, and a byte order mark in any encoding.
            let text = text.drop { $0 <= 0x20 || $0 >= 0x80 }
            if text.starts(with: "<?".utf8) {
                // Not `<?xml-stylesheet`.
                if text.starts(with: "<?xml".utf8), text.dropFirst(5).first.map({ $0 <= 0x20 }) == true {
                    encoding = Self.encoding(in: text)
                }
                rest = Self.after("?>", in: text)
            } else if text.starts(with: "<!--".utf8) {
                rest = Self.after("-->", in: text.dropFirst(4))
            } else if text.starts(with: "<!DOCTYPE".utf8) {
                hasDocumentType = true
                rest = Self.afterDocumentType(text.dropFirst())
            } else {
                guard text.first == UInt8(ascii: "<") else { return }
                let name = text.dropFirst().prefix { $0 > 0x20 && !">/".utf8.contains($0) }
                // A name that may be truncated is not conclusive.
                if !name.isEmpty, name.endIndex < text.endIndex { self.name = String(decoding: name, as: UTF8.self) }
                return
            }
        }
    }

    private static func encoding(in text: ArraySlice<UInt8>) -> String? {
        let declaration = text.prefix { $0 != UInt8(ascii: ">") }
        guard let name = declaration.firstRange(of: "encoding".utf8) else { return nil }
        let rest = declaration[name.upperBound...].drop { " =\r\n\t".utf8.contains($0) }
        guard let quote = rest.first, "\"'".utf8.contains(quote) else { return nil }
        let value = rest.dropFirst().prefix { $0 != quote }
        // The name may be cut off, and is then unknown rather than missing.
        let isComplete = value.endIndex < declaration.endIndex
        guard isComplete || declaration.endIndex == text.endIndex && value.count > 40 else { return nil }
        return String(decoding: value, as: UTF8.self)
    }

    private static func after(_ end: String, in text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        text.firstRange(of: end.utf8).map { text[$0.upperBound...] }
    }

    private static func afterDocumentType(_ type: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var rest = type
        var isInSubset = false
        while let byte = rest.first {
            let next = rest.dropFirst()
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                guard let end = next.firstIndex(of: byte) else { return nil }
                rest = next[(end + 1)...]
                continue
            case UInt8(ascii: "<") where rest.starts(with: "<!--".utf8):
                guard let end = after("-->", in: rest.dropFirst(4)) else { return nil }
                rest = end
                continue
            case UInt8(ascii: "<") where rest.starts(with: "<?".utf8):
                guard let end = after("?>", in: rest) else { return nil }
                rest = end
                continue
            case UInt8(ascii: "["): isInSubset = true
            case UInt8(ascii: "]"): isInSubset = false
            case UInt8(ascii: ">") where !isInSubset: return next
            default: break
            }
            rest = next
        }
        return nil
    }
}
