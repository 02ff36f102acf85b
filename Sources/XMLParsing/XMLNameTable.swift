/// Maps the names of elements to a reader's values.
///
/// The results are cached by the addresses of libxml2's interned names, so a table can be used with only one parser.
public struct XMLNameTable<Value: BitwiseCopyable & Sendable> {
    @usableFromInline
    struct Slot {
        @usableFromInline var local: UnsafePointer<UInt8>?
        @usableFromInline var prefix: UnsafePointer<UInt8>?
        @usableFromInline var uri: UnsafePointer<UInt8>?
        @usableFromInline var value: Value

        @usableFromInline
        init(_ name: XMLName?, _ value: Value) {
            (local, prefix, uri, self.value) = (name?.local, name?.prefix, name?.uri, value)
        }
    }

    @usableFromInline var slots: [Slot]
    @usableFromInline let lookUp: (XMLName) -> Value

    /// Creates a table of the values that a closure returns; `other` is any value.
    public init(other: Value, lookUp: @escaping (XMLName) -> Value) {
        self.lookUp = lookUp
        slots = Array(repeating: Slot(nil, other), count: 256)
    }

    /// Creates a table of values by local name; unknown elements, and those in other namespaces, have the value
    /// `other`.
    public init(_ values: [String: Value], other: Value, in isNamespace: @escaping (String) -> Bool) {
        self.init(other: other) { name in
            guard let namespace = name.namespace, isNamespace(namespace) else { return other }
            return values[String(cString: name.local)] ?? other
        }
    }

    /// Returns the value for an element.
    @inlinable
    public mutating func value(of name: XMLName) -> Value {
        let address = Int(bitPattern: name.local) ^ Int(bitPattern: name.uri) &>> 5
        let index = (address ^ address &>> 8) & 0xFF
        let slot = slots[index]
        if slot.local == name.local, slot.uri == name.uri, slot.prefix == name.prefix { return slot.value }
        let value = lookUp(name)
        slots[index] = Slot(name, value)
        return value
    }
}
