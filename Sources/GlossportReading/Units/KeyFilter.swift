/// Separates potential message texts from an app's other strings by their keys.
///
/// Vendors may return whole apps, with a thousand strings for each message. A reader that uses the filter need not
/// build texts that the catalog would only count; see ``ReaderOptions/wanted``.
public struct KeyFilter: Sendable, Hashable {
    private let prefixBytes: [UInt8]
    private let betweenBytes: [UInt8]
    private let suffixBytes: [UInt8]

    /// Accepts keys that consist of a prefix, a name, a nonempty separator, a name and a suffix.
    public init(prefix: String = "", between: String, suffix: String = "") {
        prefixBytes = Array(prefix.utf8)
        betweenBytes = Array(between.utf8)
        suffixBytes = Array(suffix.utf8)
    }

    /// The start of a key.
    public var prefix: String { String(decoding: prefixBytes, as: UTF8.self) }
    /// The separator between the names.
    public var between: String { String(decoding: betweenBytes, as: UTF8.self) }
    /// The end of a key.
    public var suffix: String { String(decoding: suffixBytes, as: UTF8.self) }

    /// Whether a unit with this key may belong to a message.
    public func accepts(_ key: String) -> Bool {
        var key = key
        return key.withUTF8 { accepts(UnsafeRawBufferPointer($0)) }
    }

    /// Whether a unit with this key, as UTF-8, may belong to a message; `false` only if the key has another form.
    public func accepts(_ key: UnsafeRawBufferPointer) -> Bool {
        guard !betweenBytes.isEmpty, key.count > prefixBytes.count + suffixBytes.count + betweenBytes.count,
            prefixBytes.isEmpty || key.starts(with: prefixBytes),
            suffixBytes.isEmpty || key.suffix(suffixBytes.count).elementsEqual(suffixBytes)
        else { return false }
        // Neither name is empty, so the separator is neither at the start nor at the end of what remains
        // between prefix and suffix.
        let inner = key.dropFirst(prefixBytes.count + 1).dropLast(suffixBytes.count + 1)
        return betweenBytes.withUnsafeBytes { ByteSearch.contains($0, in: UnsafeRawBufferPointer(rebasing: inner)) }
    }
}
