/// Names of languages as vendors head columns and name folders with them, in English and in the language itself.
package enum LanguageNames {
    /// The language for a name in lower case, such as `zh-Hant` for `traditional chinese`.
    package static func code(for name: String) -> String? { codes[name] }

    /// All names that are known, in lower case.
    package static var all: [String] { Array(codes.keys) }

    /// The English name of a language, in lower case, such as `traditional chinese` for `zh-Hant`.
    package static func name(of code: String) -> String? { names[code] }

    private static let names = Dictionary(
        rows.compactMap { row in row.names.first.map { (row.code, $0) } },
        uniquingKeysWith: { $1 }
    )

    private static let codes = Dictionary(
        rows.flatMap { row in row.names.map { ($0, row.code) } },
        uniquingKeysWith: { $1 }
    )

    private static let rows = rows(of: table)

    /// The lines of a table such as `de:german,deutsch`.
    static func rows(of table: String) -> [(code: String, names: [String])] {
        table.split(separator: "\n").compactMap { line in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            return (String(line[..<colon]), line[line.index(after: colon)...].split(separator: ",").map(String.init))
        }
    }

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
