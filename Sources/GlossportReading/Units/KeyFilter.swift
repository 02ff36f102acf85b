/// Tells an app's other strings from what may be a message, by the bytes of a key alone.
///
/// Vendors return whole apps: a thousand strings for each message. A reader that asks need not build the texts of units that
/// the catalog would only count; see ``ReaderOptions/wanted``.
public struct KeyFilter: Sendable, Hashable {
    private let prefix: [UInt8]
    private let between: [UInt8]
    private let suffix: [UInt8]

    /// Lets through keys in which two names stand between given texts.
    ///
    /// - Parameters:
    ///   - prefix: What a key begins with.
    ///   - between: What stands between the names; not empty.
    ///   - suffix: What it ends with.
    public init(prefix: String = "", between: String, suffix: String = "") {
        self.prefix = Array(prefix.utf8)
        self.between = Array(between.utf8)
        self.suffix = Array(suffix.utf8)
    }

    /// Whether a unit with this key may be a message's.
    ///
    /// - Parameter key: The key in UTF-8.
    /// - Returns: `false` only where the key has another form.
    public func lets(_ key: UnsafeRawBufferPointer) -> Bool {
        guard let first = between.first, key.count > prefix.count + suffix.count + between.count,
            prefix.isEmpty || key.starts(with: prefix),
            suffix.isEmpty || key.suffix(suffix.count).elementsEqual(suffix)
        else { return false }
        // Neither name is empty, so the text between them neither begins nor ends what is left.
        let last = key.count - suffix.count - between.count
        var start = prefix.count + 1
        while let found = ByteSearch.first(first, in: key, from: start, to: last) {
            if between.count == 1 || key[found...].starts(with: between) { return true }
            start = found + 1
        }
        return false
    }
}
