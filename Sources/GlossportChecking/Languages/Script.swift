import GlossportProject
import GlossportReading

/// A writing system, distinguished as far as the App Store's locales require.
///
/// Swift has no script property; these ranges are from Unicode's Scripts.txt, for letters only.
package enum Script: UInt8, Sendable, Hashable, CaseIterable {
    case latin, greek, cyrillic, hebrew, arabic, devanagari, bengali, gurmukhi, gujarati, oriya, tamil, telugu, kannada
    case malayalam, thai, hangul, kana, han, other

    /// The script of a letter; `nil` for digits, signs, spaces and marks.
    init?(of scalar: Unicode.Scalar) {
        let value = scalar.value
        if value < 0x80 {
            guard (0x41...0x5A).contains(value & ~0x20) else { return nil }
            self = .latin
            return
        }
        switch value {
        case 0xAA, 0xBA, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2AF, 0x1E00...0x1EFF, 0xFF21...0xFF3A, 0xFF41...0xFF5A:
            self = .latin
        case 0x370...0x373, 0x376...0x37D, 0x37F...0x386, 0x388...0x3FF: self = .greek
        case 0x1F00...0x1FBC, 0x1FC2...0x1FCC, 0x1FD0...0x1FDB, 0x1FE0...0x1FEC, 0x1FF2...0x1FFC: self = .greek
        case 0x400...0x481, 0x48A...0x52F: self = .cyrillic
        case 0x5D0...0x5F2: self = .hebrew
        case 0x620...0x64A, 0x66E...0x6D3, 0x6D5, 0x6E5...0x6EF, 0x6FA...0x6FF, 0x750...0x77F, 0xFB50...0xFDFB,
            0xFE70...0xFEFC:
            self = .arabic
        case 0x900...0x963, 0x970...0x97F: self = .devanagari
        case 0x980...0x9E3, 0x9F0...0x9F1: self = .bengali
        case 0xA01...0xA5E, 0xA70...0xA75: self = .gurmukhi
        case 0xA81...0xAE3: self = .gujarati
        case 0xB01...0xB63, 0xB71: self = .oriya
        case 0xB82...0xBD7: self = .tamil
        case 0xC00...0xC63: self = .telugu
        case 0xC80...0xCE3: self = .kannada
        case 0xD00...0xD63, 0xD7A...0xD7F: self = .malayalam
        case 0xE01...0xE3A, 0xE40...0xE4E: self = .thai
        case 0x1100...0x11FF, 0x3130...0x318F, 0xAC00...0xD7A3: self = .hangul
        case 0x3041...0x3096, 0x309D...0x309F, 0x30A1...0x30FA, 0x30FC...0x30FF, 0xFF66...0xFF9D: self = .kana
        case 0x3005...0x3007, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x323AF: self = .han
        default:
            guard scalar.isAlphabetic else { return nil }
            self = .other
        }
    }

    var name: String {
        switch self {
        case .oriya: "Odia"
        case .hangul: "Korean"
        case .kana: "Japanese"
        case .han: "Chinese"
        case .other: "other"
        default: "\(self)".capitalizedFirst
        }
    }
}

extension StoreLocale {
    var scripts: Set<Script> { Self.scriptsByLanguage[language] ?? [.latin] }

    private static let scriptsByLanguage: [String: Set<Script>] = [
        "ar": [.arabic], "bn": [.bengali], "el": [.greek], "gu": [.gujarati], "he": [.hebrew], "hi": [.devanagari],
        "ja": [.kana, .han], "kn": [.kannada], "ko": [.hangul, .han], "ml": [.malayalam], "mr": [.devanagari],
        "or": [.oriya], "pa": [.gurmukhi], "ru": [.cyrillic], "ta": [.tamil], "te": [.telugu], "th": [.thai],
        "uk": [.cyrillic], "ur": [.arabic], "zh": [.han],
    ]
}
