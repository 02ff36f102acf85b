/// SQL as far as it means something: without comments, and with one space where there are many.
///
/// So a comment can be corrected without making another migration of it, or another table.
enum SQLText {
    static func normalized(_ sql: String) -> String {
        var result: [UInt8] = []
        var rest = Array(sql.utf8)[...]
        var wantsSpace = false
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "-"), rest.first == UInt8(ascii: "-") {
                rest = rest.drop { $0 != UInt8(ascii: "\n") }
                wantsSpace = true
                continue
            }
            if byte == UInt8(ascii: "/"), rest.first == UInt8(ascii: "*") {
                rest = rest.dropFirst()
                while let inside = rest.popFirst(), !(inside == UInt8(ascii: "*") && rest.first == UInt8(ascii: "/")) {}
                rest = rest.dropFirst()
                wantsSpace = true
                continue
            }
            if byte == UInt8(ascii: " ") || (9...13).contains(byte) {
                wantsSpace = true
                continue
            }
            if wantsSpace, !result.isEmpty { result.append(UInt8(ascii: " ")) }
            wantsSpace = false
            result.append(byte)
            // Within quotes everything counts; a doubled quote ends one and begins the next.
            if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
                while let inside = rest.popFirst() {
                    result.append(inside)
                    if inside == byte { break }
                }
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
