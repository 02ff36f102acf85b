import GlossportReading

/// The encodings that gettext allows in a PO file.
///
/// In all of them, an ASCII byte at the start of a character is that ASCII character.
enum Charset {
    /// Returns the encoding with a name; `nil` if gettext does not allow it or this machine does not support it.
    static func encoding(named name: String) -> TextEncoding? {
        guard name.wholeMatch(of: /[A-Za-z0-9._:-]{1,40}/) != nil else { return nil }
        return names[folded(name)].flatMap { TextEncoding(named: $0) }
    }

    /// Whether a name means an encoding that is not ASCII-compatible: UTF-16, UTF-32 or UCS.
    static func isWide(_ name: String) -> Bool { name.prefixMatch(of: /(?i)utf.?(16|32)|ucs/) != nil }

    /// The names of the encodings, by the lowercase letters and digits of each name and alias.
    private static let names = Dictionary(
        (known + parts(8859, prefix: "ISO-8859-") + codePages).flatMap { name, aliases in
            ([name] + aliases).map { (folded($0), name) }
        },
        uniquingKeysWith: { first, _ in first }
    )

    private static func folded(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }

    private static let known: [(name: String, aliases: [String])] = [
        ("US-ASCII", ["ASCII", "ANSI_X3.4-1968", "646"]), ("UTF-8", ["U8"]), ("KOI8-R", []), ("KOI8-U", []),
        ("KOI8-T", []), ("GB2312", ["EUC-CN"]), ("GBK", ["CP936", "MS936"]), ("GB18030", []), ("EUC-JP", ["UJIS"]),
        ("EUC-KR", ["KS_C_5601-1987"]), ("BIG5", ["BIG5-TW"]), ("BIG5-HKSCS", []), ("TIS-620", []),
    ]

    // The C library's Shift_JIS decodes a backslash as a yen sign; gettext and other programs keep the backslash.
    private static let codePages: [(name: String, aliases: [String])] =
        [("CP932", ["SHIFT_JIS", "SJIS", "windows-31J"])]
        + [850, 866, 874, 932, 949, 950].map { ("CP\($0)", ["IBM\($0)", "MS\($0)"]) }
        + (1_250...1_258).map { ("CP\($0)", ["windows-\($0)"]) }

    private static let latin = [1: 1, 2: 2, 3: 3, 4: 4, 9: 5, 10: 6, 13: 7, 14: 8, 15: 9, 16: 10]

    private static func parts(_ number: Int, prefix: String) -> [(name: String, aliases: [String])] {
        (1...16).filter { $0 != 12 }.map { part in
            ("\(prefix)\(part)", ["\(number)-\(part)"] + (latin[part].map { ["latin\($0)", "L\($0)"] } ?? []))
        }
    }
}
