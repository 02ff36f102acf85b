/// Names of regions and scripts after a language, as in `French (Canada)`.
enum RegionNames {
    /// Returns the subtag for a lowercase name, such as `CA`, `419` or `Hans`.
    static func subtag(for name: String) -> String? { subtags[name] }

    private static let subtags = Dictionary(
        LanguageNames.rows(of: table).flatMap { row in row.names.map { ($0, row.code) } },
        uniquingKeysWith: { $1 }
    )

    private static let table = """
        419:latin america,latam,latin american,latinoamérica,américa latina,amérique latine,lateinamerika
        AE:united arab emirates,uae
        AR:argentina
        AT:austria,österreich
        AU:australia
        BD:bangladesh
        BE:belgium,belgique,belgië,flanders,flemish
        BR:ブラジル,巴西,브라질,brazil,brasil,brazilian,brasilien,brésil,brasile
        CA:カナダ,加拿大,캐나다,canada,canadian,canadá,kanada
        CH:switzerland,schweiz,suisse,svizzera
        CL:chile
        CN:中国,china,mainland china,china mainland,prc,chine
        CO:colombia
        CZ:czechia,czech republic
        DE:ドイツ,德国,독일,germany,deutschland
        DK:denmark
        EG:egypt
        ES:スペイン,西班牙,스페인,spain,españa,european spain,spanien,espagne,spagna,castilian
        FI:finland
        FR:フランス,法国,프랑스,france,frankreich,francia
        GB:イギリス,英国,영국,united kingdom,uk,great britain,britain,british,royaume-uni,reino unido,großbritannien
        GR:greece
        HK:香港,홍콩,hong kong,hong kong sar,hongkong
        HR:croatia
        HU:hungary
        ID:indonesia
        IE:ireland
        IL:israel
        IN:india,indien,inde
        IT:italy,italia,italien,italie
        JP:日本,japan
        KR:대한민국,korea,south korea
        MO:macau,macao
        MX:メキシコ,墨西哥,멕시코,mexico,méxico,mexican,mexiko,mexique,messico
        MY:malaysia
        NL:netherlands,the netherlands,nederland,niederlande
        NO:norway
        NZ:new zealand
        PE:peru
        PH:philippines
        PK:pakistan
        PL:poland
        PT:ポルトガル,葡萄牙,포르투갈,portugal,portogallo
        RO:romania
        RU:russia
        SA:saudi arabia
        SE:sweden
        SG:singapore
        SI:slovenia
        SK:slovakia
        TH:thailand
        TR:turkey,türkiye
        TW:대만,taiwan,taiwán,臺灣,台灣,台湾
        UA:ukraine
        US:アメリカ,米国,美国,미국,united states,united states of america,usa,us,america,american,estados unidos,états-unis,vereinigte staaten,stati uniti
        VN:vietnam
        ZA:south africa
        Hans:簡体字,簡体,간체,simplified,simplified han,简体,vereinfacht,simplifié,simplificado,semplificato
        Hant:繁体字,번체,traditional,traditional han,繁體,繁体,traditionell,traditionnel,tradicional,tradizionale
        Latn:latin
        Cyrl:cyrillic
        """
}
