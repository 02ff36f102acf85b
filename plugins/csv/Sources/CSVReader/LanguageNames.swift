/// Names of languages as vendors head columns with them, in English and in the language itself.
enum LanguageNames {
    /// The language for a name in lower case, such as `zh-Hant` for `traditional chinese`.
    static func code(for name: String) -> String? { codes[name] }

    /// Whether this is the code of a language, in any case.
    static func isLanguage(_ code: String) -> Bool { known.contains(code.lowercased()) }

    private static let codes: [String: String] = {
        var codes: [String: String] = [:]
        for line in table.split(separator: "\n") {
            guard let colon = line.firstIndex(of: ":") else { continue }
            for name in line[line.index(after: colon)...].split(separator: ",") {
                codes[String(name).trimmingWhitespace] = String(line[..<colon])
            }
        }
        return codes
    }()

    /// ISO 639-1, the three-letter codes that have no two-letter one and occur in software, and a few that vendors use
    /// although there is a shorter one.
    private static let known = Set(
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

    private static let table = """
        af:afrikaans
        am:amharic,አማርኛ
        ar:arabic,العربية,عربي
        az:azerbaijani,azeri,azərbaycan
        be:belarusian,беларуская
        bg:bulgarian,български
        bn:bengali,bangla,বাংলা
        bs:bosnian,bosanski
        ca:catalan,català,valencian
        cs:czech,čeština,česky
        cy:welsh,cymraeg
        da:danish,dansk
        de:german,deutsch
        el:greek,ελληνικά,ελληνικα
        en:english
        en-GB:british english,uk english
        en-US:american english,us english
        en-AU:australian english
        en-CA:canadian english
        eo:esperanto
        es:spanish,español,castellano,castilian
        es-419:latin american spanish,latam spanish,spanish latam
        es-MX:mexican spanish
        es-ES:european spanish
        et:estonian,eesti
        eu:basque,euskara
        fa:persian,farsi,فارسی
        fi:finnish,suomi
        fil:filipino
        fr:french,français
        fr-CA:canadian french,french canadian,québécois
        ga:irish,gaeilge
        gl:galician,galego
        gu:gujarati,ગુજરાતી
        he:hebrew,עברית
        hi:hindi,हिन्दी,हिंदी
        hr:croatian,hrvatski
        hu:hungarian,magyar
        hy:armenian,հայերեն
        id:indonesian,bahasa indonesia
        is:icelandic,íslenska
        it:italian,italiano
        ja:japanese,日本語
        ka:georgian,ქართული
        kk:kazakh
        km:khmer
        kn:kannada,ಕನ್ನಡ
        ko:korean,한국어
        ky:kyrgyz
        lo:lao
        lt:lithuanian,lietuvių
        lv:latvian,latviešu
        mk:macedonian,македонски
        ml:malayalam,മലയാളം
        mn:mongolian
        mr:marathi,मराठी
        ms:malay,bahasa melayu
        mt:maltese
        my:burmese
        nb:norwegian bokmål,norwegian bokmal,bokmål,bokmal,norsk bokmål
        ne:nepali
        nl:dutch,nederlands
        nn:norwegian nynorsk,nynorsk
        no:norwegian,norsk
        or:odia,oriya,ଓଡ଼ିଆ
        pa:punjabi,ਪੰਜਾਬੀ
        pl:polish,polski
        pt:portuguese,português
        pt-BR:brazilian portuguese,brazilian,português brasileiro,português do brasil
        pt-PT:european portuguese
        ro:romanian,română
        ru:russian,русский
        si:sinhala,sinhalese
        sk:slovak,slovenčina
        sl:slovenian,slovene,slovenščina
        sq:albanian,shqip
        sr:serbian,српски,srpski
        sv:swedish,svenska
        sw:swahili,kiswahili
        ta:tamil,தமிழ்
        te:telugu,తెలుగు
        th:thai,ไทย,ภาษาไทย
        tl:tagalog
        tr:turkish,türkçe
        uk:ukrainian,українська
        ur:urdu,اردو
        uz:uzbek
        vi:vietnamese,tiếng việt
        zh:chinese,中文
        zh-Hans:simplified chinese,chinese simplified,simplifiedchinese,简体中文,中文简体
        zh-Hant:traditional chinese,chinese traditional,traditionalchinese,繁體中文,繁体中文,中文繁體
        zu:zulu
        """
}
