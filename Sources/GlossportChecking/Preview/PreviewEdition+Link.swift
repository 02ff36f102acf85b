extension PreviewEdition.Image {
    /// The address of a file as a page has to write it, so that both can be moved together.
    ///
    /// - Parameters:
    ///   - file: The file's path from the root, without links to its parent such as `..`.
    ///   - folder: The page's folder, likewise.
    /// - Returns: The address, with whatever a name may hold.
    package static func link(to file: String, from folder: String) -> PreviewEdition.Image {
        let target = file.split(separator: "/")
        let start = folder.split(separator: "/")
        let shared = zip(target, start).prefix { $0 == $1 }.count
        let parts = start.dropFirst(shared).map { _ in ".." } + target.dropFirst(shared).map(encoded)
        return .linked(parts.joined(separator: "/"))
    }

    /// A name with only what an address takes unchanged, so that none can be a scheme, a query or a fragment.
    private static func encoded(_ name: Substring) -> String {
        name.utf8.reduce(into: "") { result, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                result += digits.count == 1 ? "%0" + digits : "%" + digits
            }
        }
    }
}
