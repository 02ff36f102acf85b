/// Tells an app's other strings from what may be a message, by the bytes of a key alone.
///
/// Vendors return whole apps: a thousand strings for each message. A reader that asks need not build the texts of units that
/// the catalog would only count; see ``ReaderOptions/wanted``.
public struct KeyFilter: Sendable, Hashable {
    private let prefixBytes: [UInt8]
    private let betweenBytes: [UInt8]
    private let suffixBytes: [UInt8]

    /// Accepts keys in which two names are between given texts.
    ///
    /// - Parameters:
    ///   - prefix: The beginning of a key.
    ///   - between: The text between the names; not empty.
    ///   - suffix: The end of a key.
    public init(prefix: String = "", between: String, suffix: String = "") {
        prefixBytes = Array(prefix.utf8)
        betweenBytes = Array(between.utf8)
        suffixBytes = Array(suffix.utf8)
    }

    /// The beginning of a key.
    public var prefix: String { String(decoding: prefixBytes, as: UTF8.self) }
    /// The text between the names.
    public var between: String { String(decoding: betweenBytes, as: UTF8.self) }
    /// The end of a key.
    public var suffix: String { String(decoding: suffixBytes, as: UTF8.self) }

    /// Whether a unit with this key may be a message's.
    ///
    /// - Parameter key: The key in UTF-8.
    /// - Returns: `false` only where the key has another form.
    public func lets(_ key: UnsafeRawBufferPointer) -> Bool {
        guard let first = betweenBytes.first, key.count > prefixBytes.count + suffixBytes.count + betweenBytes.count,
            prefixBytes.isEmpty || key.starts(with: prefixBytes),
            suffixBytes.isEmpty || key.suffix(suffixBytes.count).elementsEqual(suffixBytes)
        else { return false }
        // Neither name is empty, so the text between them neither begins nor ends what is left.
        let last = key.count - suffixBytes.count - betweenBytes.count
        var start = prefixBytes.count + 1
        while let found = ByteSearch.first(first, in: key, from: start, to: last) {
            if betweenBytes.count == 1 || key[found...].starts(with: betweenBytes) { return true }
            start = found + 1
        }
        return false
    }
}
