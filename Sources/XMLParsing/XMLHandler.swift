/// The receiver of tags, characters and defects from ``XMLPushParser``.
///
/// Its methods are called while a piece of text is parsed. A handler is a struct: for a class, checking at run time that no two accesses
/// to its properties overlap made reading take 40 % longer.
public protocol XMLHandler {
    /// Whether nothing more is to be parsed.
    var isStopped: Bool { get }

    /// Takes a start tag.
    ///
    /// - Parameters:
    ///   - name: The element's name.
    ///   - attributes: Its attributes, valid during the call only.
    ///   - namespaces: The namespaces that it declares.
    ///   - cursor: The parser's position.
    mutating func start(
        _ name: XMLName,
        _ attributes: XMLAttributes,
        _ namespaces: XMLNamespaces,
        at cursor: XMLCursor
    )

    /// Takes the end of the innermost open element.
    ///
    /// - Parameter cursor: The parser's position: after the tag.
    mutating func end(at cursor: XMLCursor)

    /// Takes characters, of which more may follow.
    ///
    /// - Parameters:
    ///   - text: UTF-8, valid during the call only.
    ///   - cursor: The parser's position.
    mutating func characters(_ text: UnsafeBufferPointer<UInt8>, at cursor: XMLCursor)

    /// Takes a comment.
    ///
    /// - Parameters:
    ///   - text: UTF-8 without the marks around it, valid during the call only.
    ///   - cursor: The parser's position.
    mutating func comment(_ text: UnsafeBufferPointer<UInt8>, at cursor: XMLCursor)

    /// Takes the beginning of a document type.
    ///
    /// - Parameter cursor: The parser's position.
    mutating func documentType(at cursor: XMLCursor)

    /// Takes the declaration of an entity in the document type, which is never expanded.
    ///
    /// - Parameters:
    ///   - name: The entity's name.
    ///   - offset: The parser's position, in bytes from the start of the text.
    mutating func entityDeclared(_ name: String, at offset: Int)

    /// Takes something that the parser complains about; after a fatal defect nothing else comes.
    ///
    /// - Parameter defect: The defect.
    mutating func defect(_ defect: XMLDefect)
}

extension XMLHandler {
    /// Passes a comment over.
    public mutating func comment(_: UnsafeBufferPointer<UInt8>, at _: XMLCursor) {}

    /// Passes a document type over; its entities are never expanded.
    public mutating func documentType(at _: XMLCursor) {}
}
