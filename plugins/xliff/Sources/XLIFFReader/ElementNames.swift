import XMLParsing

/// Turns names into ``Element``s.
///
/// Namespaces are taken leniently: what has the root's namespace, any version's, or none, is XLIFF. The answers are
/// remembered by the addresses of the names, of which libxml2 keeps one copy each.
struct ElementNames {
    private struct Entry {
        var local: UnsafePointer<UInt8>?
        var prefix: UnsafePointer<UInt8>?
        var uri: UnsafePointer<UInt8>?
        var element = Element.unknown
    }

    private static let size = 256
    private var remembered = [Entry](repeating: Entry(), count: size)
    private var rootPrefix: UnsafePointer<UInt8>?
    private var rootURI: UnsafePointer<UInt8>?

    /// Tells the name of the root element, whose namespace the rest of the file follows.
    mutating func setRoot(_ name: XMLName) {
        rootPrefix = name.prefix
        rootURI = name.uri
    }

    mutating func element(_ name: XMLName) -> Element {
        let slot =
            (Int(bitPattern: name.local) &>> 3 ^ Int(bitPattern: name.uri) &>> 5 ^ Int(bitPattern: name.local) &>> 11)
            & (Self.size - 1)
        let entry = remembered[slot]
        if entry.local == name.local, entry.uri == name.uri, entry.prefix == name.prefix { return entry.element }
        let element = look(up: name)
        remembered[slot] = Entry(local: name.local, prefix: name.prefix, uri: name.uri, element: element)
        return element
    }

    private func look(up name: XMLName) -> Element {
        let local = String(cString: name.local)
        guard let uri = name.uri else {
            // A prefix that nobody declared counts only if the root has it too.
            let isCore = name.prefix == nil || name.prefix == rootPrefix
            return isCore ? Element.core[local] ?? .unknown : .foreign
        }
        let namespace = String(cString: uri)
        if uri == rootURI || namespace.hasPrefix(Namespace.xliff) { return Element.core[local] ?? .unknown }
        return Element.vendor[namespace]?[local] ?? .foreign
    }
}
