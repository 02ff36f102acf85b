/// The whole text of a delivered file, of which stretches can be copied as the bytes that they were delivered as.
public struct ExcerptText: Sendable {
    /// The text as UTF-8, without a byte order mark.
    public let utf8: [UInt8]
    private let file: SourceFile
    private let bytes: [UInt8]
    private let encoding: TextEncoding
    private let markLength: Int
    /// Where each line begins.
    private let lineStarts: [Int]

    /// As much as is held at a time; no delivery has files of this size.
    public static let sizeLimit = 512 << 20

    /// Takes a file into memory.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - encoding: How to decode it.
    ///   - markLength: The length of its byte order mark.
    /// - Throws: ``GlossportError`` with code `unreadableInput`, also if the file is damaged or too large; `CancellationError`.
    public init(_ file: SourceFile, encoding: TextEncoding, markLength: Int) throws {
        guard let bytes = try file.bytes(atMost: Self.sizeLimit) else {
            throw Excerpt.refusal(of: file, "it has more than \(Self.sizeLimit >> 20) MB")
        }
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        let whole = SourceFile(path: file.path, bytes: bytes)
        let failure = try whole.forEachTextChunk(encoding: encoding, markLength: markLength) {
            text.append(contentsOf: $0)
        }
        if let failure {
            throw Excerpt.refusal(of: file, "the bytes \(failure.hexadecimal) are not text in \(encoding)")
        }
        (self.file, self.bytes, self.encoding, self.markLength) = (file, bytes, encoding, markLength)
        utf8 = text
        lineStarts = Self.lineStarts(of: text)
    }

    // MARK: Places

    private static func lineStarts(of text: [UInt8]) -> [Int] {
        var starts = [0]
        for (index, byte) in text.enumerated() {
            switch byte {
            case 0x0A: starts.append(index + 1)
            case 0x0D where index + 1 == text.count || text[index + 1] != 0x0A: starts.append(index + 1)
            default: break
            }
        }
        return starts
    }

    /// The offset of a place, as readers count lines and columns.
    ///
    /// - Parameter place: A place.
    /// - Returns: Its offset in bytes; `nil` if the text has no such place.
    public func offset(of place: TextCursor.Place) -> Int? { offsets(of: [place])[0] }

    /// The offsets of places, as readers count lines and columns.
    ///
    /// They are looked for together, for a file may be one long line.
    ///
    /// - Parameter places: Places in any order.
    /// - Returns: Their offsets in the same order; `nil` for what the text does not have.
    public func offsets(of places: [TextCursor.Place]) -> [Int?] {
        var offsets = [Int?](repeating: nil, count: places.count)
        var known = (line: 0, column: 1, offset: 0)
        let ordered = places.indices.sorted {
            (places[$0].line, places[$0].column) < (places[$1].line, places[$1].column)
        }
        for index in ordered {
            let place = places[index]
            guard place.line >= 1, place.line <= lineStarts.count, place.column >= 1 else { continue }
            if place.line != known.line { known = (place.line, 1, lineStarts[place.line - 1]) }
            let end = place.line < lineStarts.count ? lineStarts[place.line] : utf8.count
            while known.column < place.column, known.offset < end {
                known.offset += 1
                while known.offset < end, utf8[known.offset] & 0xC0 == 0x80 { known.offset += 1 }
                known.column += 1
            }
            if known.column == place.column { offsets[index] = known.offset }
        }
        return offsets
    }

    /// The annotations with their offsets, sorted; those whose place is not in the text.
    ///
    /// - Parameter annotations: Annotations in any order.
    /// - Returns: Those that have a place in the text, by it, and the others.
    public func placed(
        _ annotations: [Annotation]
    ) -> (placed: [(offset: Int, annotation: Annotation)], lost: [Annotation]) {
        var placed: [(offset: Int, annotation: Annotation)] = []
        var lost: [Annotation] = []
        for (annotation, offset) in zip(annotations, offsets(of: annotations.map(\.place))) {
            if let offset { placed.append((offset, annotation)) } else { lost.append(annotation) }
        }
        let sorted = placed.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
        return (sorted.map(\.element), lost)
    }

    /// The line end that the file uses.
    public var lineEnd: String {
        guard let feed = utf8.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return "\n" }
        if utf8[feed] == 0x0A { return "\n" }
        return feed + 1 < utf8.count && utf8[feed + 1] == 0x0A ? "\r\n" : "\r"
    }

    // MARK: Bytes

    /// The edited file in its own encoding, with its own byte order mark.
    ///
    /// - Parameters:
    ///   - edits: The edits.
    ///   - fallback: The replacement for a character that the encoding does not have.
    /// - Returns: The bytes; those that are kept are those that were delivered.
    /// - Throws: ``GlossportError`` if the encoding does not say which bytes a stretch of the text was made of.
    public func bytes(
        editedBy edits: TextEdits,
        fallback: (Unicode.Scalar) -> String = { _ in "?" }
    ) throws -> [UInt8] {
        var output = Array(bytes[..<markLength])
        var position = (text: 0, bytes: markLength)
        for piece in edits.pieces(of: utf8.count) {
            switch piece {
            case .inserted(let text): output += encoded(text, fallback)
            case .kept(let range) where encoding == .utf8:
                output += bytes[range.lowerBound + markLength..<range.upperBound + markLength]
            case .kept(let range):
                position.bytes += try length(of: position.text..<range.lowerBound, at: position.bytes)
                let length = try length(of: range, at: position.bytes)
                output += bytes[position.bytes..<position.bytes + length]
                position = (range.upperBound, position.bytes + length)
            }
        }
        return output
    }

    /// How many of the delivered bytes from an offset on a stretch of the text was made of.
    private func length(of range: Range<Int>, at offset: Int) throws -> Int {
        if range.isEmpty { return 0 }
        guard let encoded = encoding.bytes(of: utf8[range]), offset + encoded.count <= bytes.count,
            bytes[offset..<offset + encoded.count].elementsEqual(encoded)
        else { throw Excerpt.refusal(of: file, "its \(encoding) has more than one way to write a text") }
        return encoded.count
    }

    private func encoded(_ text: String, _ fallback: (Unicode.Scalar) -> String) -> [UInt8] {
        if encoding == .utf8 { return Array(text.utf8) }
        if let whole = encoding.bytes(of: Array(text.utf8)[...]) { return whole }
        return text.unicodeScalars.flatMap { scalar in
            encoding.bytes(of: Array(String(scalar).utf8)[...]) ?? encoding.bytes(of: Array(fallback(scalar).utf8)[...])
                ?? []
        }
    }
}
