/// A word's UTF-8 bytes, which are hashed much faster than a string: strings are normalized first.
struct WordBytes: Hashable {
    let utf8: [UInt8]

    init(_ word: String) { utf8 = Array(word.utf8) }

    init(_ bytes: ArraySlice<UInt8>) { utf8 = Array(bytes) }

    func hash(into hasher: inout Hasher) { utf8.withUnsafeBytes { hasher.combine(bytes: $0) } }
}
