enum OutermostElement {
    /// Whether the outermost element has the given name.
    ///
    /// Scans the bytes once; a regular expression would try every way to divide them into comments.
    static func isNamed(_ name: String, in head: [UInt8]) -> Bool {
        var rest = head[...]
        while true {
            // Skip white space, and a byte order mark in any encoding.
            rest = rest.drop { $0 <= 0x20 || $0 >= 0x80 }
            if rest.starts(with: "<?".utf8) {
                guard let end = rest.firstRange(of: "?>".utf8) else { return false }
                rest = rest[end.upperBound...]
            } else if rest.starts(with: "<!--".utf8) {
                guard let end = rest.dropFirst(4).firstRange(of: "-->".utf8) else { return false }
                rest = rest[end.upperBound...]
            } else if rest.starts(with: "<!DOCTYPE".utf8) {
                rest = afterDocumentType(rest)
            } else {
                guard rest.starts(with: "<\(name)".utf8) else { return false }
                return rest.dropFirst(name.utf8.count + 1).first.map { $0 <= 0x20 || ">/".utf8.contains($0) } ?? false
            }
        }
    }

    private static func afterDocumentType(_ type: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = type.drop { !"[>".utf8.contains($0) }
        while rest.first == UInt8(ascii: "[") || rest.first == UInt8(ascii: "]") {
            // A closing bracket without a following `>` is inside an entity's value.
            rest = rest.dropFirst().drop { $0 != UInt8(ascii: "]") }
            let next = rest.dropFirst().drop { $0 <= 0x20 }
            if next.first == UInt8(ascii: ">") { return next.dropFirst() }
        }
        return rest.dropFirst()
    }
}
