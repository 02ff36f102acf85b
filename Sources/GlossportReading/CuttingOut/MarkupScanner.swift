/// Finds the tags of an XML text with their places in it, without looking at what they mean.
///
/// libxml2 tells where a tag is only as far as messages need; to cut a file, one must know where it ends, and where each of its
/// attributes stands.
package struct MarkupScanner: Sendable {
    /// A tag.
    package struct Tag: Sendable {
        package enum Kind: Sendable { case start, end, empty }

        package var kind: Kind
        /// From `<` to behind `>`.
        package var range: Range<Int>
        /// The name with its prefix.
        package var name: Range<Int>
    }

    /// An attribute of a tag.
    package struct Attribute: Sendable {
        package var name: String
        /// What stands between the quotes, as written.
        package var value: Range<Int>
        /// All of it with the white space before.
        package var range: Range<Int>
    }

    /// Something that no XML has; the file is damaged here.
    package struct Damage: Error {
        package var offset: Int

        package init(offset: Int) { self.offset = offset }
    }

    package let text: [UInt8]
    private var index = 0

    package init(_ text: [UInt8]) { self.text = text }

    /// The next tag; `nil` at the end.
    ///
    /// Comments, sections of characters, instructions and the document type are passed over.
    package mutating func next() throws(Damage) -> Tag? {
        while let start = find(UInt8(ascii: "<"), from: index) {
            if holds("<!--", at: start) {
                index = try end(of: "-->", from: start + 4)
            } else if holds("<![CDATA[", at: start) {
                index = try end(of: "]]>", from: start + 9)
            } else if holds("<?", at: start) {
                index = try end(of: "?>", from: start + 2)
            } else if holds("<!", at: start) {
                index = try endOfDocumentType(from: start + 2)
            } else {
                return try tag(from: start)
            }
        }
        index = text.count
        return nil
    }

    /// The attributes of a start tag.
    package func attributes(of tag: Tag) throws(Damage) -> [Attribute] {
        var attributes: [Attribute] = []
        var index = tag.name.upperBound
        let end = tag.range.upperBound - (tag.kind == .empty ? 2 : 1)
        while true {
            let before = index
            while index < end, Self.isSpace(text[index]) { index += 1 }
            guard index < end else { return attributes }
            let nameStart = index
            while index < end, !Self.isSpace(text[index]), text[index] != UInt8(ascii: "=") { index += 1 }
            let name = String(decoding: text[nameStart..<index], as: UTF8.self)
            while index < end, Self.isSpace(text[index]) { index += 1 }
            guard index < end, text[index] == UInt8(ascii: "=") else { throw Damage(offset: index) }
            index += 1
            while index < end, Self.isSpace(text[index]) { index += 1 }
            guard index < end, text[index] == UInt8(ascii: "\"") || text[index] == UInt8(ascii: "'"),
                let close = find(text[index], from: index + 1), close < end
            else { throw Damage(offset: index) }
            attributes.append(Attribute(name: name, value: index + 1..<close, range: before..<close + 1))
            index = close + 1
        }
    }

    /// A tag's name without its prefix.
    package func localName(of tag: Tag) -> String {
        let name = text[tag.name]
        let start = name.lastIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? name.startIndex
        return String(decoding: name[start...], as: UTF8.self)
    }

    /// A tag's prefix with its colon; empty if it has none.
    package func prefix(of tag: Tag) -> String {
        let name = text[tag.name]
        return name.lastIndex(of: UInt8(ascii: ":")).map { String(decoding: name[...$0], as: UTF8.self) } ?? ""
    }

    // MARK: Moving

    private mutating func tag(from start: Int) throws(Damage) -> Tag {
        let isEnd = start + 1 < text.count && text[start + 1] == UInt8(ascii: "/")
        let nameStart = start + (isEnd ? 2 : 1)
        var nameEnd = nameStart
        while nameEnd < text.count, !Self.isSpace(text[nameEnd]), text[nameEnd] != UInt8(ascii: ">"),
            text[nameEnd] != UInt8(ascii: "/")
        { nameEnd += 1 }
        guard nameEnd > nameStart else { throw Damage(offset: start) }
        var position = nameEnd
        while position < text.count {
            switch text[position] {
            case UInt8(ascii: ">"):
                index = position + 1
                let isEmpty = !isEnd && text[position - 1] == UInt8(ascii: "/")
                return Tag(
                    kind: isEnd ? .end : isEmpty ? .empty : .start,
                    range: start..<index,
                    name: nameStart..<nameEnd
                )
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                guard let close = find(text[position], from: position + 1) else { throw Damage(offset: start) }
                position = close + 1
            case UInt8(ascii: "<"): throw Damage(offset: position)
            default: position += 1
            }
        }
        throw Damage(offset: start)
    }

    private func endOfDocumentType(from start: Int) throws(Damage) -> Int {
        var position = start
        var isInside = false
        while position < text.count {
            switch text[position] {
            case UInt8(ascii: "["): isInside = true
            case UInt8(ascii: "]"): isInside = false
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                guard let close = find(text[position], from: position + 1) else { throw Damage(offset: start) }
                position = close
            case UInt8(ascii: ">") where !isInside: return position + 1
            default: break
            }
            position += 1
        }
        throw Damage(offset: start)
    }

    private func end(of mark: StaticString, from start: Int) throws(Damage) -> Int {
        let last = mark.utf8Start[mark.utf8CodeUnitCount - 1]
        var position = start
        while let found = find(last, from: position) {
            if found + 1 - mark.utf8CodeUnitCount >= start, holds(mark, at: found + 1 - mark.utf8CodeUnitCount) {
                return found + 1
            }
            position = found + 1
        }
        throw Damage(offset: start)
    }

    private func find(_ byte: UInt8, from start: Int) -> Int? {
        text.withUnsafeBytes { ByteSearch.first(byte, in: $0, from: start) }
    }

    private func holds(_ mark: StaticString, at offset: Int) -> Bool {
        text.withUnsafeBytes { ByteSearch.holds(mark, at: offset, of: $0) }
    }

    package static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
}
