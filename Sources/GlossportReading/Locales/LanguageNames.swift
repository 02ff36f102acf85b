/// The names of languages in vendors' column headers and folders, in English and in the language itself.
package enum LanguageNames {
    /// Returns the language for a lowercase name, such as `zh-Hant` for `traditional chinese`.
    package static func code(for name: String) -> String? { codes[name] }

    /// Returns the language for a lowercase name in any known language, such as `de` for the French `allemand`.
    static func code(inAnyLanguage name: String) -> String? { codes[name] ?? foreign[name] }

    package static var all: [String] { Array(codes.keys) }

    /// Returns the lowercase English name of a language, such as `traditional chinese` for `zh-Hant`.
    package static func name(of code: String) -> String? { names[code] }

    private static let names = Dictionary(
        rows.compactMap { row in row.names.first.map { (row.code, $0) } },
        uniquingKeysWith: { $1 }
    )

    private static let codes = Dictionary(
        rows.flatMap { row in row.names.map { ($0, row.code) } },
        uniquingKeysWith: { $1 }
    )

    private static let foreign = Dictionary(
        rows(of: foreignTable).flatMap { row in row.names.map { ($0, row.code) } },
        uniquingKeysWith: { first, _ in first }
    )

    private static let rows = rows(of: table)

    /// Parses a table whose lines have the form `de:german,deutsch`.
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
        en-GB:british english,uk english,british
        en-US:american english,us english,american,u.s. english
        en-AU:australian english
        en-CA:canadian english
        eo:esperanto
        es:spanish,español,castellano
        es-419:latin american spanish,latam spanish,spanish latam,latam,latin american,español latinoamericano
        es-MX:mexican spanish
        es-ES:european spanish,castilian,castilian spanish,spanish castilian,iberian spanish
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
        id:indonesian,bahasa indonesia,bahasa,indonesia
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
        ms:malay,bahasa melayu,bahasa malaysia,malaysian
        mt:maltese
        my:burmese
        nb:norwegian bokmål,norwegian bokmal,bokmål,bokmal,norsk bokmål
        ne:nepali
        nl:dutch,nederlands
        nl-BE:flemish,vlaams
        nn:norwegian nynorsk,nynorsk
        no:norwegian,norsk
        or:odia,oriya,ଓଡ଼ିଆ
        pa:punjabi,ਪੰਜਾਬੀ
        pl:polish,polski
        pt:portuguese,português
        pt-BR:brazilian portuguese,brazilian,portuguese brazilian,português brasileiro,português do brasil
        pt-PT:european portuguese,portuguese european,iberian portuguese,português europeu
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
        zh-Hans:simplified chinese,mandarin simplified,chinese simplified,simplifiedchinese,chinesesimplified,简体中文,中文简体,简中,中文 简体,chs
        zh-Hant:traditional chinese,chinese traditional,traditionalchinese,chinesetraditional,繁體中文,繁体中文,中文繁體,繁中,中文 繁體,cht
        zh-HK:cantonese,hong kong chinese
        zu:zulu
        """

    /// The names of the App Store's languages in German, French, Spanish, Italian, Portuguese, Dutch, Japanese, Chinese
    /// and Korean.
    private static let foreignTable = """
        ar:arabisch,arabe,árabe,arabo,アラビア語,阿拉伯语,阿拉伯文,아랍어
        ca:katalanisch,catalán,catalano,catalão,カタロニア語,加泰罗尼亚语
        cs:tschechisch,tchèque,checo,ceco,tcheco,チェコ語,捷克语,체코어
        da:dänisch,danois,danés,danese,dinamarquês,デンマーク語,丹麦语,덴마크어,danoise,danesa,dänische
        de:allemand,alemán,tedesco,alemão,duits,ドイツ語,德语,德文,독일어,allemande,alemana,tedesca,alemã,deutsche
        el:griechisch,grec,griego,greco,grego,ギリシャ語,希腊语,그리스어
        en:englisch,anglais,inglés,inglese,inglês,engels,英語,英语,英文,영어,anglaise,inglesa,englische
        es:spanisch,espagnol,spagnolo,espanhol,spaans,スペイン語,西班牙语,西班牙文,스페인어,espagnole,española,spagnola,espanhola,spanische
        fi:finnisch,finnois,finlandés,finlandese,finlandês,フィンランド語,芬兰语,핀란드어
        fr:französisch,francés,francese,francês,frans,フランス語,法语,法文,프랑스어,française,francesa,französische
        he:hebräisch,hébreu,hebreo,ebraico,hebraico,ヘブライ語,希伯来语,히브리어
        hr:kroatisch,croate,croata,croato,クロアチア語,克罗地亚语
        hu:ungarisch,hongrois,húngaro,ungherese,ハンガリー語,匈牙利语,헝가리어
        id:indonesisch,indonésien,indonesio,indonesiano,indonésio,インドネシア語,印尼语,印度尼西亚语,인도네시아어
        it:italienisch,italien,italiaans,イタリア語,意大利语,意大利文,이탈리아어,italienne,italiana,italienische
        ja:japanisch,japonais,japonés,giapponese,japonês,japans,日语,日文,일본어,japonaise,japonesa,japanische
        ko:koreanisch,coréen,coreano,koreaans,韓国語,韩语,韩文,朝鲜语,coréenne,coreana,koreanische
        ms:malaiisch,malais,malayo,malese,malaio,マレー語,马来语,말레이어
        nl:niederländisch,néerlandais,neerlandés,holandés,olandese,holandês,neerlandês,オランダ語,荷兰语,네덜란드어,néerlandaise,holandesa,neerlandesa,niederländische
        no:norwegisch,norvégien,noruego,norvegese,norueguês,ノルウェー語,挪威语,노르웨이어
        pl:polnisch,polonais,polaco,polacco,polonês,ポーランド語,波兰语,폴란드어,polonaise,polaca,polacca,polnische
        pt:portugiesisch,portugais,portugués,portoghese,portugees,ポルトガル語,葡萄牙语,葡萄牙文,포르투갈어,portugaise,portuguesa,portugiesische
        ro:rumänisch,roumain,rumano,rumeno,romeno,ルーマニア語,罗马尼亚语
        ru:russisch,russe,ruso,russo,ロシア語,俄语,俄文,러시아어,rusa,russa,russische
        sk:slowakisch,slovaque,eslovaco,slovacco,スロバキア語,斯洛伐克语
        sl:slowenisch,slovène,esloveno,sloveno,スロベニア語,斯洛文尼亚语
        sv:schwedisch,suédois,sueco,svedese,スウェーデン語,瑞典语,스웨덴어,suédoise,sueca,schwedische
        th:thailändisch,thaï,tailandés,tailandese,tailandês,タイ語,泰语,태국어
        tr:türkisch,turc,turco,トルコ語,土耳其语,튀르키예어,터키어,turque,turca,türkische
        uk:ukrainisch,ukrainien,ucraniano,ucraino,ウクライナ語,乌克兰语
        vi:vietnamesisch,vietnamien,vietnamita,ベトナム語,越南语,베트남어
        zh:chinesisch,chinois,chino,cinese,chinês,chinees,中国語,汉语,중국어,chinoise,chinesa,chinesische
        zh-Hans:簡体字中国語,簡体中国語,중국어 간체
        zh-Hant:繁体字中国語,繁体中国語,중국어 번체
        """
}
