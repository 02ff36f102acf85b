import GlossportReading

enum FileForm {
    case text
    case xml
    case binary
    /// A short file with only white space.
    case blank

    init(_ head: [UInt8], encoding: TextEncoding, markLength: Int) {
        if head.starts(with: Array("bplist".utf8)) {
            self = .binary
            return
        }
        let text = Self.text(of: head.dropFirst(markLength), encoding)
        let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        if start.hasPrefix("<?xml") || start.hasPrefix("<!DOCTYPE") || start.hasPrefix("<!--")
            || start.hasPrefix("<plist")
        {
            self = .xml
        } else if start.isEmpty, head.count < SourceFile.headSize {
            self = .blank
        } else {
            self = .text
        }
    }

    /// Decodes the first bytes of a file; a truncated character at the end becomes U+FFFD or is dropped.
    static func text(of bytes: some Collection<UInt8>, _ encoding: TextEncoding) -> String {
        let bytes = Array(bytes)
        func units<Unit: FixedWidthInteger>(_ type: Unit.Type, bigEndian: Bool) -> [Unit] {
            let size = MemoryLayout<Unit>.size
            return stride(from: 0, to: bytes.count / size * size, by: size).map { start in
                bytes[start..<start + size].enumerated().reduce(Unit(0)) { value, part in
                    value | Unit(part.element) << Unit(8 * (bigEndian ? size - 1 - part.offset : part.offset))
                }
            }
        }
        switch encoding {
        case .utf16LittleEndian: return String(decoding: units(UInt16.self, bigEndian: false), as: UTF16.self)
        case .utf16BigEndian: return String(decoding: units(UInt16.self, bigEndian: true), as: UTF16.self)
        case .utf32LittleEndian: return String(decoding: units(UInt32.self, bigEndian: false), as: UTF32.self)
        case .utf32BigEndian: return String(decoding: units(UInt32.self, bigEndian: true), as: UTF32.self)
        default: return String(decoding: bytes, as: UTF8.self)
        }
    }
}
