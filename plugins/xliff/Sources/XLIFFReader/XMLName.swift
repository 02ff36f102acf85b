/// An element's name as libxml2 reports it, valid as long as the parser lives.
///
/// libxml2 keeps one copy of each name, so equal pointers mean equal names.
struct XMLName {
    var local: UnsafePointer<UInt8>
    var prefix: UnsafePointer<UInt8>?
    var uri: UnsafePointer<UInt8>?

    /// The name as the file writes it, such as `xliff:target`.
    var qualified: String {
        (prefix.map { String(cString: $0) + ":" } ?? "") + String(cString: local)
    }

    /// The address of the namespace's name, or `nil` where the element is in none.
    var namespace: String? { uri.map { String(cString: $0) } }
}

/// The namespaces that one start tag declares.
struct XMLNamespaces {
    private let base: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
    private let count: Int

    init(_ base: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, count: Int) {
        self.base = base
        self.count = count
    }

    var isEmpty: Bool { count == 0 }

    /// The declared namespace names.
    var names: [String] {
        guard let base else { return [] }
        return (0..<count).compactMap { base[$0 * 2 + 1].map { String(cString: $0) } }
    }
}
