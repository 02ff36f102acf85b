private import CIconv
private import CLibrary

/// A character encoding.
///
/// The C library's `iconv` performs the conversions; only this file calls it.
public struct TextEncoding: Sendable, Hashable, CustomStringConvertible {
    /// A name that `iconv` knows, such as `UTF-16LE` or `windows-1252`.
    public let name: String

    /// UTF-8, with or without a byte order mark.
    public static let utf8 = TextEncoding(known: "UTF-8")
    /// UTF-16, little-endian.
    public static let utf16LittleEndian = TextEncoding(known: "UTF-16LE")
    /// UTF-16, big-endian.
    public static let utf16BigEndian = TextEncoding(known: "UTF-16BE")
    /// UTF-32, little-endian.
    public static let utf32LittleEndian = TextEncoding(known: "UTF-32LE")
    /// UTF-32, big-endian.
    public static let utf32BigEndian = TextEncoding(known: "UTF-32BE")

    private init(known name: String) { self.name = name }

    /// Finds an encoding by name; `nil` if this machine does not support it.
    public init?(named name: String) {
        var name = name
        let upper = name.uppercased()
        if upper.hasPrefix("UTF") {
            // `UTF16LE` is another name for `UTF-16LE`.
            name = upper.hasPrefix("UTF-") ? upper : "UTF-" + upper.dropFirst(3)
        }
        guard name != TextEncoding.utf8.name else {
            self = .utf8
            return
        }
        guard let converter = Converter(from: name) else { return nil }
        converter.close()
        self.name = name
    }

    /// Whether a file in the other encoding conforms to this name: `UTF-16` and `UTF-32` leave the byte order open.
    public func includes(_ other: TextEncoding) -> Bool {
        if self == other { return true }
        return ["UTF-16", "UTF-32"].contains(name) && [name + "LE", name + "BE"].contains(other.name)
    }

    /// The encoding's name.
    public var description: String { name }

    /// Decodes bytes; returns `nil` if they are invalid or end inside a character.
    public func text(of bytes: [UInt8]) -> String? {
        guard let converter = Converter(from: name) else { return nil }
        defer { converter.close() }
        var text: [UInt8] = []
        let stop = bytes.withUnsafeBytes { converter.convert($0, into: &text).stop }
        return stop == .complete ? String(decoding: text, as: UTF8.self) : nil
    }

    /// Encodes valid UTF-8; returns `nil` if the encoding lacks one of the characters.
    package func bytes(of text: ArraySlice<UInt8>) -> [UInt8]? {
        guard let converter = Converter(from: "UTF-8", to: name) else { return nil }
        defer { converter.close() }
        var bytes: [UInt8] = []
        let stop = text.withUnsafeBytes { converter.convert($0, into: &bytes).stop }
        return stop == .complete ? bytes : nil
    }

    /// The encoding detected from the first bytes.
    public struct Detection: Sendable, Hashable {
        /// The detected encoding.
        public var encoding: TextEncoding
        /// The length of the byte order mark in bytes; 0 if there is none.
        public var markLength: Int
        /// The strength of the evidence.
        public var evidence: Evidence

        /// The evidence for an encoding.
        public enum Evidence: Sendable, Hashable {
            /// A byte order mark, which is conclusive.
            case byteOrderMark
            /// Most of the bytes at even or odd offsets are zero, as in UTF-16 without a byte order mark.
            case zeroBytes
            /// No evidence contradicts UTF-8.
            case assumed
        }
    }

    /// Detects the encoding by byte order mark or by the zero bytes of unmarked UTF-16; otherwise assumes UTF-8.
    public static func detect(_ head: some Collection<UInt8>) -> Detection {
        let start = Array(head.prefix(64))
        let marks: [(TextEncoding, [UInt8])] = [
            (.utf8, [0xEF, 0xBB, 0xBF]),
            (.utf32LittleEndian, [0xFF, 0xFE, 0, 0]),
            (.utf32BigEndian, [0, 0, 0xFE, 0xFF]),
            (.utf16LittleEndian, [0xFF, 0xFE]),
            (.utf16BigEndian, [0xFE, 0xFF]),
        ]
        for (encoding, mark) in marks where start.starts(with: mark) {
            return Detection(encoding: encoding, markLength: mark.count, evidence: .byteOrderMark)
        }
        let pairs = start.count / 2
        if pairs >= 2 {
            let evenZeros = stride(from: 0, to: pairs * 2, by: 2).count { start[$0] == 0 }
            let oddZeros = stride(from: 1, to: pairs * 2, by: 2).count { start[$0] == 0 }
            if oddZeros * 2 > pairs, evenZeros == 0 {
                return Detection(encoding: .utf16LittleEndian, markLength: 0, evidence: .zeroBytes)
            }
            if evenZeros * 2 > pairs, oddZeros == 0 {
                return Detection(encoding: .utf16BigEndian, markLength: 0, evidence: .zeroBytes)
            }
        }
        return Detection(encoding: .utf8, markLength: 0, evidence: .assumed)
    }

    /// Converts a stream of bytes chunk by chunk, usually to UTF-8.
    struct Converter {
        private let handle: iconv_t

        init?(from name: String, to other: String = "UTF-8") {
            guard let handle = iconv_open(other, name), handle != iconv_t(bitPattern: -1) else { return nil }
            self.handle = handle
        }

        func close() { _ = iconv_close(handle) }

        enum Stop { case complete, incomplete, malformed }

        /// Appends the converted `input` to `output`; returns the number of bytes consumed and why the conversion
        /// stopped.
        func convert(_ input: UnsafeRawBufferPointer, into output: inout [UInt8]) -> (consumed: Int, stop: Stop) {
            guard let base = input.baseAddress, !input.isEmpty else { return (0, .complete) }
            var from: UnsafeMutablePointer<CChar>? = UnsafeMutablePointer(
                mutating: base.assumingMemoryBound(to: CChar.self)
            )
            var left = input.count
            while left > 0 {
                var stop: Stop?
                let start = output.count
                let room = left * 3 + 16
                output.append(contentsOf: repeatElement(0, count: room))
                let written = output.withUnsafeMutableBytes { bytes -> Int in
                    var to: UnsafeMutablePointer<CChar>? = bytes.baseAddress?
                        .advanced(by: start).assumingMemoryBound(to: CChar.self)
                    var space = room
                    if iconv(handle, &from, &left, &to, &space) == -1 {
                        switch errno {
                        case E2BIG: break
                        case EINVAL: stop = .incomplete
                        default: stop = .malformed
                        }
                    }
                    return room - space
                }
                output.removeLast(room - written)
                if let stop { return (input.count - left, stop) }
            }
            return (input.count, .complete)
        }
    }
}
