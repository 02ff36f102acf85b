import GlossportReading

/// The encoding of an XML property list; its declaration applies only if the bytes are ambiguous.
struct DeclaredEncoding {
    private(set) var detection: TextEncoding.Detection
    /// The declared encoding, if the bytes contradict it.
    private(set) var contradiction: String?

    /// Compares the declaration with the bytes; reads the whole file only if it declares an encoding other than UTF-8.
    init(_ detection: TextEncoding.Detection, head: [UInt8], bytes: () throws -> [UInt8]?) rethrows {
        self.detection = detection
        let text = FileForm.text(of: head.dropFirst(detection.markLength), detection.encoding)
        let declaration = #/\s*<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']/#
        guard let declared = text.prefixMatch(of: declaration).map({ String($0.1) }) else { return }
        let named = TextEncoding(named: declared)
        if named == .utf8 { return }
        let isWide = ["UTF-16", "UTF-32", "UCS-", "ISO-10646"].contains { declared.uppercased().hasPrefix($0) }
        switch detection.evidence {
        // Converters to UTF-16 often leave the declaration unchanged, so it is ignored there.
        case .byteOrderMark: if detection.encoding == .utf8 { contradiction = declared }
        case .zeroBytes: break
        case .assumed:
            // A declaration of a wide encoding that is readable byte by byte is wrong.
            if try isWide || Self.isUTF8(bytes() ?? []) {
                contradiction = declared
            } else if let named {
                self.detection.encoding = named
            }
        }
    }

    /// Whether bytes are valid UTF-8 but not ASCII; text in other encodings hardly ever is.
    private static func isUTF8(_ bytes: [UInt8]) -> Bool {
        bytes.contains { $0 >= 0x80 } && String(validating: bytes, as: UTF8.self) != nil
    }
}
