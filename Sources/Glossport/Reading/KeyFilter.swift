/// Tells an app's other strings from what may be a message, by the bytes of a key alone.
///
/// Vendors return whole apps: a thousand strings for each message. A reader that asks need not build the texts of units that
/// the catalog would only count; see ``ReaderOptions/wanted``.
package struct KeyFilter: Sendable, Hashable {
    private let prefix: [UInt8]
    private let between: [UInt8]
    private let suffix: [UInt8]

    /// Lets through every key that the pattern may match.
    ///
    /// - Parameter pattern: How keys name messages and fields.
    package init(_ pattern: KeyPattern) {
        let parts = pattern.parts
        prefix = Array(parts[0].utf8)
        between = Array(parts[1].utf8)
        suffix = Array(parts[2].utf8)
    }

    /// Whether a unit with this key may be a message's.
    ///
    /// - Parameter key: The key in UTF-8.
    /// - Returns: `false` only where ``KeyPattern/match(_:)`` says ``KeyPattern/Match/none``.
    package func lets(_ key: UnsafeRawBufferPointer) -> Bool {
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
