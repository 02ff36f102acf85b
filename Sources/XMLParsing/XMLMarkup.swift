/// The tags of a whole XML text with their places, for making excerpts.
public struct XMLMarkup: Sendable {
    /// A tag.
    public struct Tag: Sendable {
        /// The kinds of tags.
        public enum Kind: Sendable {
            /// `<a>`, `</a>` and `<a/>`.
            case start, end, empty
        }

        /// Which of them it is.
        public let kind: Kind
        /// From `<` to behind `>`.
        public let range: Range<Int>
        /// The name with its prefix.
        public let name: Range<Int>
    }

    /// An attribute of a tag.
    public struct Attribute: Sendable {
        /// The name with its prefix.
        public let name: String
        /// The text between the quotes, as written.
        public let value: Range<Int>
        /// All of it with the white space before.
        public let range: Range<Int>
    }

    /// Something that no XML has; the text is damaged here.
    public struct Damage: Error {
        /// Where, in bytes from the start of the text.
        public let offset: Int
    }

    /// The text as UTF-8.
    public let text: [UInt8]
    /// Its tags, in order; every element that begins ends.
    public let tags: [Tag]

    /// Parses a text.
    ///
    /// - Parameter text: UTF-8; it may begin with white space.
    /// - Throws: ``Damage`` if it is not XML from its beginning to its end.
    public init(_ text: [UInt8]) throws(Damage) {
        self.text = text
        let start = text.firstIndex { !Self.isSpace($0) } ?? text.count
        var handler = Handler(text: text, start: start)
        text.withUnsafeBytes {
            XMLPushParser.parse(UnsafeRawBufferPointer(rebasing: $0[start...]), driving: &handler)
        }
        if let damage = handler.damage { throw damage }
        tags = handler.tags
    }

    private struct Handler: XMLHandler {
        let text: [UInt8]
        /// Where what is parsed begins.
        let start: Int
        var tags: [Tag] = []
        var damage: Damage?
        var isStopped: Bool { damage != nil }

        mutating func start(_: XMLName, _: XMLAttributes, _: XMLNamespaces, at cursor: XMLCursor) {
            let (end, isEmpty) = cursor.startTagEnd
            add(isEmpty ? .empty : .start, endingAt: end + start)
        }

        mutating func end(at cursor: XMLCursor) {
            // Of an empty element, the end is reported at once.
            let end = cursor.offset + start
            if let last = tags.last, last.kind == .empty, last.range.upperBound == end { return }
            add(.end, endingAt: end)
        }

        private mutating func add(_ kind: Tag.Kind, endingAt end: Int) {
            if isStopped { return }
            // A tag can't contain another `<`.
            guard end <= text.count, let start = text[..<end].lastIndex(of: UInt8(ascii: "<")),
                start >= tags.last?.range.upperBound ?? 0, text[end - 1] == UInt8(ascii: ">")
            else {
                damage = Damage(offset: min(end, text.count))
                return
            }
            let name = text[(start + (kind == .end ? 2 : 1))..<end].prefix { byte in
                !XMLMarkup.isSpace(byte) && byte != UInt8(ascii: "/") && byte != UInt8(ascii: ">")
            }
            tags.append(Tag(kind: kind, range: start..<end, name: name.indices))
        }

        mutating func characters(_: UnsafeBufferPointer<UInt8>, at _: XMLCursor) {}

        mutating func entityDeclared(_: String, at offset: Int) { damage = damage ?? Damage(offset: offset + start) }

        mutating func defect(_ defect: XMLDefect) {
            if defect.isFatal { damage = damage ?? Damage(offset: defect.offset + start) }
        }
    }

    // MARK: Tags

    /// The attributes of a start tag.
    public func attributes(of tag: Tag) -> [Attribute] {
        var attributes: [Attribute] = []
        var index = tag.name.upperBound
        // The parser has seen the tag: each attribute has an equals sign and quotes.
        while let equals = text[index..<tag.range.upperBound].firstIndex(of: UInt8(ascii: "=")),
            let open = text[equals...].firstIndex(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }),
            let close = text[(open + 1)...].firstIndex(of: text[open])
        {
            let name = text[index..<equals].filter { !Self.isSpace($0) }
            attributes.append(
                Attribute(
                    name: String(decoding: name, as: UTF8.self),
                    value: open + 1..<close,
                    range: index..<close + 1
                )
            )
            index = close + 1
        }
        return attributes
    }

    /// A tag's name without its prefix.
    public func localName(of tag: Tag) -> String {
        String(decoding: text[prefixEnd(of: tag)..<tag.name.upperBound], as: UTF8.self)
    }

    /// A tag's prefix with its colon; empty if it has none.
    public func prefix(of tag: Tag) -> String {
        String(decoding: text[tag.name.lowerBound..<prefixEnd(of: tag)], as: UTF8.self)
    }

    private func prefixEnd(of tag: Tag) -> Int {
        text[tag.name].lastIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? tag.name.lowerBound
    }

    /// The white space before a tag, if there is nothing else between it and an earlier offset.
    public func space(before tag: Tag, from lead: Int) -> String {
        let between = text[lead..<tag.range.lowerBound]
        return between.allSatisfy(Self.isSpace) ? String(decoding: between, as: UTF8.self) : ""
    }

    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
}
