import GlossportReading

/// Tells by their names and sizes which pictures belong to which message.
struct PictureNames {
    /// Those of a bullet point's size, sorted.
    let icons: [String]
    private let others: [String]

    /// - Parameter pictures: PNG files with their first bytes.
    init(_ pictures: [FileHead]) {
        let isIcon = { (head: FileHead) in Self.size(head.bytes).map { $0 == (1_024, 1_024) } ?? false }
        icons = pictures.filter(isIcon).map(\.path).sorted()
        others = pictures.filter { !isIcon($0) }.map(\.path).sorted()
    }

    /// The pattern for a message's picture; `nil` if none has its name.
    func pattern(of message: String) -> ImagePattern? {
        for path in others {
            let parts = path.split(separator: "/").map(String.init)
            guard let name = parts.last?.dropLast(4) else { continue }
            let folders = parts.dropLast()
            let above = folders.joined(separator: "/") + (folders.isEmpty ? "" : "/")
            // images/keep-annual/ja.png, with images/keep-annual.png for all other locales.
            if folders.last == message, StoreLocale(name) != nil {
                return ImagePattern(folders.dropLast().map { $0 + "/" }.joined() + "{message}/{locale}.png")
            }
            if name == message {
                let own = others.contains { $0.hasPrefix(above + message + "/") }
                return ImagePattern(above + (own ? "{message}/{locale}.png" : "{message}.png"))
            }
            if name.hasPrefix(message + "-"), StoreLocale(name.dropFirst(message.count + 1)) != nil {
                return ImagePattern(above + "{message}-{locale}.png")
            }
        }
        return nil
    }

    /// Width and height, as the file's first chunk has them.
    private static func size(_ bytes: [UInt8]) -> (Int, Int)? {
        guard bytes.count >= 24, bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { return nil }
        func number(at offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
        return (number(at: 16), number(at: 20))
    }
}
