/// An element's name as libxml2 reports it, valid as long as the parser lives.
///
/// libxml2 keeps one copy of each name, so equal pointers mean equal names.
public struct XMLName {
    /// Without its prefix, zero-terminated.
    public let local: UnsafePointer<UInt8>
    /// Its prefix, if it has one.
    public let prefix: UnsafePointer<UInt8>?
    /// The name of its namespace, if it is in one.
    public let uri: UnsafePointer<UInt8>?

    /// The name as the file writes it, such as `xliff:target`.
    public var qualified: String {
        (prefix.map { String(cString: $0) + ":" } ?? "") + String(cString: local)
    }

    /// The address of the namespace's name, or `nil` where the element is in none.
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

    /// Whether there are none.
    public var isEmpty: Bool { count == 0 }

    /// The declared namespace names.
    public var names: [String] {
        guard let base else { return [] }
        return (0..<count).compactMap { base[$0 * 2 + 1].map { String(cString: $0) } }
    }
}
