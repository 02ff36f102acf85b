private import CLibXML2
private import GlossportReading

/// A wrapper around libxml2's push parser, configured to read no external resources and expand no entities.
///
/// It passes each tag, text and defect to an ``XMLHandler``. It builds no tree and neither stores nor looks up
/// entities, so their content cannot be inserted. Only this file calls libxml2.
public struct XMLPushParser: ~Copyable {
    private let context: xmlParserCtxtPtr
    private let driver: UnsafeMutablePointer<Driver>

    /// The user data of the C callbacks; closures replace the handler's methods, because C has no generic types.
    private struct Driver {
        var start: (XMLName, XMLAttributes, XMLNamespaces, XMLCursor) -> Void
        var end: (XMLCursor) -> Void
        var characters: (UnsafeBufferPointer<UInt8>, XMLCursor) -> Void
        var comment: (UnsafeBufferPointer<UInt8>, XMLCursor) -> Void
        var documentType: (XMLCursor) -> Void
        var entityDeclared: (String, Int) -> Void
        var defect: (XMLDefect) -> Void
        var context: xmlParserCtxtPtr?

        var cursor: XMLCursor { XMLCursor(context: context) }

        init(_ handler: UnsafeMutablePointer<some XMLHandler>) {
            start = { handler.pointee.start($0, $1, $2, at: $3) }
            end = { handler.pointee.end(at: $0) }
            characters = { handler.pointee.characters($0, at: $1) }
            comment = { handler.pointee.comment($0, at: $1) }
            documentType = { handler.pointee.documentType(at: $0) }
            entityDeclared = { handler.pointee.entityDeclared($0, at: $1) }
            defect = { handler.pointee.defect($0) }
        }
    }

    /// Creates a parser for UTF-8 text; `nil` if there is not enough memory.
    ///
    /// - Parameter handler: The receiver of the events. It must outlive the parser, and must not be accessed otherwise
    ///   while ``feed(_:)`` or ``finish()`` runs.
    public init?(driving handler: UnsafeMutablePointer<some XMLHandler>) {
        xmlInitParser()
        let driver = UnsafeMutablePointer<Driver>.allocate(capacity: 1)
        driver.initialize(to: Driver(handler))
        var callbacks = Self.callbacks
        guard let context = xmlCreatePushParserCtxt(&callbacks, driver, nil, 0, nil) else {
            driver.deinitialize(count: 1)
            driver.deallocate()
            return nil
        }
        driver.pointee.context = context
        // Never add NOENT, DTDLOAD, DTDATTR, XINCLUDE, RECOVER or HUGE: each enables an attack or lifts a limit.
        _ = xmlCtxtUseOptions(context, Int32(XML_PARSE_NONET.rawValue | XML_PARSE_IGNORE_ENC.rawValue))
        // The text is UTF-8, regardless of its XML declaration.
        _ = xmlSwitchEncoding(context, XML_CHAR_ENCODING_UTF8)
        self.context = context
        self.driver = driver
    }

    deinit {
        // libxml2 creates a scratch document for declared entities even without a tree builder.
        if let document = context.pointee.myDoc { xmlFreeDoc(document) }
        xmlFreeParserCtxt(context)
        driver.deinitialize(count: 1)
        driver.deallocate()
    }

    /// Parses a whole text until the handler stops.
    ///
    /// - Parameters:
    ///   - text: The text as UTF-8.
    ///   - isComplete: Whether the text is complete; `false` if it is known to be truncated.
    ///   - handler: The receiver of the events.
    public static func parse(
        _ text: UnsafeRawBufferPointer,
        isComplete: Bool = true,
        driving handler: inout some XMLHandler
    ) {
        withUnsafeMutablePointer(to: &handler) { handler in
            guard let parser = XMLPushParser(driving: handler) else { return }
            // libxml2 treats U+0000 as the end of its buffer.
            let end = ByteSearch.first(0, in: text, from: 0) ?? text.count
            var start = 0
            while start < end, !handler.pointee.isStopped {
                var stop = min(start + 1 << 16, end)
                while stop < end, text[stop] & 0xC0 == 0x80 { stop += 1 }
                parser.feed(UnsafeRawBufferPointer(rebasing: text[start..<stop]))
                start = stop
            }
            if handler.pointee.isStopped { return }
            if end < text.count { return handler.pointee.defect(XMLDefect(zeroByteAt: end)) }
            if isComplete { parser.finish() }
        }
    }

    /// The number of processed bytes; all later events are at or after it.
    public var consumed: Int { driver.pointee.cursor.offset }

    /// The number of distinct names of elements, attributes and namespaces so far.
    public var nameCount: Int { Int(xmlDictSize(context.pointee.dict)) }

    /// Parses a chunk of UTF-8 that ends between two scalars.
    public func feed(_ text: UnsafeRawBufferPointer) {
        guard let base = text.baseAddress else { return }
        _ = xmlParseChunk(context, base.assumingMemoryBound(to: CChar.self), Int32(text.count), 0)
    }

    /// Marks the text as complete.
    public func finish() { _ = xmlParseChunk(context, nil, 0, 1) }

    // MARK: Callbacks

    private static var callbacks: xmlSAXHandler {
        var handler = xmlSAXHandler()
        handler.initialized = UInt32(XML_SAX2_MAGIC)
        handler.startElementNs = { user, name, prefix, uri, namespaceCount, namespaces, count, _, attributes in
            guard let driver = user?.assumingMemoryBound(to: Driver.self), let name else { return }
            driver.pointee.start(
                XMLName(local: name, prefix: prefix, uri: uri),
                XMLAttributes(attributes, count: Int(count)),
                XMLNamespaces(namespaces, count: Int(namespaceCount)),
                driver.pointee.cursor
            )
        }
        handler.endElementNs = { user, _, _, _ in
            guard let driver = user?.assumingMemoryBound(to: Driver.self) else { return }
            driver.pointee.end(driver.pointee.cursor)
        }
        let characters: charactersSAXFunc = { user, text, count in
            guard let driver = user?.assumingMemoryBound(to: Driver.self), let text, count > 0 else { return }
            driver.pointee.characters(
                UnsafeBufferPointer(start: text, count: Int(count)),
                driver.pointee.cursor
            )
        }
        handler.characters = characters
        // If this were a different function, libxml2 would guess which white space is significant. The function also
        // receives CDATA sections.
        handler.ignorableWhitespace = characters
        handler.comment = { user, text in
            guard let driver = user?.assumingMemoryBound(to: Driver.self), let text else { return }
            let length = xmlStrlen(text)
            driver.pointee.comment(UnsafeBufferPointer(start: text, count: Int(length)), driver.pointee.cursor)
        }
        handler.internalSubset = { user, _, _, _ in
            guard let driver = user?.assumingMemoryBound(to: Driver.self) else { return }
            driver.pointee.documentType(driver.pointee.cursor)
        }
        handler.entityDecl = { user, name, _, _, _, _ in
            guard let driver = user?.assumingMemoryBound(to: Driver.self) else { return }
            driver.pointee.entityDeclared(name.map { String(cString: $0) } ?? "", driver.pointee.cursor.offset)
        }
        handler.serror = { user, error in
            guard let driver = user?.assumingMemoryBound(to: Driver.self), let error else { return }
            driver.pointee.defect(
                XMLDefect(
                    code: Int(error.pointee.code),
                    isFatal: error.pointee.level == XML_ERR_FATAL,
                    message: error.pointee.message.map { String(cString: $0) } ?? "",
                    first: error.pointee.str1.map { String(cString: $0) },
                    second: error.pointee.str2.map { String(cString: $0) },
                    number: Int(error.pointee.int1),
                    offset: driver.pointee.cursor.offset,
                    tagStart: driver.pointee.cursor.tagStart
                )
            )
        }
        return handler
    }
}

/// The parser's position, computed on demand.
public struct XMLCursor {
    private let context: xmlParserCtxtPtr?

    fileprivate init(context: xmlParserCtxtPtr?) { self.context = context }

    /// The offset of the next byte to parse, from the start of the text.
    public var offset: Int {
        guard let input = context?.pointee.input, let base = input.pointee.base, let current = input.pointee.cur
        else { return 0 }
        return Int(clamping: input.pointee.consumed) + (current - base)
    }

    /// The offset of the reported tag's `<`, from the start of the text.
    ///
    /// A tag cannot contain another `<`, and libxml2 keeps a whole tag in its buffer.
    public var tagStart: Int {
        guard let input = context?.pointee.input, let base = input.pointee.base, let current = input.pointee.cur
        else { return 0 }
        var place = current
        while place > base, place.pointee != UInt8(ascii: "<") { place -= 1 }
        return Int(clamping: input.pointee.consumed) + (place - base)
    }

    /// Returns the offset of the reported characters, from the start of the text; for a reference, the parser's
    /// position.
    public func offset(of characters: UnsafeBufferPointer<UInt8>) -> Int {
        guard let input = context?.pointee.input, let base = input.pointee.base, let end = input.pointee.end,
            let start = characters.baseAddress, start >= base, start < end
        else { return offset }
        return Int(clamping: input.pointee.consumed) + (start - base)
    }

    /// The offset after the reported start tag, and whether the tag is self-closing.
    public var startTagEnd: (offset: Int, isEmpty: Bool) {
        let isEmpty = context?.pointee.input?.pointee.cur?.pointee == UInt8(ascii: "/")
        return (offset + (isEmpty ? 2 : 1), isEmpty)
    }
}
