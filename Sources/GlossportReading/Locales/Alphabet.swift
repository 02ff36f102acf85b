/// The non-ASCII letters of a language, and the code pages that contain them.
struct Alphabet {
    /// The names of the code pages; some may be unavailable on this machine.
    let encodings: [String]
    private var letters: Set<Unicode.Scalar> = []
    private var ranges: [ClosedRange<UInt32>] = []

    /// Creates the alphabet of a locale; `nil` if its language is unknown or has no code pages.
    init?(of locale: String) {
        let tag = LanguageTag(beginning: locale)
        let language = tag.language == "nn" ? "no" : LanguageCodes.aliases[tag.language] ?? tag.language
        if let letters = Self.latin[language] {
            (self.letters, encodings) = (letters, Self.latinPages[language] ?? Self.western)
            // The Vietnamese letters in the block Latin Extended Additional.
            if language == "vi" { ranges = [0x1EA0...0x1EF9] }
            return
        }
        switch language {
        case "ru", "bg", "uk":
            letters = Self.cyrillic[language] ?? []
            encodings = ["windows-1251", language == "uk" ? "KOI8-U" : "KOI8-R", "MacCyrillic", "CP866", "ISO-8859-5"]
        case "el": (ranges, encodings) = ([0x386...0x3CE], ["windows-1253", "CP737", "ISO-8859-7"])
        case "he": (ranges, encodings) = ([0x591...0x5F4], ["windows-1255", "ISO-8859-8"])
        case "ar": (ranges, encodings) = ([0x60C...0x669], ["windows-1256", "ISO-8859-6"])
        case "th": (ranges, encodings) = ([0xE01...0xE5B], ["CP874"])
        case "ko": (letters, ranges, encodings) = (Self.korean, Self.wide, ["CP949"])
        case "ja":
            (letters, ranges, encodings) = (Self.japanese, [0x3040...0x30FF] + Self.wide, ["CP932", "EUC-JP"])
        case "zh":
            let isTraditional = tag.script.map { $0 == "hant" } ?? ["tw", "hk", "mo"].contains(tag.region)
            (letters, ranges) = (isTraditional ? Self.traditional : Self.simplified, Self.wide)
            encodings = ["GB18030", "BIG5"]
        default: return nil
        }
    }

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        letters.contains(scalar) || ranges.contains { $0.contains(scalar.value) }
    }

    // MARK: Latin, Cyrillic

    private static let western = ["windows-1252", "macintosh", "CP850", "ISO-8859-15"]
    // `MacCentralEurope` is the Mac page's name on Apple platforms, `MAC-CENTRALEUROPE` its name in glibc.
    private static let central = ["windows-1250", "MacCentralEurope", "MAC-CENTRALEUROPE", "CP852", "ISO-8859-2"]
    private static let latinPages = [
        "pl": central, "cs": central, "sk": central, "hu": central, "ro": central, "hr": central, "sl": central,
        "tr": ["windows-1254", "MacTurkish", "CP857"], "vi": ["windows-1258"],
    ]
    private static let latin = [
        "ca": "àçéèíïóòúü", "cs": "áčďéěíňóřšťúůýž", "da": "æøåé", "de": "äöüß", "en": "àâçéèêëïîñôöüä",
        "es": "áéíñóúü", "fi": "äöåšž", "fr": "àâæçéèêëîïôœùûüÿ", "hr": "čćđšž", "hu": "áéíóöőúüű",
        "it": "àèéìíîòóùú", "nl": "áäéëïíóöúüè", "no": "æøåéèêóòâô", "pl": "ąćęłńóśźż", "pt": "áàâãçéêíóôõúü",
        "ro": "ăâîșşțţ", "sk": "áäčďéíĺľňóôŕšťúýž", "sl": "čšžćđ", "sv": "åäöéà", "tr": "çğıİöşüâîû",
        "vi": "àáâãèéêìíòóôõùúýăđĩũơư\u{300}\u{301}\u{303}\u{309}\u{323}",
    ].mapValues { Set(($0 + $0.uppercased()).unicodeScalars) }

    private static let cyrillic = ["ru": "ёЁ", "bg": "", "uk": "іїєґІЇЄҐ"].mapValues { others in
        let foreign = others.isEmpty ? "ыэЫЭ" : others.hasPrefix("ё") ? "" : "ъыэЪЫЭ"
        return Set((0x410...0x44F).compactMap { Unicode.Scalar(UInt32($0)) })
            .union(others.unicodeScalars).subtracting(foreign.unicodeScalars)
    }

    // MARK: East Asia

    /// East Asian punctuation and full-width forms.
    private static let wide: [ClosedRange<UInt32>] = [0x3001...0x301C, 0xFF01...0xFF5E]
    private static let japanese = common(0xB0...0xCF, 0xA1...0xFE, in: "EUC-JP")
    private static let korean = common(0xB0...0xC8, 0xA1...0xFE, in: "EUC-KR")
    private static let simplified = common(0xB0...0xF7, 0xA1...0xFE, in: "GB2312")
    private static let traditional = common(0xA4...0xC6, 0x40...0xFE, in: "BIG5")

    /// Returns the common characters of a language, which are in the first rows of its encoding; wrongly decoded bytes
    /// yield rarer ones.
    private static func common(
        _ rows: ClosedRange<UInt8>,
        _ columns: ClosedRange<UInt8>,
        in name: String
    ) -> Set<Unicode.Scalar> {
        guard let converter = TextEncoding.Converter(from: name) else { return [] }
        defer { converter.close() }
        var text: [UInt8] = []
        for row in rows {
            for column in columns {
                _ = withUnsafeBytes(of: (row, column)) { converter.convert($0, into: &text) }
            }
        }
        return Set(String(decoding: text, as: UTF8.self).unicodeScalars)
    }
}
