extension SourceFile {
    /// Passes the file's text to a closure as valid UTF-8 without its byte order mark.
    ///
    /// Chunks never split a Unicode scalar. All text before a decoding failure is passed on first, so a reader that
    /// counts lines knows the line and column of the failure.
    ///
    /// - Parameters:
    ///   - encoding: The file's encoding.
    ///   - markLength: The length in bytes of the byte order mark to omit.
    ///   - body: Called for each chunk; the pointer is valid only during the call.
    /// - Returns: The decoding failure, after which no text is passed on; `nil` if there was none.
    /// - Throws: ``GlossportError`` with code `unreadableInput`; `CancellationError`; errors of `body`.
    public func forEachTextChunk(
        encoding: TextEncoding,
        markLength: Int,
        _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws -> DecodingFailure? {
        let converter = encoding == .utf8 ? nil : TextEncoding.Converter(from: encoding.name)
        defer { converter?.close() }
        var toSkip = markLength
        var offset = 0
        var carry: [UInt8] = []
        var output: [UInt8] = []
        var failure: DecodingFailure?

        try forEachChunk { raw in
            guard failure == nil else { return }
            var chunk = raw
            if toSkip > 0 {
                let skipped = min(toSkip, chunk.count)
                toSkip -= skipped
                offset += skipped
                chunk = UnsafeRawBufferPointer(rebasing: chunk[skipped...])
            }
            let rest =
                try carry.isEmpty
                ? decode(chunk)
                : (carry + chunk).withUnsafeBytes { try decode($0) }
            carry = rest
        }
        if failure == nil, !carry.isEmpty {
            failure = DecodingFailure(byteOffset: offset, bytes: carry, truncated: true)
        }
        return failure

        /// Decodes a chunk; returns the bytes of a character that the chunk cuts off.
        func decode(_ chunk: UnsafeRawBufferPointer) throws -> [UInt8] {
            let consumed: Int
            let malformed: Bool
            if let converter {
                output.removeAll(keepingCapacity: true)
                let result = converter.convert(chunk, into: &output)
                (consumed, malformed) = (result.consumed, result.stop == .malformed)
                if !output.isEmpty { try output.withUnsafeBytes { try body($0) } }
            } else {
                (consumed, malformed) = chunk.validUTF8Prefix()
                if consumed > 0 { try body(UnsafeRawBufferPointer(rebasing: chunk[..<consumed])) }
            }
            offset += consumed
            let rest = Array(chunk[consumed...])
            guard malformed else { return rest }
            failure = DecodingFailure(byteOffset: offset, bytes: Array(rest.prefix(4)), truncated: false)
            return []
        }
    }

    /// Returns the file's whole text as valid UTF-8 without its byte order mark.
    ///
    /// - Parameters:
    ///   - detection: The file's encoding and the length of its byte order mark.
    ///   - limit: The maximum length of the text, in UTF-8 bytes.
    /// - Returns: The text; `nil` if it exceeds the limit.
    /// - Throws: ``GlossportError`` with code `unreadableInput`; `CancellationError`.
    public func text(
        as detection: TextEncoding.Detection,
        atMost limit: Int = ReaderLimits.wholeFileBytes
    ) throws -> SourceText? {
        struct TooLong: Error {}
        var utf8: [UInt8] = []
        utf8.reserveCapacity(min(byteCount, limit))
        do {
            let failure = try forEachTextChunk(encoding: detection.encoding, markLength: detection.markLength) {
                chunk in
                guard utf8.count + chunk.count <= limit else { throw TooLong() }
                utf8.append(contentsOf: chunk)
            }
            return SourceText(utf8: utf8, failure: failure)
        } catch is TooLong {
            return nil
        }
    }
}

/// The whole text of a file, in memory.
public struct SourceText: Sendable {
    /// The text as UTF-8, up to the first decoding failure.
    public let utf8: [UInt8]
    /// The decoding failure; `nil` if the text is complete.
    public let failure: DecodingFailure?
}
