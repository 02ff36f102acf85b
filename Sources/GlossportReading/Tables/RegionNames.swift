/// Names of regions and scripts as vendors write them behind a language, as in `French (Canada)`.
enum RegionNames {
    /// The subtag after a language's code for a name in lower case, such as `CA`, `419`, `Hans`.
    static func subtag(for name: String) -> String? { subtags[name] }

    private static let subtags = Dictionary(
        LanguageNames.rows(of: table).flatMap { row in row.names.map { ($0, row.code) } },
        uniquingKeysWith: { $1 }
    )

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
