/// Bytes that are not text in the encoding that the file is said to have.
public struct DecodingFailure: Sendable, Hashable {
    /// Where, in bytes from the start of the file.
    public var byteOffset: Int
    /// The offending bytes, at most 4.
    public var bytes: [UInt8]
    /// Whether the file ends inside a character, that is was cut off.
    public var truncated: Bool

    /// The finding's text, if the rest of the file is not read.
    ///
    /// - Parameters:
    ///   - encoding: The file's encoding.
    ///   - likely: The encoding that the bytes speak for, see ``LegacyEncoding``.
    /// - Returns: One sentence.
    public func sentence(in encoding: TextEncoding, likely: TextEncoding? = nil) -> String {
        truncated
            ? "The file ends inside a character; it is truncated."
            : "The bytes \(hexadecimal) (at offset \(byteOffset)) are not \(encoding) text\(guess(likely)); the rest of the file is not read."
    }

    /// The part of a sentence that names the encoding that the bytes speak for; empty if there is none.
    ///
    /// - Parameter likely: The encoding.
    /// - Returns: A clause that begins with a semicolon.
    public func guess(_ likely: TextEncoding?) -> String {
        guard let likely else { return "" }
        return "; the file looks like \(likely)" + (text(in: likely).map { ", where they are “\($0)”" } ?? "")
    }

    /// The remedy for a file whose reader has an option `encoding`.
    ///
    /// - Parameter likely: The encoding that the bytes speak for, see ``LegacyEncoding``.
    /// - Returns: One sentence.
    public func remedy(_ likely: TextEncoding?) -> String {
        if truncated { return "Ask for the file again." }
        return
            "Save the file as UTF-8, or set the option encoding to \(likely?.name ?? "the one in which it was saved")."
    }

    /// The request to the vendor, who has no such option.
    public var request: String {
        truncated ? "Send the file again: ours ends too early." : "Export the file again as UTF-8."
    }

    /// The bytes as text in another encoding, up to the end of their line; `nil` if they can't be shown.
    private func text(in encoding: TextEncoding) -> String? {
        let line = Array(bytes.prefix { $0 >= 0x20 })
        // The last byte may be the beginning of a character.
        let text = encoding.text(of: line) ?? encoding.text(of: line.dropLast())
        return text.map(\.trimmingWhitespace).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The bytes as people write them: `E4 20`.
    public var hexadecimal: String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined(separator: " ")
    }
}
