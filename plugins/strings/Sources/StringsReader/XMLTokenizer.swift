import GlossportReading

/// Cuts XML into tags and text, window by window, as far as a property list needs it.
struct XMLTokenizer {
    enum Token {
        /// A piece of text; the pointer is valid until the next token is asked for.
        case text(UnsafeRawBufferPointer, isRaw: Bool)
        case start(String, isEmpty: Bool)
        case end(String)
        /// A comment, a declaration or a processing instruction.
        case ignored
        /// Something that no property list has.
        case failure(String)
    }

    /// Where the last token begins.
    private(set) var tokenStart = TextCursor.Place()
    /// Where the last token ends.
    private(set) var tokenEnd = TextCursor.Place()

    private var window = UnsafeRawBufferPointer(start: nil, count: 0)
    private var index = 0
    private var cursor = TextCursor()
    private var carry: [UInt8] = []
    private var isLast = false

    /// Hands a piece of the file to `body`, together with what the last window left over.
    mutating func withWindow(
        _ chunk: UnsafeRawBufferPointer,
        isLast: Bool,
        _ body: (inout XMLTokenizer) -> Void
    ) {
        self.isLast = isLast
        let whole = carry + chunk
        carry.removeAll(keepingCapacity: true)
        whole.withUnsafeBytes { bytes in
            window = bytes
            index = 0
            body(&self)
            cursor.startNextWindow(at: index, of: bytes)
            carry.append(contentsOf: bytes[index...])
            window = UnsafeRawBufferPointer(start: nil, count: 0)
            index = 0
        }
    }

    /// The next token; `nil` where the window ends before it does.
    mutating func next() -> Token? {
        guard index < window.count else { return nil }
        let start = index
        guard window[start] == UInt8(ascii: "<") else { return text() }
        guard let (token, end) = markup(from: start) else {
            let isHuge = window.count - start > ReaderLimits.textBytes + 1_024
            guard isLast || isHuge else { return nil }
            move(to: start)
            return .failure(
                isHuge
                    ? "A tag or comment has more than \(ReaderLimits.textBytes) bytes." : "The file ends inside a tag."
            )
        }
        move(to: end)
        return token
    }

    private mutating func move(to end: Int) {
        tokenStart = cursor.advance(to: index, in: window)
        tokenEnd = cursor.advance(to: end, in: window)
        index = end
    }

    /// Text up to the next tag, without half an entity at its end.
    private mutating func text() -> Token? {
        let start = index
        var end = ByteSearch.first(UInt8(ascii: "<"), in: window, from: start) ?? window.count
        if end == window.count, !isLast,
            let ampersand = window[max(start, end - 16)..<end].lastIndex(of: UInt8(ascii: "&")),
            ByteSearch.first(UInt8(ascii: ";"), in: window, from: ampersand) == nil
        {
            end = ampersand
            if end == start { return nil }
        }
        move(to: end)
        return .text(UnsafeRawBufferPointer(rebasing: window[start..<end]), isRaw: false)
    }

    /// The markup at `start` and where it ends; `nil` where the window ends before it does.
    private func markup(from start: Int) -> (Token, end: Int)? {
        if begins("<!--", at: start) {
            return find("-->", from: start + 4).map { (.ignored, $0) }
        }
        if begins("<![CDATA[", at: start) {
            return find("]]>", from: start + 9).map { end in
                (.text(UnsafeRawBufferPointer(rebasing: window[start + 9..<end - 3]), isRaw: true), end)
            }
        }
        if begins("<?", at: start) { return find("?>", from: start + 2).map { (.ignored, $0) } }
        guard let end = endOfTag(from: start) else { return nil }
        if begins("<!", at: start) {
            // `<!-` or `<![CDA` at the end of a window may still become something else.
            if window.count - start < 9, !isLast { return nil }
            let declares = window[start..<end].contains(UInt8(ascii: "["))
            return (declares ? .failure("The file declares entities or elements of its own.") : .ignored, end)
        }
        return (tag(window[start + 1..<end - 1]), end)
    }

    private func tag(_ content: Slice<UnsafeRawBufferPointer>) -> Token {
        let isEnd = content.first == UInt8(ascii: "/")
        let isEmpty = !isEnd && content.last == UInt8(ascii: "/")
        let name = content.dropFirst(isEnd ? 1 : 0).prefix { byte in
            !(byte == 0x20 || 0x09...0x0D ~= byte || byte == UInt8(ascii: "/"))
        }
        let text = String(decoding: name.prefix(64), as: UTF8.self)
        if text.isEmpty { return .failure("There is a tag without a name.") }
        return isEnd ? .end(text) : .start(text, isEmpty: isEmpty)
    }

    /// The offset after the `>` that ends a tag; one in an attribute does not.
    private func endOfTag(from start: Int) -> Int? {
        var quote: UInt8?
        var offset = start
        while offset < window.count {
            let byte = window[offset]
            offset += 1
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return offset
            }
        }
        return nil
    }

    private func begins(_ text: StaticString, at start: Int) -> Bool {
        guard window.count - start >= text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer { expected in
            zip(expected, window[start...]).allSatisfy { $0 == $1 }
        }
    }

    /// The offset after the first `text` at or after `start`.
    private func find(_ text: StaticString, from start: Int) -> Int? {
        guard let first = text.withUTF8Buffer({ $0.first }) else { return nil }
        var from = start
        while let found = ByteSearch.first(first, in: window, from: from) {
            if begins(text, at: found) { return found + text.utf8CodeUnitCount }
            from = found + 1
        }
        return nil
    }
}
