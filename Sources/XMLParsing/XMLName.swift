/// An element's name as libxml2 reports it, valid as long as the parser exists.
///
/// libxml2 interns names, so equal pointers mean equal names.
public struct XMLName {
    /// The name without its prefix, null-terminated.
    public let local: UnsafePointer<UInt8>
    /// The prefix, if there is one.
    public let prefix: UnsafePointer<UInt8>?
    /// The namespace, if there is one.
    public let uri: UnsafePointer<UInt8>?

    /// The name in the file's spelling, such as `xliff:target`.
    public var qualified: String {
        (prefix.map { String(cString: $0) + ":" } ?? "") + String(cString: local)
    }

    /// The URI of the namespace; `nil` if the element has none.
    public var namespace: String? { uri.map { String(cString: $0) } }
}

/// The namespaces that one start tag declares.
public struct XMLNamespaces {
    private let base: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
    private let count: Int

    init(_ base: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, count: Int) {
        self.base = base
        self.count = count
    }

    /// Whether the tag declares no namespaces.
    public var isEmpty: Bool { count == 0 }

    /// The URIs of the declared namespaces.
    public var names: [String] {
        guard let base else { return [] }
        return (0..<count).compactMap { base[$0 * 2 + 1].map { String(cString: $0) } }
    }
}
