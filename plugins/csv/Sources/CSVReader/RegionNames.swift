/// Names of regions and scripts as vendors write them behind a language, as in `French (Canada)`.
enum RegionNames {
    /// What to put behind a language's code for a name in lower case, such as `CA`, `419`, `Hans`.
    static func subtag(for name: String) -> String? { subtags[name] }

    /// Whether this is a region's code; in upper case any two letters will do, since vendors also write `en-UK`.
    static func isRegion(_ code: Substring) -> Bool {
        guard code.allSatisfy(\.isASCII) else { return false }
        switch code.count {
        case 2: return code.allSatisfy(\.isLetter) && (code == code.uppercased() || known.contains(code.uppercased()))
        case 3: return code.allSatisfy(\.isNumber) || ["CHS", "CHT"].contains(code.uppercased())
        default: return false
        }
    }

    /// Whether this is an existing region's code in upper case.
    static func isKnown(_ code: String) -> Bool { known.contains(code) || code == "419" }

    /// Whether this is a script's code.
    static func isScript(_ code: Substring) -> Bool { scripts.contains(code.lowercased()) }

    private static let scripts: Set<String> = [
        "hans", "hant", "latn", "cyrl", "arab", "deva", "grek", "hebr", "jpan", "kore", "guru", "beng", "thai", "aran",
    ]

    private static let known = Set(
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

    private static let subtags: [String: String] = {
        var subtags: [String: String] = [:]
        for line in table.split(separator: "\n") {
            guard let colon = line.firstIndex(of: ":") else { continue }
            for name in line[line.index(after: colon)...].split(separator: ",") {
                subtags[String(name).trimmingWhitespace] = String(line[..<colon])
            }
        }
        return subtags
    }()

    private static let table = """
        419:latin america,latam,latin american,latinoamérica
        AE:united arab emirates,uae
        AR:argentina
        AT:austria,österreich
        AU:australia
        BD:bangladesh
        BE:belgium,belgique,belgië
        BR:brazil,brasil,brazilian
        CA:canada,canadian
        CH:switzerland,schweiz,suisse,svizzera
        CL:chile
        CN:china,mainland china,prc
        CO:colombia
        CZ:czechia,czech republic
        DE:germany,deutschland
        DK:denmark
        EG:egypt
        ES:spain,españa,european spain
        FI:finland
        FR:france
        GB:united kingdom,uk,great britain,britain,british
        GR:greece
        HK:hong kong,hong kong sar
        HR:croatia
        HU:hungary
        ID:indonesia
        IE:ireland
        IL:israel
        IN:india
        IT:italy,italia
        JP:japan
        KR:korea,south korea
        MO:macau,macao
        MX:mexico,méxico,mexican
        MY:malaysia
        NL:netherlands,the netherlands
        NO:norway
        NZ:new zealand
        PE:peru
        PH:philippines
        PK:pakistan
        PL:poland
        PT:portugal
        RO:romania
        RU:russia
        SA:saudi arabia
        SE:sweden
        SG:singapore
        SI:slovenia
        SK:slovakia
        TH:thailand
        TR:turkey,türkiye
        TW:taiwan
        UA:ukraine
        US:united states,usa,us,america,american
        VN:vietnam
        ZA:south africa
        Hans:simplified,simplified han,简体
        Hant:traditional,traditional han,繁體,繁体
        Latn:latin
        Cyrl:cyrillic
        """
}
