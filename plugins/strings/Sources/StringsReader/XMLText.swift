import GlossportReading

/// The text of an element, collected piece by piece.
struct XMLText {
    enum Flaw {
        case tooLong(Int)
        case entity(String)
    }

    private var bytes: [UInt8] = []
    private var length = 0
    private var badEntity: String?

    /// Why there is no ``value``, if so.
    var flaw: Flaw? {
        if let badEntity { return .entity(badEntity) }
        return length > ReaderLimits.textBytes ? .tooLong(length) : nil
    }

    /// What the pieces say, or `nil` if there is a ``flaw``.
    var value: String? { flaw == nil ? String(decoding: bytes, as: UTF8.self) : nil }

    /// Adds a piece, which is raw if it comes from a CDATA section, where `&` is just that.
    mutating func append(_ piece: UnsafeRawBufferPointer, isRaw: Bool) {
        var start = 0
        while !isRaw, let ampersand = ByteSearch.first(UInt8(ascii: "&"), in: piece, from: start) {
            keep(piece[start..<ampersand])
            guard
                let end = ByteSearch.first(
                    UInt8(ascii: ";"),
                    in: piece,
                    from: ampersand,
                    to: min(piece.count, ampersand + 16)
                )
            else {
                badEntity =
                    badEntity ?? String(decoding: piece[ampersand..<min(piece.count, ampersand + 8)], as: UTF8.self)
                return
            }
            let name = String(decoding: piece[ampersand + 1..<end], as: UTF8.self)
            if let scalar = Self.scalar(name), let encoded = UTF8.encode(scalar) {
                Array(encoded).withUnsafeBytes { keep($0[...]) }
            } else {
                badEntity = badEntity ?? "&\(name);"
            }
            start = end + 1
        }
        keep(piece[start...])
    }

    private mutating func keep(_ piece: Slice<UnsafeRawBufferPointer>) {
        length += piece.count
        if length <= ReaderLimits.textBytes { bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: piece)) }
    }

    private static func scalar(_ name: String) -> Unicode.Scalar? {
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default: break
        }
        guard name.hasPrefix("#") else { return nil }
        let digits = name.dropFirst()
        let isHexadecimal = digits.first == "x" || digits.first == "X"
        let value = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return value.flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }
    }
}
