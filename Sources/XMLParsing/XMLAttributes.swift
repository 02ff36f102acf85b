/// The attributes of one start tag, valid only during the callback that reports it.
public struct XMLAttributes {
    private let base: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
    private let count: Int

    /// - Parameters:
    ///   - base: Five pointers for each attribute: name, prefix, namespace, start and end of the value.
    ///   - count: The number of attributes.
    init(_ base: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, count: Int) {
        self.base = base
        self.count = count
    }

    /// The value of an attribute without a prefix.
    public subscript(_ name: StaticString) -> String? { bytes(of: name).map(Self.text) }

    /// The value of an attribute in a namespace.
    public subscript(_ name: StaticString, in namespace: StaticString) -> String? {
        find { Self.equal($0[0], name) && Self.equal($0[2], namespace) }.map(Self.text)
    }

    /// Returns the raw value of an attribute without a prefix.
    public func bytes(of name: StaticString) -> UnsafeBufferPointer<UInt8>? {
        find { $0[1] == nil && Self.equal($0[0], name) }
    }

    /// Whether `xml:space` preserves white space; `nil` if the attribute is missing or invalid.
    public var preservesSpace: Bool? {
        guard let value = find({ Self.equal($0[0], "space") && Self.equal($0[1], "xml") }) else { return nil }
        return switch String(decoding: value, as: UTF8.self) {
        case "preserve": true
        case "default": false
        default: nil
        }
    }

    /// The value of `xml:lang`.
    public var language: String? {
        find { Self.equal($0[0], "lang") && Self.equal($0[1], "xml") }.map(Self.text)
    }

    /// The value of `translate` as a Boolean; `nil` if it is neither `yes` nor `no`.
    public var translate: Bool? {
        switch self["translate"] {
        case "no": false
        case "yes": true
        default: nil
        }
    }

    /// The length of the longest value in bytes.
    public var longestValue: Int {
        guard let base else { return 0 }
        return (0..<count).reduce(0) { longest, index in
            guard let start = base[index * 5 + 3], let end = base[index * 5 + 4] else { return longest }
            return max(longest, end - start)
        }
    }

    @inline(__always)
    private func find(
        _ matches: (UnsafeMutablePointer<UnsafePointer<UInt8>?>) -> Bool
    ) -> UnsafeBufferPointer<UInt8>? {
        guard var attribute = base else { return nil }
        for _ in 0..<count {
            if matches(attribute), let start = attribute[3], let end = attribute[4] {
                return UnsafeBufferPointer(start: start, count: end - start)
            }
            attribute += 5
        }
        return nil
    }

    /// Decodes a value.
    ///
    /// libxml2 keeps an ampersand as `&#38;`, for a tree builder that would resolve it later; it resolves all other
    /// references.
    private static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        return bytes.contains(UInt8(ascii: "&")) ? text.replacing("&#38;", with: "&") : text
    }

    @inline(__always)
    private static func equal(_ name: UnsafePointer<UInt8>?, _ other: StaticString) -> Bool {
        guard let name else { return false }
        let other = UnsafeBufferPointer(start: other.utf8Start, count: other.utf8CodeUnitCount)
        for index in 0..<other.count where name[index] != other[index] { return false }
        return name[other.count] == 0
    }
}
