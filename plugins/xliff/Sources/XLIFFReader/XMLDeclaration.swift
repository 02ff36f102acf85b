import GlossportReading

/// What `<?xml … ?>` says, read before anything is decoded.
struct XMLDeclaration {
    /// The declared encoding.
    private(set) var encoding: String?

    /// - Parameters:
    ///   - head: The file's first bytes.
    ///   - detection: What they say of the encoding.
    init(head: [UInt8], detection: TextEncoding.Detection) {
        let text = Self.letters(of: head, detection: detection)
        let start = text.drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
        guard start.starts(with: Array("<?xml".utf8)) else { return }
        let declaration = String(decoding: start.prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self)
        guard let name = declaration.firstRange(of: "encoding") else { return }
        let rest = declaration[name.upperBound...].drop { $0 == " " || $0 == "=" || $0.isNewline || $0 == "\t" }
        guard let quote = rest.first, quote == "\"" || quote == "'" else { return }
        let value = rest.dropFirst()
        if let end = value.firstIndex(of: quote) {
            encoding = String(value[..<end])
        } else if !start.contains(UInt8(ascii: ">")), value.utf8.count > 40 {
            // A name that goes on beyond what was looked at is none that anybody knows; it must not pass for no name.
            encoding = String(value)
        }
    }

    /// The start of the text, one byte for each letter; enough for what is ASCII.
    static func letters(of head: [UInt8], detection: TextEncoding.Detection) -> [UInt8] {
        let bytes = head.dropFirst(detection.markLength)
        let (width, place): (Int, Int) =
            switch detection.encoding {
            case .utf16LittleEndian: (2, 0)
            case .utf16BigEndian: (2, 1)
            case .utf32LittleEndian: (4, 0)
            case .utf32BigEndian: (4, 3)
            default: (1, 0)
            }
        if width == 1 { return Array(bytes) }
        return stride(from: bytes.startIndex + place, to: bytes.endIndex, by: width).map { bytes[$0] }
    }
}
