import GlossportReading
import Testing

/// Texts in one language, about as long as a small delivery.
struct LanguageSample: Sendable, CustomTestStringConvertible {
    var locale: String
    var encodings: [String]
    var texts: [String]

    var testDescription: String { locale }

    private static let western = ["windows-1252", "macintosh", "CP850", "ISO-8859-15"]
    private static let central = ["windows-1250", "ISO-8859-2", "CP852"]
    private static let cyrillic = ["windows-1251", "KOI8-U", "ISO-8859-5"]

    init(_ locale: String, _ encodings: [String], _ texts: [String]) {
        (self.locale, self.encodings, self.texts) = (locale, encodings, texts)
    }

    static let all = [
        LanguageSample(
            "de",
            western,
            ["Größe zählt für Sie", "Schöne Grüße aus München", "Über 300 Übungen, täglich"]
        ),
        LanguageSample(
            "fr-FR",
            western,
            ["Restez à nos côtés", "Vos données sont protégées", "Ça vous plaît déjà, très bientôt plus"]
        ),
        LanguageSample("it", western, ["Perché andare via così?", "Più ricette, più libertà", "È già tutto pronto"]),
        LanguageSample(
            "es-MX",
            western,
            ["¿Por qué te vas? Quédate", "Más de cien lecciones al año", "Mañana sabrás aún más"]
        ),
        LanguageSample(
            "pt-BR",
            western,
            ["Você não está sozinho", "Mais lições a cada mês", "Não perca as anotações"]
        ),
        LanguageSample(
            "sv",
            western,
            ["Håll dig i form åt oss", "Få tillgång till övningar", "Spara på årsplanen, så här"]
        ),
        LanguageSample(
            "da",
            western,
            ["Gør dine måltider bedre", "Nøgleord på hver øvelse", "Få adgang året rundt, også på færøsk"]
        ),
        LanguageSample(
            "no",
            western,
            ["Få tilgang hele året", "Øvelser på norsk og færøysk", "Lær noe nytt hver måned"]
        ),
        LanguageSample(
            "fi",
            western,
            ["Säästä enemmän vuosittain", "Älä lähde vielä pois", "Yli sata uutta tehtävää öisin"]
        ),
        LanguageSample(
            "pl",
            central,
            ["Zostań z nami dłużej", "Więcej ćwiczeń każdego dnia", "Oszczędź pieniądze i późne łzy"]
        ),
        LanguageSample(
            "cs",
            central,
            ["Zůstaňte s námi déle", "Více cvičení každý den", "Ušetříte peníze při ročním předplatném"]
        ),
        LanguageSample("sk", central, ["Zostaňte s nami dlhšie", "Viac cvičení každý deň", "Ľahšie plánovanie jedál"]),
        LanguageSample(
            "hu",
            central,
            ["Több fűszerekkel készült étel", "Őrizd meg az előfizetésed", "Még több gyűjtemény vár"]
        ),
        LanguageSample(
            "hr",
            central,
            ["Što ćete propustiti", "Lakše planiranje svaki tjedan", "Vaše bilješke su već ovdje, čekaju vas"]
        ),
        LanguageSample(
            "tr",
            ["windows-1254", "CP857"],
            ["Aboneliğinizi koruyun", "Daha fazla alıştırma yapın", "Güçlü şifre için ipuçları, ışık"]
        ),
        LanguageSample(
            "ru",
            cyrillic + ["KOI8-R", "CP866"],
            ["Останьтесь с нами", "Больше упражнений", "Сэкономьте на годовом плане"]
        ),
        LanguageSample(
            "uk",
            cyrillic,
            ["Залишайтеся з нами", "Більше вправ щодня", "Заощаджуйте на річному плані, її знижка"]
        ),
        LanguageSample(
            "el",
            ["windows-1253", "ISO-8859-7", "CP737"],
            ["Μείνετε μαζί μας", "Περισσότερες ασκήσεις", "Εξοικονομήστε χρήματα"]
        ),
        LanguageSample("he", ["windows-1255"], ["הישארו איתנו עוד חודש", "עוד תרגילים בכל יום"]),
        LanguageSample("ar-SA", ["windows-1256", "ISO-8859-6"], ["ابق معنا شهرا آخر", "المزيد من التمارين كل يوم"]),
        LanguageSample("th", ["CP874"], ["อยู่กับเราต่ออีกเดือน", "แบบฝึกหัดใหม่ทุกวัน"]),
        LanguageSample(
            "vi",
            ["windows-1258"],
            ["Ti\u{EA}\u{301}t ki\u{EA}\u{323}m h\u{F3}a đơn", "Đăng ky\u{301} ngay"]
        ),
        LanguageSample("ja", ["CP932", "EUC-JP"], ["もう少し続けませんか", "毎日の新しい練習", "年間プランでお得に"]),
        LanguageSample("ko", ["CP949"], ["조금 더 함께해 주세요", "매일 새로운 연습"]),
        LanguageSample("zh-Hans", ["GB18030"], ["再和我们一起待一个月", "每天都有新的练习", "年度计划更优惠"]),
        LanguageSample("zh-Hant", ["BIG5"], ["再和我們一起待一個月", "每天都有新的練習", "年度計劃更優惠"]),
    ]
}

@Suite("Detecting a file's code page from the letters of its languages")
struct LegacyEncodingTests {
    /// The bytes of a small table in the given encoding.
    private static func bytes(_ texts: [String], in encoding: TextEncoding) -> [UInt8]? {
        let rows = texts.enumerated().map { "keep.\($0.offset).body,\($0.element)\n" }
        return encoding.bytes(of: Array(("key,text\n" + rows.joined()).utf8)[...])
    }

    @Test("The code page of a table is detected from its language", arguments: LanguageSample.all)
    func single(sample: LanguageSample) throws {
        var named = 0
        for name in sample.encodings {
            let encoding = try #require(TextEncoding(named: name))
            let bytes = try #require(Self.bytes(sample.texts, in: encoding), "\(name) lacks a letter")
            guard let found = LegacyEncoding.detect(bytes, locales: [sample.locale]) else { continue }
            #expect(found.text(of: bytes) == encoding.text(of: bytes), "\(name) was taken for \(found)")
            named += 1
        }
        #expect(named == sample.encodings.count, "\(named) of \(sample.encodings)")
    }

    @Test("If many languages are expected, a table gets the right code page or none", arguments: LanguageSample.all)
    func mixed(sample: LanguageSample) throws {
        let locales = LanguageSample.all.map(\.locale)
        for name in sample.encodings {
            let encoding = try #require(TextEncoding(named: name))
            let bytes = try #require(Self.bytes(sample.texts, in: encoding))
            guard let found = LegacyEncoding.detect(bytes, locales: locales) else { continue }
            #expect(found.text(of: bytes) == encoding.text(of: bytes), "\(name) was taken for \(found)")
        }
    }

    @Test(
        "No code page is detected if the language is unknown or wrong",
        arguments: [[], ["xx"], ["ja"], ["ru"], ["ko"], ["zh-Hans"]]
    )
    func unknown(locales: [String]) throws {
        let bytes = try #require(
            TextEncoding(named: "macintosh")?.bytes(of: Array("Schöne Grüße für Größere".utf8)[...])
        )
        #expect(LegacyEncoding.detect(bytes, locales: locales) == nil)
    }

    @Test("No code page is detected for plain ASCII, a run of all other bytes or an ambiguous text")
    func nothing() {
        #expect(LegacyEncoding.detect(Array("Hello".utf8), locales: ["de"]) == nil)
        #expect(LegacyEncoding.detect((0x80...0xFF).map { $0 }, locales: ["de", "ru", "ja"]) == nil)
        // 0x8E is é in Mac Roman, but Ž or Ä in others; 0x99 is ™, ô or Ö.
        #expect(LegacyEncoding.detect([0x8E], locales: ["fr"])?.name == "macintosh")
        #expect(LegacyEncoding.detect([0x20, 0x99, 0x20], locales: ["de", "fr"]) == nil)
    }

    @Test(
        "A text decoded with the wrong code page is restored",
        arguments: [
            ("hu", "Ízek fûszerekkel", "Ízek fűszerekkel"), ("de-DE", "Schšne GrŸ§e", "Schöne Grüße"),
            ("ja", "‘±‚¯‚Ä‚\u{AD}‚¾‚³‚¢", "続けてください"), ("ru", "Îñòàíüòåñü", "Останьтесь"),
            ("pl", "Wiêcej æwiczeñ", "Więcej ćwiczeń"), ("hu", "Õrizd meg", "Őrizd meg"),
            ("fr", "LÕŽtŽ, dŽjˆ", "L’été, déjà"), ("fr", "Ç DŽjˆ lˆ È", "« Déjà là »"),
            ("de", "SpŠte GrŸ§e", "Späte Grüße"),
        ]
    )
    func meant(locale: String, text: String, meant: String) {
        #expect(LegacyEncoding.meant(text, locale: locale)?.text == meant)
    }

    @Test(
        "A correct text, even one with foreign names, is left unchanged",
        arguments: [
            ("de", "Škoda fährt nach São Tomé zu Dvořák"), ("pl", "Müller i Ångström"), ("hu", "Őrizd meg"),
            ("en-US", "Škoda, Citroën"),
            ("ja", "続けて"), ("xx", "Schšne GrŸ§e"), ("fr-FR", "Ñandú et São Paulo"),
            ("hu", "São Paulo"), ("hu", "Zoë dala"), ("hu", "Mañana"), ("hu", "Nyerj egy Škoda kocsit"),
            ("de", "Mit Miloš und Aleš"), ("sv", "Med Miloš och Aleš"), ("nl", "Met Miloš en Aleš"),
            ("en", "With Miloš and Aleš"), ("de", "Dein Škoda, mein Škoda"), ("en", "A Škoda for Miloš"),
            ("sv", "Škoda och Žižkov"),
        ]
    )
    func names(locale: String, text: String) {
        #expect(LegacyEncoding.meant(text, locale: locale) == nil)
    }
}
