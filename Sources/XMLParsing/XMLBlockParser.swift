import GlossportReading

/// The receiver of the elements of an XML text that arrives in blocks, see ``XMLBlockParser``.
///
/// Its ``XMLHandler/start(_:_:_:at:)`` must call ``XMLBlockState/enter()``, and its ``XMLHandler/end(at:)``
/// ``XMLBlockState/leave()``.
public protocol XMLBlockHandler: XMLHandler {
    /// The defects and the depth so far.
    var state: XMLBlockState { get set }
}

extension XMLBlockHandler {
    /// Whether parsing must stop.
    public var isStopped: Bool { state.isStopped }

    /// Rejects any document type, because it can add attributes to elements.
    public mutating func documentType(at _: XMLCursor) { state.stop(.documentType) }

    /// Rejects an entity declaration, which requires a document type.
    public mutating func entityDeclared(_: String, at _: Int) { state.stop(.documentType) }

    /// Records the first defect.
    public mutating func defect(_ defect: XMLDefect) { state.record(defect) }
}

/// The defects and the nesting depth of an XML text that is being parsed.
public struct XMLBlockState {
    /// Whether parsing must stop.
    public private(set) var isStopped = false
    fileprivate private(set) var failure: XMLBlockFailure?
    fileprivate private(set) var defect: XMLDefect?
    private var depth = 0
    private let maximumDepth: Int

    /// Creates the state before the first element.
    public init(maximumDepth: Int = 64) { self.maximumDepth = maximumDepth }

    /// Enters an element; returns `false` if parsing has stopped, so that the element must be ignored.
    @inline(__always)
    public mutating func enter() -> Bool {
        depth += 1
        if depth > maximumDepth { stop(.tooDeep(maximumDepth)) }
        return !isStopped
    }

    /// Leaves an element; returns `false` if parsing has stopped, so that the end must be ignored.
    @inline(__always)
    public mutating func leave() -> Bool {
        depth -= 1
        return !isStopped
    }

    /// Stops parsing without a defect.
    public mutating func stop() { isStopped = true }

    fileprivate mutating func stop(_ failure: XMLBlockFailure) {
        if !isStopped { self.failure = failure }
        isStopped = true
    }

    fileprivate mutating func record(_ defect: XMLDefect) {
        if case .harmless = defect.kind { return }
        if !isStopped { self.defect = defect }
        isStopped = true
    }
}

/// The reason why an XML text cannot be parsed to its end.
public enum XMLBlockFailure: Error, Hashable {
    /// A syntax error, with its reason as the end of a sentence without a full stop.
    case malformed(line: Int, reason: String)
    /// An encoding other than UTF-8, UTF-16, ASCII and ISO 8859-1, with its name.
    case encoding(String)
    /// A document type declaration, whose entities can expand a small text into a huge one.
    case documentType
    case tooDeep(Int)
    /// More distinct names than the parser may keep.
    case tooManyNames(Int)
    /// A tag or comment, or a text that is not UTF-8, with more bytes than the parser may hold.
    case tagTooLong(Int)
}

/// Parses XML that arrives in blocks, such as an archive entry, with limits on libxml2's memory use.
public enum XMLBlockParser {
    private static let names = 4_096
    private static let tagBytes = 1 << 20

    /// Parses a text until its handler stops.
    ///
    /// - Parameters:
    ///   - handler: The receiver of the elements.
    ///   - blocks: Passes each block to its closure argument, which returns whether to continue.
    /// - Throws: ``XMLBlockFailure``; errors of `blocks`.
    public static func parse<Handler: XMLBlockHandler>(
        driving handler: inout Handler,
        _ blocks: (_ take: (UnsafeRawBufferPointer) throws -> Bool) throws -> Void
    ) throws {
        try withUnsafeMutablePointer(to: &handler) { handler in
            guard let parser = XMLPushParser(driving: handler) else {
                throw GlossportError(.unreadableInput, "Not enough memory to parse XML.")
            }
            var feeding = Feeding(handler)
            try blocks { try feeding.take($0, parser) }
            try feeding.end(parser)
        }
    }

    /// Converts blocks to UTF-8 that ends between two scalars, and passes it to the parser.
    private struct Feeding<Handler: XMLBlockHandler> {
        let handler: UnsafeMutablePointer<Handler>
        private var lines = LineCounter()
        private var fed = 0
        private var isFirst = true
        /// The beginning of a scalar that continues in the next block.
        private var carry: [UInt8] = []
        /// Text that is not UTF-8, collected until it is complete; such parts are usually small.
        private var wide: (bytes: [UInt8], encoding: TextEncoding.Detection)?

        init(_ handler: UnsafeMutablePointer<Handler>) { self.handler = handler }

        mutating func take(_ block: UnsafeRawBufferPointer, _ parser: borrowing XMLPushParser) throws -> Bool {
            var block = block
            if isFirst {
                isFirst = false
                let detection = try XMLBlockParser.encoding(of: block)
                block = UnsafeRawBufferPointer(rebasing: block[detection.markLength...])
                if detection.encoding != .utf8 { wide = ([], detection) }
                if XMLHead(block.prefix(SourceFile.headSize)).hasDocumentType { throw XMLBlockFailure.documentType }
            }
            if wide != nil {
                wide?.bytes.append(contentsOf: block)
                guard wide?.bytes.count ?? 0 <= ReaderLimits.wholeFileBytes else {
                    throw XMLBlockFailure.tagTooLong(ReaderLimits.wholeFileBytes)
                }
                return true
            }
            if carry.isEmpty { return try feed(block, parser) }
            return try (carry + block).withUnsafeBytes { try feed($0, parser) }
        }

        /// Parses UTF-8; returns whether to continue.
        private mutating func feed(_ text: UnsafeRawBufferPointer, _ parser: borrowing XMLPushParser) throws -> Bool {
            let (length, isMalformed) = text.validUTF8Prefix()
            carry = isMalformed ? [] : Array(text[length...])
            let valid = UnsafeRawBufferPointer(rebasing: text[..<length])
            lines.append(valid)
            let zero = ByteSearch.first(0, in: valid, from: 0)
            // libxml2 treats U+0000 as the end of its buffer.
            parser.feed(UnsafeRawBufferPointer(rebasing: valid[..<(zero ?? length)]))
            try check()
            if handler.pointee.isStopped { return false }
            if let zero { throw malformed("it contains a zero character", at: fed + zero) }
            fed += length
            if isMalformed { throw malformed("its bytes are not UTF-8", at: fed) }
            guard fed - parser.consumed <= tagBytes else { throw XMLBlockFailure.tagTooLong(tagBytes) }
            guard parser.nameCount <= names else { throw XMLBlockFailure.tooManyNames(names) }
            lines.discard(before: parser.consumed)
            return true
        }

        mutating func end(_ parser: borrowing XMLPushParser) throws {
            if let wide {
                self.wide = nil
                let file = SourceFile(path: "", bytes: wide.bytes)
                let failure = try file.forEachTextChunk(encoding: wide.encoding.encoding, markLength: 0) { chunk in
                    if !handler.pointee.isStopped { _ = try feed(chunk, parser) }
                }
                if failure != nil { throw malformed("its bytes are not \(wide.encoding.encoding)", at: fed) }
            }
            if handler.pointee.isStopped { return }
            if !carry.isEmpty { throw malformed("it ends inside a character", at: fed) }
            parser.finish()
            try check()
        }

        private mutating func check() throws {
            let state = handler.pointee.state
            if let failure = state.failure { throw failure }
            guard let defect = state.defect else { return }
            let before = lines.byte(at: defect.offset - 1)
            let reason = defect.explanation(byteBefore: before, firstLine: 1).text
            let lines = lines
            throw malformed(String(reason.dropLast()), at: defect.start { lines.byte(at: $0) })
        }

        private mutating func malformed(_ reason: String, at offset: Int) -> XMLBlockFailure {
            .malformed(line: lines.place(at: offset).line, reason: reason)
        }
    }

    // MARK: The beginning

    /// Returns the encoding of a text, by its first bytes and then by its XML declaration.
    private static func encoding(of head: UnsafeRawBufferPointer) throws(XMLBlockFailure) -> TextEncoding.Detection {
        var detection = TextEncoding.detect(head)
        guard ["UTF-8", "UTF-16LE", "UTF-16BE"].contains(detection.encoding.name) else {
            throw .encoding(detection.encoding.name)
        }
        guard let value = XMLHead(head.prefix(SourceFile.headSize)).encoding else { return detection }
        switch value.lowercased() {
        case "utf-8", "utf-16", "us-ascii": break
        case "iso-8859-1":
            if detection.evidence == .assumed, let latin = TextEncoding(named: "ISO-8859-1") {
                detection.encoding = latin
            }
        default: throw .encoding(value)
        }
        return detection
    }
}
