/// Turns the names of elements into values of a reader's own.
///
/// The answers are remembered by the addresses of the names, of which libxml2 keeps one copy each; so a table serves one parser.
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

    /// Makes a table.
    ///
    /// - Parameters:
    ///   - values: The values by local name.
    ///   - other: The value of every other element.
    ///   - isNamespace: Whether the names of a namespace count.
    public init(_ values: [String: Value], other: Value, in isNamespace: @escaping @Sendable (String) -> Bool) {
        (self.values, self.other, self.isNamespace) = (values, other, isNamespace)
        slots = Array(repeating: Slot(nil, nil, other), count: 256)
    }

    /// The value of an element.
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
