private import CLibXML2

/// libxml2's push parser, set up so that nothing outside the given text is ever read and no entity ever expands.
///
/// It hands each tag, text and complaint to a ``DocumentMachine``. No tree is built; entities are neither stored nor
/// looked up, so what an entity would have inserted can't be inserted. This is the only file that knows libxml2.
struct XMLPushParser: ~Copyable {
    private let context: xmlParserCtxtPtr
    private let driver: UnsafeMutablePointer<Driver>

    /// What the C callbacks get as user data.
    private struct Driver {
        var machine: UnsafeMutablePointer<DocumentMachine>
        var context: xmlParserCtxtPtr?

        var cursor: XMLCursor { XMLCursor(context: context) }
    }

    /// Makes a parser for UTF-8 text, or `nil` if there is no memory.
    ///
    /// - Parameter machine: What receives the events; must outlive the parser, and nothing else may use it while
    ///   ``feed(_:)`` or ``finish()`` runs.
    init?(driving machine: UnsafeMutablePointer<DocumentMachine>) {
        xmlInitParser()
        let driver = UnsafeMutablePointer<Driver>.allocate(capacity: 1)
        driver.initialize(to: Driver(machine: machine, context: nil))
        var handler = Self.handler
        guard let context = xmlCreatePushParserCtxt(&handler, driver, nil, 0, nil) else {
            driver.deinitialize(count: 1)
            driver.deallocate()
            return nil
        }
        driver.pointee.context = context
        // No NOENT, DTDLOAD, DTDATTR, XINCLUDE, RECOVER or HUGE, ever: each opens a door or lifts a limit.
        _ = xmlCtxtUseOptions(context, Int32(XML_PARSE_NONET.rawValue | XML_PARSE_IGNORE_ENC.rawValue))
        // The text is already UTF-8, whatever its declaration says.
        _ = xmlSwitchEncoding(context, XML_CHAR_ENCODING_UTF8)
        self.context = context
        self.driver = driver
    }

    deinit {
        // libxml2 makes a scratch document for declared entities even without a tree builder.
        if let document = context.pointee.myDoc { xmlFreeDoc(document) }
        xmlFreeParserCtxt(context)
        driver.deinitialize(count: 1)
        driver.deallocate()
    }

    /// How many bytes of the text are done with; every later event is at or after it.
    var consumed: Int { driver.pointee.cursor.offset }

    /// How many different names of elements, attributes and namespaces the text has had so far.
    var nameCount: Int { Int(xmlDictSize(context.pointee.dict)) }

    /// Parses a piece of the text, which must end between two scalars.
    func feed(_ text: UnsafeRawBufferPointer) {
        guard let base = text.baseAddress else { return }
        _ = xmlParseChunk(context, base.assumingMemoryBound(to: CChar.self), Int32(text.count), 0)
    }

    /// Says that the text is complete.
    func finish() { _ = xmlParseChunk(context, nil, 0, 1) }

    // MARK: Callbacks

    private static var handler: xmlSAXHandler {
        var handler = xmlSAXHandler()
        handler.initialized = UInt32(XML_SAX2_MAGIC)
        handler.startElementNs = { user, name, prefix, uri, namespaceCount, namespaces, count, _, attributes in
            guard let driver = user?.assumingMemoryBound(to: Driver.self), let name else { return }
            driver.pointee.machine.pointee.start(
                XMLName(local: name, prefix: prefix, uri: uri),
                XMLAttributes(attributes, count: Int(count)),
                XMLNamespaces(namespaces, count: Int(namespaceCount)),
                at: driver.pointee.cursor
            )
        }
        handler.endElementNs = { user, _, _, _ in
            user?.assumingMemoryBound(to: Driver.self).pointee.machine.pointee.end()
        }
        let characters: charactersSAXFunc = { user, text, count in
            guard let driver = user?.assumingMemoryBound(to: Driver.self), let text, count > 0 else { return }
            driver.pointee.machine.pointee.characters(UnsafeBufferPointer(start: text, count: Int(count)))
        }
        handler.characters = characters
        // The same function, or libxml2 guesses which white space matters. CDATA arrives here too.
        handler.ignorableWhitespace = characters
        handler.entityDecl = { user, name, _, _, _, _ in
            guard let driver = user?.assumingMemoryBound(to: Driver.self) else { return }
            driver.pointee.machine.pointee.entityDeclared(
                name.map { String(cString: $0) } ?? "",
                at: driver.pointee.cursor.offset
            )
        }
        handler.serror = { user, error in
            guard let driver = user?.assumingMemoryBound(to: Driver.self), let error else { return }
            let defect = XMLDefect(
                code: Int(error.pointee.code),
                isFatal: error.pointee.level == XML_ERR_FATAL,
                message: error.pointee.message.map { String(cString: $0) } ?? "",
                first: error.pointee.str1.map { String(cString: $0) },
                second: error.pointee.str2.map { String(cString: $0) },
                number: Int(error.pointee.int1),
                offset: driver.pointee.cursor.offset,
                tagStart: driver.pointee.cursor.tagStart
            )
            driver.pointee.machine.pointee.defect(defect)
        }
        return handler
    }
}

/// Where the parser stands, asked for only when somebody wants to know.
struct XMLCursor {
    private let context: xmlParserCtxtPtr?

    fileprivate init(context: xmlParserCtxtPtr?) { self.context = context }

    /// Bytes from the start of the text to the next byte that the parser will look at.
    var offset: Int {
        guard let input = context?.pointee.input, let base = input.pointee.base, let current = input.pointee.cur
        else { return 0 }
        return Int(clamping: input.pointee.consumed) + (current - base)
    }

    /// Bytes from the start of the text to the `<` of the tag that is being reported.
    ///
    /// A tag can't contain another `<`, and libxml2 keeps a whole tag in its buffer.
    var tagStart: Int {
        guard let input = context?.pointee.input, let base = input.pointee.base, let current = input.pointee.cur
        else { return 0 }
        var place = current
        while place > base, place.pointee != UInt8(ascii: "<") { place -= 1 }
        return Int(clamping: input.pointee.consumed) + (place - base)
    }
}
