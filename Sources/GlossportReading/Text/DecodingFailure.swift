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
    /// - Parameter encoding: The file's encoding.
    /// - Returns: One sentence.
    public func sentence(in encoding: TextEncoding) -> String {
        truncated
            ? "The file ends inside a character; it is truncated."
            : "The bytes \(hexadecimal) (at offset \(byteOffset)) are not \(encoding) text; the rest of the file is not read."
    }

    /// The bytes as people write them: `E4 20`.
    public var hexadecimal: String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined(separator: " ")
    }
}
