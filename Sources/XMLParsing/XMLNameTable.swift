/// Maps the names of elements to a reader's values.
///
/// The results are cached by the addresses of libxml2's interned names, so a table can be used with only one parser.
public struct XMLNameTable<Value: BitwiseCopyable & Sendable> {
    @usableFromInline
    struct Slot {
        @usableFromInline var local: UnsafePointer<UInt8>?
        @usableFromInline var uri: UnsafePointer<UInt8>?
        @usableFromInline var value: Value

        @usableFromInline
        init(_ local: UnsafePointer<UInt8>?, _ uri: UnsafePointer<UInt8>?, _ value: Value) {
            (self.local, self.uri, self.value) = (local, uri, value)
        }
    }

    @usableFromInline var slots: [Slot]
    @usableFromInline let other: Value
    private let values: [String: Value]
    private let isNamespace: @Sendable (String) -> Bool

    /// Creates a table of values by local name; unknown elements, and those in other namespaces, have the value
    /// `other`.
    public init(_ values: [String: Value], other: Value, in isNamespace: @escaping @Sendable (String) -> Bool) {
        (self.values, self.other, self.isNamespace) = (values, other, isNamespace)
        slots = Array(repeating: Slot(nil, nil, other), count: 256)
    }

    /// Returns the value for an element.
    @inlinable
    public mutating func value(of name: XMLName) -> Value {
        let index = (Int(bitPattern: name.local) ^ Int(bitPattern: name.local) &>> 8) & 0xFF
        let slot = slots[index]
        if slot.local == name.local, slot.uri == name.uri { return slot.value }
        let value = look(up: name)
        slots[index] = Slot(name.local, name.uri, value)
        return value
    }

    @usableFromInline
    func look(up name: XMLName) -> Value {
        guard let namespace = name.namespace, isNamespace(namespace) else { return other }
        return values[String(cString: name.local)] ?? other
    }
}
