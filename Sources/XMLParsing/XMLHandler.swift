/// The receiver of tags, characters and defects from ``XMLPushParser``.
///
/// Its methods are called during parsing. Handlers should be structs: with a class, run-time exclusivity checks made
/// reading 40 % slower.
public protocol XMLHandler {
    /// Whether parsing must stop.
    var isStopped: Bool { get }

    /// Handles a start tag, whose attributes are valid only during the call.
    mutating func start(
        _ name: XMLName,
        _ attributes: XMLAttributes,
        _ namespaces: XMLNamespaces,
        at cursor: XMLCursor
    )

    /// Handles the end of the innermost open element; the cursor is after its tag.
    mutating func end(at cursor: XMLCursor)

    /// Handles characters as UTF-8, valid only during the call; further calls may continue the same text.
    mutating func characters(_ text: UnsafeBufferPointer<UInt8>, at cursor: XMLCursor)

    /// Handles a comment without its delimiters, as UTF-8 that is valid only during the call.
    mutating func comment(_ text: UnsafeBufferPointer<UInt8>, at cursor: XMLCursor)

    /// Handles the start of a document type.
    mutating func documentType(at cursor: XMLCursor)

    /// Handles the declaration of an entity, which is never expanded; the offset is in bytes from the start of the text.
    mutating func entityDeclared(_ name: String, at offset: Int)

    /// Handles a defect; after a fatal one, no further events follow.
    mutating func defect(_ defect: XMLDefect)
}

extension XMLHandler {
    /// Ignores a comment.
    public mutating func comment(_: UnsafeBufferPointer<UInt8>, at _: XMLCursor) {}

    /// Ignores a document type; its entities are never expanded.
    public mutating func documentType(at _: XMLCursor) {}
}
