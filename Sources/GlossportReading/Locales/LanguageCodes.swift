/// The known codes of languages, scripts and regions.
public enum LanguageCodes {
    /// Whether a text is a locale: a known language, optionally with a known script and with a region.
    package static func isCode(_ text: String) -> Bool {
        guard text.utf8.count >= 2, text.utf8.count <= 16, text.allSatisfy(\.isASCII) else { return false }
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
        guard let language = parts.first, isLanguage(String(language)), parts.count <= 3 else { return false }
        var rest = parts.dropFirst()
        if let script = rest.first, isScript(script) { rest = rest.dropFirst() }
        if let region = rest.first, isRegion(region) { rest = rest.dropFirst() }
        return rest.isEmpty
    }

    /// Whether a word is the tag of an App Store language, alone or with a script or region.
    ///
    /// Use it for words that may not be locales at all, such as `title` and `note`: nearly every short word is some
    /// language's code.
    public static func isStoreTag(_ word: some StringProtocol) -> Bool {
        let pieces = word.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
        guard let language = pieces.first, storeLanguages.contains(language.lowercased()), pieces.count <= 3 else {
            return false
        }
        return pieces.dropFirst().allSatisfy { piece in
            (2...4).contains(piece.count) && piece.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        }
    }

    /// Whether a word is a language code in any case, such as `de` or `fil`.
    public static func isLanguage(_ code: String) -> Bool { languages.contains(code.lowercased()) }

    /// Whether a word is a region code: a known one in any case, any two uppercase letters, three digits, `CHS` or
    /// `CHT`.
    package static func isRegion(_ code: Substring) -> Bool {
        guard code.allSatisfy(\.isASCII) else { return false }
        switch code.count {
        case 2: return code.allSatisfy(\.isLetter) && (code == code.uppercased() || regions.contains(code.uppercased()))
        case 3: return code.allSatisfy(\.isNumber) || ["CHS", "CHT"].contains(code.uppercased())
        default: return false
        }
    }

    /// Whether a word is the uppercase code of a known region, or `419`.
    package static func isKnownRegion(_ code: String) -> Bool { regions.contains(code) || code == "419" }

    package static func isScript(_ code: Substring) -> Bool { scripts.contains(code.lowercased()) }

    /// The languages of the App Store's locales, and the codes that vendors still use for Hebrew and Norwegian.
    package static let storeLanguages: Set<String> = [
        "ar", "bn", "ca", "cs", "da", "de", "el", "en", "es", "fi", "fr", "gu", "he", "hi", "hr", "hu", "id", "it",
        "iw", "ja", "kn", "ko", "ml", "mr", "ms", "nb", "nl", "no", "or", "pa", "pl", "pt", "ro", "ru", "sk", "sl",
        "sv", "ta", "te", "th", "tr", "uk", "ur", "vi", "zh",
    ]

    /// Codes that are also words: `id` means Indonesian or identifier.
    static let words: Set<String> = [
        "id", "no", "is", "it", "to", "am", "tr", "as", "or", "an", "in", "be", "my", "so", "he", "mo", "se", "st",
        "vi", "hr",
        "ms", "nr", "co", "av", "pa",
    ]

    /// Maps other codes (withdrawn, three-letter or more specific ones) to the two-letter codes of the App Store.
    package static let aliases = [
        "iw": "he", "in": "id", "nb": "no", "nob": "no", "nor": "no", "cmn": "zh", "zho": "zh", "chi": "zh",
        "ara": "ar", "ben": "bn",
        "cat": "ca", "ces": "cs", "cze": "cs", "dan": "da", "deu": "de", "ger": "de", "ell": "el", "eng": "en",
        "spa": "es", "fin": "fi", "fra": "fr", "fre": "fr", "guj": "gu", "heb": "he", "hin": "hi", "hrv": "hr",
        "hun": "hu", "ind": "id", "ita": "it", "jpn": "ja", "kan": "kn", "kor": "ko", "mal": "ml", "mar": "mr",
        "msa": "ms", "may": "ms", "zsm": "ms", "nld": "nl", "dut": "nl", "ori": "or", "ory": "or", "pan": "pa",
        "pol": "pl", "por": "pt", "ron": "ro", "rum": "ro", "mo": "ro", "rus": "ru", "slk": "sk", "slo": "sk",
        "slv": "sl", "swe": "sv", "tam": "ta", "tel": "te", "tha": "th", "tur": "tr", "ukr": "uk", "urd": "ur",
        "vie": "vi",
    ]

    /// The codes of ISO 639-1, including withdrawn ones, three-letter codes without a two-letter equivalent that occur
    /// in software, and three-letter codes that vendors use although a shorter one exists.
    private static let languages = Set(
        """
        aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en \
        eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik in io is it iu iw \
        ja ji jv jw ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mo mr ms mt \
        my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm \
        sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu \
        ast bho brx ceb chr ckb cmn dag doi dsb fil fur gsw haw hmn hsb ilo kab kmr kok lus mai mni nan nds nso pap sat \
        scn ses shi skr szl tet tlh tok tzm vec war yue zgh \
        eng fra fre deu ger spa ita por rus jpn kor zho chi nld dut swe dan nor fin pol tur ara heb hin tha vie ces cze \
        hun ron rum ell gre ukr ind msa may cat hrv slk slo slv bul ben guj kan mal mar ori pan tam tel urd
        """.split(separator: " ").map(String.init)
    )

    private static let scripts: Set<String> = [
        "hans", "hant", "latn", "cyrl", "arab", "deva", "grek", "hebr", "jpan", "kore", "guru", "beng", "thai", "aran",
    ]

    private static let regions = Set(
        """
        AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD \
        CF CG CH CI CK CL CM CN CO CR CS CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB \
        GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH \
        KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV \
        MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA \
        SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG \
        UK US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW
        """.split(separator: " ").map(String.init)
    )
}
