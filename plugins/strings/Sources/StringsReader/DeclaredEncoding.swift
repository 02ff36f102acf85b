import GlossportReading

/// The encoding of an XML property list: its declaration counts where the bytes leave it open.
struct DeclaredEncoding {
    private(set) var detection: TextEncoding.Detection
    /// The declared encoding, if the bytes contradict it.
    private(set) var contradiction: String?

    /// Weighs the declaration against the bytes.
    ///
    /// - Parameters:
    ///   - detection: The encoding that the first bytes indicate.
    ///   - head: The file's first bytes.
    ///   - bytes: The whole file; used only if it declares another encoding than UTF-8.
    init(_ detection: TextEncoding.Detection, head: [UInt8], bytes: () throws -> [UInt8]?) rethrows {
        self.detection = detection
        let text = FileForm.text(of: head.dropFirst(detection.markLength), detection.encoding)
        let declaration = #/\s*<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']/#
        guard let declared = text.prefixMatch(of: declaration).map({ String($0.1) }) else { return }
        let named = TextEncoding(named: declared)
        if named == .utf8 { return }
        let isWide = ["UTF-16", "UTF-32", "UCS-", "ISO-10646"].contains { declared.uppercased().hasPrefix($0) }
        switch detection.evidence {
        // UTF-16 with a mark and a declaration of UTF-8 is what converters leave behind.
        case .byteOrderMark: if detection.encoding == .utf8 { contradiction = declared }
        case .zeroBytes: break
        case .assumed:
            // A wide declaration could be read byte by byte, so it is wrong.
            if try isWide || Self.isUTF8(bytes() ?? []) {
                contradiction = declared
            } else if let named {
                self.detection.encoding = named
            }
        }
    }

    /// Whether bytes are UTF-8 and more than ASCII; other encodings hardly ever look like that.
    private static func isUTF8(_ bytes: [UInt8]) -> Bool {
        bytes.contains { $0 >= 0x80 } && String(validating: bytes, as: UTF8.self) != nil
    }
}
