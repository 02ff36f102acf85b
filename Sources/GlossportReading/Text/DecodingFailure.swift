/// Bytes that are invalid in the file's encoding.
public struct DecodingFailure: Sendable, Hashable {
    /// The position, in bytes from the start of the file.
    public var byteOffset: Int
    /// At most 4 bytes, beginning with the first invalid one.
    public var bytes: [UInt8]
    /// Whether the file ends inside a character because it is truncated.
    public var truncated: Bool

    /// Returns the text of the finding if the rest of the file is not read.
    public func sentence(in encoding: TextEncoding, likely: TextEncoding? = nil) -> String {
        truncated
            ? "The file ends inside a character; it is truncated."
            : "The bytes \(hexadecimal) (at offset \(byteOffset)) are not \(encoding) text\(guess(likely)); the rest of the file is not read."
    }

    /// Returns the clause about the probable encoding, which begins with a semicolon; empty if there is none.
    public func guess(_ likely: TextEncoding?) -> String {
        guard let likely else { return "" }
        return "; the file looks like \(likely)" + (text(in: likely).map { ", where they are “\($0)”" } ?? "")
    }

    /// Returns the remedy for a reader that has an option `encoding`.
    public func remedy(_ likely: TextEncoding?) -> String {
        if truncated { return "Ask for the file again." }
        return
            "Save the file as UTF-8, or set the option encoding to \(likely?.name ?? "the one in which it was saved")."
    }

    /// The request to the vendor, who cannot set options.
    public var request: String {
        truncated ? "Send the file again: ours ends too early." : "Export the file again as UTF-8."
    }

    /// Decodes the bytes in another encoding, up to the end of their line; returns `nil` if they cannot be shown.
    private func text(in encoding: TextEncoding) -> String? {
        let line = Array(bytes.prefix { $0 >= 0x20 })
        // The last byte may be an incomplete character.
        let text = encoding.text(of: line) ?? encoding.text(of: line.dropLast())
        return text.map(\.trimmingWhitespace).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The bytes in hexadecimal notation: `E4 20`.
    public var hexadecimal: String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined(separator: " ")
    }
}
