import Testing

@testable import GlossportReading

/// Headers and layouts of translation systems, agencies and spreadsheets in several languages.
@Suite("Headers and layouts of vendors")
struct VendorHeaderTests {
    @Test(
        "A header may name a locale in many ways",
        arguments: [
            ("English (U.S.)", "en-US"), ("English (U.K.)", "en-GB"), ("Chinese (Traditional)", "zh-Hant"),
            ("中文（简体）", "zh-Hans"),
            ("Español (México)", "es-MX"), ("Português (Brasil)", "pt-BR"), ("Français (Canada)", "fr-CA"),
            ("ja-JP - reviewed", "ja-JP"),
            ("it - Italian", "it"), ("Italian (max 66)", "it"), ("Source (en-US)", "en-US"), ("text[de-DE]", "de-DE"),
            ("text_de", "de"),
            ("value_pt_BR", "pt_BR"), ("LATAM Spanish", "es-419"), ("Spanish (LATAM)", "es-419"), ("LATAM", "es-419"),
            ("Castilian", "es-ES"), ("Flemish", "nl-BE"), ("Dutch (Belgium)", "nl-BE"), ("DE (German)", "DE"),
            ("de-DE: German", "de-DE"),
            ("German translation", "de"), ("Translation - German", "de"), ("Target de-DE", "de-DE"),
            ("ja-JP - Tanaka", "ja-JP"),
            ("EN → DE", "DE"), ("en-US > de-DE", "de-DE"), ("Portuguese (PT)", "pt-PT"),
            ("Portuguese, Brazilian", "pt-BR"),
            ("Französisch", "fr"), ("Allemand (Suisse)", "de-CH"), ("Inglés (Reino Unido)", "en-GB"), ("Tedesco", "de"),
            ("Norwegian (Bokmål)", "nb"), ("fr_CA v2", "fr_CA"), ("Deutsch NEU", "de"), ("es MX", "es-MX"),
            ("zh-Hans (Simplified Chinese)", "zh-Hans"),
            ("Chinese, Simplified (China mainland)", "zh-Hans-CN"), ("English - US", "en-US"),
            ("id - Indonesian", "id"), ("Bahasa Indonesia", "id"),
            ("German (66 chars)", "de"), ("DE copy", "DE"), ("PT-BR (Brazilian Portuguese)", "PT-BR"),
            ("French*", "fr"), ("German:", "de"),
        ]
    )
    func locales(header: String, locale: String) {
        #expect(LocaleName.locale(in: header) == locale)
    }

    @Test(
        "An uncertain header is not a locale",
        arguments: [
            "it - French", "de-DE / fr-FR", "Send to", "is active", "in review", "no text", "ha ha ha",
            "Texto de origen", "IT department", "label[fr]",
            "String ID", "Max length DE", "Status DE", "Comment (German)", "en-US notes", "German proofreader's name",
            "Hero de", "as is", "de facto",
        ]
    )
    func uncertain(header: String) {
        #expect(LocaleName.locale(in: header) == nil)
    }

    /// A layout with its units, warnings and errors.
    struct Layout: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var text: String
        var texts: [String]
        var reported: [String] = []
        var locale: String?

        init(_ name: String, _ text: String, _ texts: [String], _ reported: [String] = [], locale: String? = nil) {
            (testDescription, self.text, self.texts, self.reported, self.locale) = (name, text, texts, reported, locale)
        }
    }

    static let unread = ["warning csv-unknown-column"]
    static let ignored = ["warning csv-ignored-column"]
    static let corrected = ["warning csv-corrected-texts"]
    static let layouts: [Layout] = [
        // Translation systems.
        Layout(
            "Crowdin",
            "Identifier,Source string,Context,Translation,Max length\na,Stay,shown once,Bleib,66\n",
            ["a|de|Bleib"],
            locale: "de"
        ),
        Layout(
            "Crowdin, a column per language",
            "identifier,source_phrase,context,labels,uk,de\na,Stay,,,Залишся,Bleib\n",
            ["a|uk|Залишся", "a|de|Bleib"],
            unread
        ),
        Layout(
            "Lokalise",
            "key_id,key_name,en,de_AT,description,tags,platforms\n12,a,Stay,Bleib,Kopf,x,ios\n",
            ["a|en|Stay", "a|de_AT|Bleib"]
        ),
        Layout(
            "Phrase",
            "key_name,comment,tags,max_characters_allowed,de,fr\na,c,t,66,Bleib,Reste\n",
            ["a|de|Bleib", "a|fr|Reste"]
        ),
        Layout(
            "Weblate",
            "location,source,target,id,fuzzy,context,translator_comments,developer_comments\n,Stay,Bleib,a,True,,,\n,Go,Geh,b,,,,\n",
            ["a|de|Bleib", "b|de|Geh"],
            locale: "de"
        ),
        Layout("POEditor", "term,context,de,fr\na,,Bleib,Reste\n", [], ["error csv-no-key-column"]),
        Layout("Tolgee", "key;en;de\na;Stay;Bleib\n", ["a|en|Stay", "a|de|Bleib"]),
        Layout(
            "Transifex",
            "key,source_string,translation,context,tags,translator_comment\na,Stay,Bleib,,,\n",
            ["a|de|Bleib"],
            locale: "de"
        ),
        Layout(
            "GlotPress",
            "Context,Singular,Plural,Comments,References,Translation (Singular)\na,Stay,,,,Bleib\n",
            [],
            ["error csv-no-key-column"],
            locale: "de"
        ),
        Layout("Godot", "keys,en,?context,fr\na,Stay,Kopf,Reste\n", ["a|en|Stay", "a|fr|Reste"]),
        Layout("adopt", "Message ID,Language,Text\nkeep.header,de,Bleib\n", ["keep.header|de|Bleib"]),
        Layout("Identifier and language", "Identifier,Language,Translation\na,German,Bleib\n", ["a|de|Bleib"]),
        Layout(
            "Unity",
            "Key,Id,Shared Comments,English(en),English(en) Comments,Chinese (Simplified)(zh-CN)\na,7,x,Stay,,留\n",
            ["a|en|Stay", "a|zh-Hans-CN|留"]
        ),
        Layout(
            "Comments of anybody",
            "key,en,de,Client comment,LQA notes\na,Stay,Bleib,too long,fine now\n",
            ["a|en|Stay", "a|de|Bleib"]
        ),
        // Spreadsheets in five languages.
        Layout(
            "German",
            "Schlüssel;Quelltext;Zieltext;Kommentar;Status\na;Stay;Bleib;kurz;geprüft\n",
            ["a|de|Bleib"],
            locale: "de"
        ),
        Layout(
            "German, wide",
            "Bezeichner;Hinweis;Englisch;Französisch\na;x;Stay;Reste\n",
            ["a|en|Stay", "a|fr|Reste"]
        ),
        Layout("French", "Clé;Langue;Traduction;Commentaire\na;allemand;Bleib;\n", ["a|de|Bleib"]),
        Layout("Spanish", "Clave;Idioma;País;Texto;Estado\na;español;México;Quédate;aprobado\n", ["a|es-MX|Quédate"]),
        Layout("Italian", "Chiave;Tedesco;Francese;Note\na;Bleib;Reste;\n", ["a|de|Bleib", "a|fr|Reste"]),
        Layout("Japanese", "キー,英語,日本語\na,Stay,とどまる\n", ["a|en|Stay", "a|ja|とどまる"]),
        // Unread columns.
        Layout("No header over a column", "key,en,,fr\na,Stay,Bleib,Reste\n", ["a|en|Stay", "a|fr|Reste"], unread),
        Layout(
            "Unknown column beside one text",
            "ID,Source,Target,Alternative\na,Stay,Bleib,Bleib doch\n",
            ["a|de|Bleib"],
            ignored,
            locale: "de"
        ),
        Layout(
            "Unknown column in records",
            "message,locale,header,Subline\nkeep,de,Bleib,Noch heute\n",
            ["keep.header|de|Bleib"],
            ignored
        ),
        Layout(
            "Two languages in one header",
            "key,fr,English / German,pl\na,Reste,Stay,Zostań\n",
            ["a|fr|Reste", "a|pl|Zostań"],
            unread
        ),
        Layout(
            "One text for two regions",
            "key,es-ES / es-MX,fr\na,Queda,Reste\n",
            ["a|es-ES|Queda", "a|es-MX|Queda", "a|fr|Reste"]
        ),
        // Regions.
        Layout("Region", "key,language,country,text\na,pt,PT,Fica\na,fr,,Reste\n", ["a|pt-PT|Fica", "a|fr|Reste"]),
        Layout(
            "Script and region",
            "key,Language,Script,Region,Text\na,Chinese,Traditional,HK,留\n",
            ["a|zh-Hant-HK|留"]
        ),
        Layout(
            "Region that contradicts",
            "key,language,region,text\na,pt-BR,PT,Fica\nb,pt-BR,Brasil,Fique\n",
            ["b|pt-BR|Fique"],
            ["error csv-unknown-region"]
        ),
        Layout(
            "Region that is none",
            "key,language,region,text\na,de,EMEA,Bleib\n",
            ["a|de|Bleib"],
            ["warning csv-unknown-region"]
        ),
        // Corrections.
        Layout(
            "Corrected in one column",
            "key,Text,Korrektur\na,Bleib,Bleib hier\nb,Geh,\n",
            ["a|de|Bleib hier", "b|de|Geh"],
            corrected,
            locale: "de"
        ),
        Layout(
            "Old and new",
            "key,de-DE OLD,de-DE NEW,fr\na,Bleib,Bleib hier,Reste\n",
            ["a|de-DE|Bleib hier", "a|fr|Reste"],
            corrected
        ),
        Layout(
            "Final beside a translation",
            "key,Source,Translation,Final\na,Stay,Bleib,Bleib hier\n",
            ["a|de|Bleib hier"],
            corrected,
            locale: "de"
        ),
        Layout(
            "Current and new translation",
            "key,Current translation,New translation\na,Bleib,Bleib hier\n",
            ["a|de|Bleib hier"],
            corrected,
            locale: "de"
        ),
        Layout(
            "Reviewed beside a language",
            "key,fr,de,de (reviewed)\na,Reste,Bleib,Bleib hier\n",
            ["a|fr|Reste", "a|de|Bleib hier"],
            corrected
        ),
        Layout(
            "An older one beside",
            "key,fr,de,Old\na,Reste,Bleib,Bleib alt\n",
            ["a|fr|Reste", "a|de|Bleib"],
            unread
        ),
        Layout(
            "A suggestion",
            "key,Target,Suggested target\na,Bleib,Bleib hier\n",
            ["a|de|Bleib"],
            ignored,
            locale: "de"
        ),
        // Tables and headers.
        Layout(
            "The header again",
            "key,de,fr\na,Bleib,Reste\nkey,de,fr\nb,Geh,Va\n",
            ["a|de|Bleib", "a|fr|Reste", "b|de|Geh", "b|fr|Va"]
        ),
        Layout(
            "A second table",
            "key,de,fr\na,Bleib,Reste\n\nID,fr,de\nb,Va,Geh\n",
            ["a|de|Bleib", "a|fr|Reste", "b|fr|Va", "b|de|Geh"],
            ["warning csv-other-table"]
        ),
        Layout(
            "A second table in vain",
            "key,de,fr\na,Bleib,Reste\nkey,fr,fr\nb,Va,Geh\n",
            ["a|de|Bleib", "a|fr|Reste"],
            ["error csv-other-table"]
        ),
        Layout(
            "Names above codes",
            ",German,French\nkey,de-DE,fr-FR\na,Bleib,Reste\n",
            ["a|de-DE|Bleib", "a|fr-FR|Reste"]
        ),
        Layout(
            "Rows above the header",
            "keep.header,Bleib,Reste\nkey,de,fr\na,Geh,Va\n",
            ["a|de|Geh", "a|fr|Va"],
            ["warning csv-other-table"]
        ),
        Layout(
            "Titles above the header",
            "Northlight,,\nVersion: 3,2026-11-02,\nkey,de,fr\na,Geh,Va\n",
            ["a|de|Geh", "a|fr|Va"]
        ),
        // Records.
        Layout(
            "Limits",
            "Message,Locale,Header (66),Body (max. 144 characters),Bullet point 1\nk,de,K,B,P\n",
            ["k.header|de|K", "k.body|de|B", "k.bullets.1.text|de|P"]
        ),
        Layout(
            "Title",
            "Campaign,Language,Title,Body text,Alt text (150)\nk,French,K,B,A\n",
            ["k.header|fr|K", "k.body|fr|B", "k.altText|fr|A"]
        ),
        Layout(
            "A column per field and language",
            "Message,Header DE,Body DE,Header FR,Body FR\nk,K,B,C,D\n",
            ["k.header|DE|K", "k.body|DE|B", "k.header|FR|C", "k.body|FR|D"]
        ),
        // Brackets and underscores.
        Layout("Brackets", "key,text[en-US],text[de-DE]\na,Stay,Bleib\n", ["a|en-US|Stay", "a|de-DE|Bleib"]),
        Layout(
            "Brackets beside a base",
            "key,text,text[de-DE]\na,Stay,Bleib\n",
            ["a|en-US|Stay", "a|de-DE|Bleib"],
            locale: "en-US"
        ),
        Layout("An unknown word", "key,label_de,label_fr\na,Bleib,Reste\n", ["a|de|Bleib", "a|fr|Reste"]),
        Layout("Two unknown words", "key,name_de,name_fr,info_de,info_fr\na,A,B,C,D\n", [], ["error csv-no-header"]),
        Layout("Transposed", "Locale,keep.header,keep.body\nde,Bleib,Da\n", [], ["error csv-no-header"]),
    ]

    @Test("A vendor's layout is read correctly or reported", arguments: layouts)
    func layout(_ layout: Layout) throws {
        let read = try Read(layout.text, locale: layout.locale)
        #expect(read.texts == layout.texts)
        let reported = read.findings.filter { $0.severity != .note }
        #expect(reported.map { "\($0.severity) \($0.rule.rawValue)" } == layout.reported)
    }

    @Test(
        "States are assigned to the right texts",
        arguments: [
            ("key,de,Status,fr,Status\na,B,approved,R,new\n", [.reviewed, .untranslated]),
            ("key,Status,de,Status,fr\na,approved,B,new,R\n", [.reviewed, .untranslated]),
            ("key,de,fr,Status DE,Status (fr-FR)\na,B,R,final,draft\n", [.final, .needsReview]),
            ("key,de,fr,fuzzy\na,B,R,yes\n", [.needsReview, .needsReview]),
            ("key,de,fr,Approved\na,B,R,x\n", [.reviewed, .reviewed]),
            ("key,de,fr,Approved\na,B,R,no\n", [.needsReview, .needsReview]),
            ("key,de,fr,Approved\na,B,R,\n", [.translated, .translated]),
            ("key,de,fr,Reviewed,Status\na,B,R,TRUE,needs work\n", [.needsReview, .needsReview]),
            ("key,de,fr,Needs work\na,B,R,false\n", [.translated, .translated]),
            ("key,de,fr,Final\na,B,R,ja\n", [.final, .final]),
            ("key,de,fr,Reviewed\na,B,R,2026-11-02\n", [.translated, .translated]),
            ("key,de,fr,Status\na,B,R,Freigegeben\n", [.final, .final]),
        ] as [(String, [TranslationState])]
    )
    func states(text: String, states: [TranslationState]) throws {
        let read = try Read(text)
        #expect(read.units.map(\.state) == states)
        #expect(read.findings.filter { $0.severity != .note } == [])
    }

    @Test("A `state` option for all texts that leaves other states unread is a warning")
    func stateOption() throws {
        let read = try Read("key,de,Status,fr,Status\na,B,approved,R,new\n", ["state": "3"])
        #expect(read.defects == ["csv-ignored-column 1:18"])
    }

    @Test(
        "A column of states or locales under an unknown header is reported; marks and dates are not",
        arguments: [
            ("key,de,fr,LQR\na,B,R,approved\nb,C,S,rejected\n", ["csv-ignored-column 1:11"]),
            ("key,text,Zielmarkt\na,B,de\nb,C,fr\n", ["csv-ignored-column 1:10"]),
            ("key,de,fr,Used\na,B,R,yes\n", []), ("key,de,fr,de_changed_at\na,B,R,2026-11-02\n", []),
            ("key,de,fr,Kunde\na,B,R,DE\n", []),
        ] as [(String, [String])]
    )
    func overlooked(text: String, defects: [String]) throws {
        var read = try Read(text, locale: text.contains("text") ? "de" : nil)
        read.findings.removeAll { $0.severity == .note }
        #expect(read.defects == defects)
    }

    @Test("States that belong to no particular text are rejected")
    func unclearStates() throws {
        #expect(
            try Read("key,Status,x,Status,de,fr\na,new,1,new,B,R\n", ["map": "x=ignore"]).defects == [
                "csv-ambiguous-column 1:5"
            ]
        )
    }

    @Test(
        "A file named after a language other than that of its texts is a warning",
        arguments: [
            ("fr.csv", "key,de\na,Bleib\n", ["csv-locale-conflict 1:1"]),
            ("offers_fr.csv", "key,locale,text\na,de,Bleib\n", ["csv-locale-conflict 2:3"]),
            ("de.csv", "key,de-AT\na,Bleib\n", []), ("fr.csv", "key,de,fr\na,Bleib,Reste\n", []),
            ("it.csv", "key,en,fr\na,Stay,Reste\n", ["csv-locale-conflict 1:1"]),
            ("German.csv", "key,French\na,Reste\n", ["csv-locale-conflict 1:1"]),
            ("Texts (German).csv", "key,fr\na,Reste\n", ["csv-locale-conflict 1:1"]),
            ("pt-BR/offers.csv", "key,pt-PT\na,Fica\n", ["csv-locale-conflict 1:1"]),
            ("ja.lproj/texts.csv", "key,de\na,Bleib\n", ["csv-locale-conflict 1:1"]),
            ("pt-BR/offers.csv", "key,pt-PT,pt-BR\na,Fica,Fique\n", []), ("it/offers.csv", "key,de\na,Bleib\n", []),
            ("fr/de.csv", "key,de\na,Bleib\n", []), ("German/offers.csv", "key,de-AT\na,Bleib\n", []),
            ("offers_it.csv", "key,de\na,Bleib\n", []),
            ("fr.csv", "key,locale,text\na,de,Bleib\na,fr,Reste\n", []),
        ]
    )
    func fileNames(path: String, text: String, defects: [String]) throws {
        #expect(try Read(text, path: path).defects == defects)
    }

    @Test("The `region` option names the column that contains regions")
    func regionOption() throws {
        #expect(try Read("key,locale,Markt,text\na,es,MX,Queda\n", ["region": "Markt"]).texts == ["a|es-MX|Queda"])
    }
}
