import GlossportReading

/// Finds the outermost element in a file's first bytes, to determine whether the file is XLIFF.
enum RootElement {
    static func recognize(_ head: FilePrefix, extensions: [String]) -> Recognition {
        let byName: Recognition = extensions.contains(head.fileExtension) ? .byName : .no
        let detection = TextEncoding.detect(head.bytes)
        let letters = XMLDeclaration.letters(of: head.bytes, detection: detection)
        return switch localName(in: letters[...]) {
        case "xliff": .byContent
        // Not XML, or the prologue is too long; the name decides, so that the reader can report defects.
        case nil: byName
        default: .no
        }
    }

    private static func localName(in text: ArraySlice<UInt8>) -> String? {
        var rest = text
        while true {
            rest = rest.drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
            guard rest.first == UInt8(ascii: "<") else { return nil }
            rest = rest.dropFirst()
            if rest.starts(with: Array("?".utf8)) {
                guard let after = drop(through: "?>", from: rest) else { return nil }
                rest = after
            } else if rest.starts(with: Array("!--".utf8)) {
                guard let after = drop(through: "-->", from: rest.dropFirst(3)) else { return nil }
                rest = after
            } else if rest.starts(with: Array("!DOCTYPE".utf8)) {
                guard let after = dropDoctype(rest) else { return nil }
                rest = after
            } else {
                let name = rest.prefix { byte in
                    !(byte <= 0x20 || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/"))
                }
                // A name that may be truncated is not conclusive.
                if name.isEmpty || name.endIndex == rest.endIndex { return nil }
                return name.split(separator: UInt8(ascii: ":")).last.map { String(decoding: $0, as: UTF8.self) }
            }
        }
    }

    private static func drop(through end: StaticString, from text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let end = Array("\(end)".utf8)
        return text.indices.first { text[$0...].starts(with: end) }.map { text[($0 + end.count)...] }
    }

    /// Skips a document type with or without an internal subset.
    private static func dropDoctype(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var isInSubset = false
        var quote: UInt8?
        for index in text.indices {
            let byte = text[index]
            if let open = quote {
                if byte == open { quote = nil }
            } else {
                switch byte {
                case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
                case UInt8(ascii: "["): isInSubset = true
                case UInt8(ascii: "]"): isInSubset = false
                case UInt8(ascii: ">") where !isInSubset: return text[(index + 1)...]
                default: break
                }
            }
        }
        return nil
    }
}
