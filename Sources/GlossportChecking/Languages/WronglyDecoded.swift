/// A part of a text that was UTF-8 before it was decoded with another encoding.
struct WronglyDecoded: Sendable, Hashable {
    var written: String
    var meant: String

    /// Finds the first wrongly decoded part of a text.
    ///
    /// - Parameters:
    ///   - scalars: The text.
    ///   - page: The code page that may have been used to decode it.
    ///   - least: The minimum number of wrongly decoded characters for certainty.
    /// - Returns: The part; `nil` if none is certain.
    static func first(in scalars: [Unicode.Scalar], _ page: CodePage, least: Int) -> WronglyDecoded? {
        var pieces: [Piece] = []
        var index = 0
        while index < scalars.count {
            guard let (meant, length) = sequence(at: index, in: scalars, page) else {
                index += 1
                continue
            }
            let isCertain =
                page.name == CodePage.macRoman.name
                ? isCertainMacRoman(at: index, length, in: scalars)
                : length > 2 || isCertain(at: index, in: scalars)
            if let last = pieces.last, last.end == index {
                // Two adjacent sequences are not a coincidence.
                pieces[pieces.count - 1].add(meant, upTo: index + length)
            } else {
                pieces.append(Piece(start: index, end: index + length, meant: [meant], isCertain: isCertain))
            }
            index += length
        }
        let certain = pieces.filter(\.isCertain)
        guard let first = certain.first, certain.reduce(0, { $0 + $1.meant.count }) >= least else { return nil }
        // Limits the excerpt in case the whole text is damaged.
        let end = min(first.end, first.start + 24)
        return WronglyDecoded(
            written: String(String.UnicodeScalarView(scalars[first.start..<end])),
            meant: String(String.UnicodeScalarView(first.meant.prefix(8)))
        )
    }

    private struct Piece {
        var start: Int
        var end: Int
        var meant: [Unicode.Scalar]
        var isCertain: Bool

        mutating func add(_ scalar: Unicode.Scalar, upTo end: Int) {
            meant.append(scalar)
            self.end = end
            isCertain = true
        }
    }

    /// The character that the next characters form if the code page encodes them again and UTF-8 decodes them, and
    /// their number.
    private static func sequence(
        at index: Int,
        in scalars: [Unicode.Scalar],
        _ page: CodePage
    ) -> (Unicode.Scalar, Int)? {
        guard scalars[index].value >= 0x80, let lead = page.byte(for: scalars[index]) else { return nil }
        // Accepts only the scripts of vendors' languages, so that an umlaut before a quotation mark is not read as
        // Syriac.
        let length: Int
        switch lead {
        case 0xC2...0xC5, 0xC6, 0xC8, 0xCC, 0xCE...0xD1, 0xD7...0xDB: length = 2
        case 0xE0...0xEF: length = 3
        case 0xF0: length = 4
        default: return nil
        }
        guard index + length <= scalars.count else { return nil }
        var bytes = [lead]
        for scalar in scalars[(index + 1)..<(index + length)] {
            guard scalar.value >= 0x80, let byte = page.byte(for: scalar), (0x80...0xBF).contains(byte) else {
                return nil
            }
            bytes.append(byte)
        }
        guard let text = String(validating: bytes, as: UTF8.self), let scalar = text.unicodeScalars.first else {
            return nil
        }
        return (scalar, length)
    }

    /// Whether two characters are certainly not a capital letter before a quotation mark or space, as in «MAÇÃ».
    private static func isCertain(at index: Int, in scalars: [Unicode.Scalar]) -> Bool {
        let isSign = "»«“”‘’„‚›‹…–—™®©°ºª·\u{A0}".unicodeScalars.contains(scalars[index + 1])
        guard isSign else { return true }
        let before = index > 0 ? scalars[index - 1] : nil
        if before?.isUppercase == true { return false }
        // Ã alone is not a word; Â before a quotation mark may be one.
        if scalars[index] == "Ã" || scalars[index + 1] == "\u{A0}" { return true }
        let after = index + 2 < scalars.count ? scalars[index + 2] : " "
        return before?.properties.isLowercase == true || after.properties.isLowercase
    }

    /// Whether Mac Roman characters are certainly wrong: an apostrophe or the like, or a mathematical sign in a word.
    ///
    /// `≈£5` and `–é` are legitimate.
    private static func isCertainMacRoman(at index: Int, _ length: Int, in scalars: [Unicode.Scalar]) -> Bool {
        if scalars[index] == "‚", scalars[index + 1] == "Ä" { return true }
        guard "¬√ƒ≈".unicodeScalars.contains(scalars[index]) else { return false }
        let after = index + length
        return index > 0 && scalars[index - 1].properties.isAlphabetic
            || after < scalars.count && scalars[after].properties.isAlphabetic
    }
}
