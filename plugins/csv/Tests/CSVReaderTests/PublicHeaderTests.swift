import GlossportReading
import Testing

/// Headers of public sheets and translation systems, with rows written for these tests.
@Suite("Public headers")
struct PublicHeaderTests {
    private typealias Layout = VendorHeaderTests.Layout

    private static let layouts: [Layout] = [
        Layout(
            "Shopify",
            "Type,Identification,Field,Locale,Market,Status,Default content,Translated content\nPRODUCT,a.header,title,de,,,Stay,Bleib\n",
            [],
            ["error csv-no-key-column"]
        ),
        Layout(
            "Roblox",
            "Location,Key,Source,Context,Example,de-de,es-es\n,a,Stay,,,Bleib,Queda\n",
            ["a|de-de|Bleib", "a|es-es|Queda"]
        ),
        Layout(
            "I2",
            "Key,Type,Desc,English,German [de],Spanish (Mexico)\na,Text,,Stay,Bleib,Quédate\n",
            ["a|en|Stay", "a|de|Bleib", "a|es-MX|Quédate"]
        ),
        Layout("Gum", "String ID,English,Spanish\na,Stay,Queda\n", ["a|en|Stay", "a|es|Queda"]),
        Layout("Paradox", "key;ENGLISH;GERMAN;x\na;Stay;Bleib;x\n", ["a|en|Stay", "a|de|Bleib"]),
        Layout(
            "Section and type",
            "Section,Type,Key,English,German\nHome,ui,a,Stay,Bleib\n",
            ["a|en|Stay", "a|de|Bleib"]
        ),
        Layout(
            "Numbers beside keys",
            "ID,Key,English,German\n1,a,Stay,Bleib\n2,b,Go,Geh\n",
            ["a|en|Stay", "a|de|Bleib", "b|en|Go", "b|de|Geh"]
        ),
        Layout(
            "Unity Korean",
            "Key,Id,English(en),Korean (South Korea)(ko-KR),Shared Comments\na,7,Stay,남아,NPC\n",
            ["a|en|Stay", "a|ko-KR|남아"]
        ),
        Layout(
            "Oracle",
            "RefName,OwnerType,SrType,Id,Revision,en-US,fr-FR\nx,Form,Label,a.header,3,Stay,Reste\n",
            ["a.header|en-US|Stay", "a.header|fr-FR|Reste"],
            ["warning csv-unknown-column", "warning csv-unknown-column"]
        ),
        Layout(
            "Lingua",
            "Section,Key,Description,Value Zero,Value One,Value Other\nhome,a,,Rien,Un,Restez\n",
            [],
            ["error csv-no-header"]
        ),
        Layout("Gridly", "Record ID,Path,enUS,deDE,Character limit\na,x,Stay,Bleib,66\n", [], ["error csv-no-header"]),
        Layout(
            "Tolgee ns",
            "key,namespace,description,tags,en,de\na,ns,d,t,Stay,Bleib\n",
            ["a|en|Stay", "a|de|Bleib"]
        ),
        Layout(
            "SimpleLocalize",
            "namespace,key,description,en,de-DE\n,a,,Stay,Bleib\n",
            ["a|en|Stay", "a|de-DE|Bleib"]
        ),
        Layout(
            "memoQ",
            "ID,English (United States),German (Germany),Comment,Status\na,Stay,Bleib,c,Confirmed\n",
            ["a|en-US|Stay", "a|de-DE|Bleib"]
        ),
        Layout(
            "Trados",
            "Segment ID,Segment status,Source segment,Target segment\na,Translated,Stay,Bleib\n",
            ["a|-|Bleib"],
            ["error csv-no-locale"]
        ),
        Layout(
            "Phrase TMS",
            "ID,Source (en),Target (de),Confirmed,Comment\na,Stay,Bleib,yes,\n",
            ["a|en|Stay", "a|de|Bleib"]
        ),
        Layout(
            "XTM",
            "Key,Source text,Target text,Max length\na,Stay,Bleib,66\n",
            ["a|-|Bleib"],
            ["error csv-no-locale"]
        ),
        Layout("Unreal", "Key,SourceString,Comment\na,Stay,x\n", [], ["error csv-no-header"]),
        Layout("OneSky", "String Key,Base Text,Translation\na,Stay,Bleib\n", ["a|-|Bleib"], ["error csv-no-locale"]),
        Layout(
            "Salesforce",
            "KEY\tLABEL\tTRANSLATION\tOUT OF DATE\na\tStay\tBleib\t-\n",
            ["a|-|Bleib"],
            ["error csv-no-locale", "warning csv-ignored-column"]
        ),
        Layout(
            "fastlane",
            "locale,name,subtitle,keywords,description\nde-DE,Nordlicht,Himmel,sky,Lang\n",
            [],
            ["error csv-no-header"]
        ),
        Layout(
            "Google Play",
            "Field,English (United States) – en-US,German – de-DE\na,Stay,Bleib\n",
            [],
            ["error csv-no-key-column"]
        ),
        Layout(
            "Lokalise wide",
            "Key name,Platforms,Tags,Description,English (en),German (de),German (de): status\na,ios,t,d,Stay,Bleib,Reviewed\n",
            ["a|en|Stay", "a|de|Bleib"]
        ),
        Layout(
            "Lokalise modified",
            "key_name,en,en_modified_at,de,de_modified_at,is_archived,is_hidden\na,Stay,2026-01-02,Bleib,2026-01-02,0,0\n",
            ["a|en|Stay", "a|de|Bleib"]
        ),
        Layout(
            "POEditor export",
            "Term,Context,Translation,Reference,Comment\na,,Bleib,,\n",
            [],
            ["error csv-no-key-column"]
        ),
        Layout(
            "Kolibri",
            "Identifier,Source String,Context,Translation\na,Stay,c,Bleib\n",
            ["a|-|Bleib"],
            ["error csv-no-locale"]
        ),
        Layout(
            "Localizely",
            "key,description,tags,en-GB,zh-Hans-CN\na,,,Stay,留下\n",
            ["a|en-GB|Stay", "a|zh-Hans-CN|留下"]
        ),
        Layout(
            "Applanga",
            "key,base_text,description,de,fr,draft_de\na,Stay,,Bleib,Reste,Bleibe\n",
            ["a|de|Bleib", "a|fr|Reste"],
            ["warning csv-unknown-column"]
        ),
        Layout(
            "German agency",
            "Lfd. Nr.;Schlüssel;Ausgangstext (DE);Englisch (UK);Französisch;Max. Zeichen;Freigabe\n1;a;Bleib;Stay;Reste;66;ja\n",
            ["a|DE|Bleib", "a|en-GB|Stay", "a|fr|Reste"]
        ),
        Layout(
            "German export",
            "String-ID;Deutsch;Englisch;Bemerkung;Letzte Änderung\na;Bleib;Stay;x;12.11.2026\n",
            ["a|de|Bleib", "a|en|Stay"]
        ),
        Layout(
            "French agency",
            "Identifiant;Texte source;Anglais;Allemand;Espagnol (Mexique);Longueur max.;Validé\na;Reste;Stay;Bleib;Quédate;66;oui\n",
            ["a|en|Stay", "a|de|Bleib", "a|es-MX|Quédate"]
        ),
        Layout(
            "French export",
            "N°;Clé;Français;Traduction anglaise;Remarques\n1;a;Reste;Stay;\n",
            ["a|fr|Reste", "a|en|Stay"]
        ),
        Layout(
            "Spanish agency",
            "Clave;Texto original;Inglés;Portugués (Brasil);Observaciones;Límite\na;Queda;Stay;Fique;x;66\n",
            ["a|en|Stay", "a|pt-BR|Fique"]
        ),
        Layout(
            "Italian agency",
            "Chiave;Italiano;Traduzione inglese;Traduzione tedesca;Commenti;Stato\na;Resta;Stay;Bleib;;Approvato\n",
            ["a|it|Resta", "a|en|Stay", "a|de|Bleib"]
        ),
        Layout(
            "Japanese agency",
            "キー,原文,英語,ドイツ語,中国語（簡体字）,備考\na,とどまる,Stay,Bleib,留下,x\n",
            ["a|en|Stay", "a|de|Bleib", "a|zh-Hans|留下"]
        ),
        Layout("Japanese long", "キー,言語,翻訳,ステータス\na,フランス語,Reste,完了\n", ["a|fr|Reste"]),
        Layout("Chinese agency", "键,中文,英文,德文,备注\na,留下,Stay,Bleib,x\n", ["a|zh|留下", "a|en|Stay", "a|de|Bleib"]),
        Layout("Korean agency", "키,한국어,영어,일본어,메모\na,남아,Stay,とどまる,x\n", ["a|ko|남아", "a|en|Stay", "a|ja|とどまる"]),
        Layout(
            "Portuguese",
            "Chave;Original;Inglês;Espanhol;Comentários\na;Fique;Stay;Queda;\n",
            ["a|en|Stay", "a|es|Queda"]
        ),
        Layout(
            "Dutch",
            "Sleutel;Nederlands;Engels;Duits;Opmerkingen\na;Blijf;Stay;Bleib;\n",
            ["a|nl|Blijf", "a|en|Stay", "a|de|Bleib"]
        ),
        Layout(
            "Status per language",
            "Key,EN,EN status,DE,DE status,FR,FR status\na,Stay,approved,Bleib,in review,Reste,approved\n",
            ["a|EN|Stay", "a|DE|Bleib", "a|FR|Reste"]
        ),
        Layout("Char counts", "Key,EN,EN chars,DE,DE chars,Limit\na,Stay,4,Bleib,5,66\n", ["a|EN|Stay", "a|DE|Bleib"]),
        Layout("LEN columns", "Key,English,LEN,German,LEN\na,Stay,4,Bleib,5\n", ["a|en|Stay", "a|de|Bleib"]),
        Layout(
            "Date headers",
            "Key,EN,DE 2026-11-02,DE 2026-11-20\na,Stay,Alt,Neu\n",
            [],
            ["error csv-unknown-column"]
        ),
        Layout(
            "Final per lang",
            "Key,EN,DE (final),FR (draft)\na,Stay,Bleib,Reste\n",
            ["a|EN|Stay", "a|DE|Bleib", "a|FR|Reste"],
            ["warning csv-older-texts"]
        ),
        Layout(
            "Variant A/B",
            "Key,DE,DE (variant B),FR\na,Bleib,Bleib doch,Reste\n",
            ["a|DE|Bleib", "a|FR|Reste"],
            ["warning csv-unknown-column"]
        ),
        Layout("Tone", "Key,DE formal,DE informal\na,Bleiben Sie,Bleib\n", [], ["error csv-no-header"]),
        Layout(
            "Market headers",
            "Key,US,UK,DACH,MX\na,Stay,Stay a while,Bleib,Quédate\n",
            [],
            ["error csv-unknown-column"]
        ),
        Layout("Country names", "Key,Germany,France,Japan\na,Bleib,Reste,とどまる\n", [], ["error csv-no-header"]),
        Layout("Flags", "Key,🇺🇸 English,🇩🇪 German\na,Stay,Bleib\n", ["a|en|Stay", "a|de|Bleib"]),
        Layout(
            "Copy deck",
            "Screen,Element,Copy EN,Copy DE,Notes\nCancel,a.header,Stay,Bleib,\n",
            [],
            ["error csv-no-key-column"]
        ),
        Layout(
            "App Store Connect long",
            "Localization,Message,Header,Body\nGerman,keep,Bleib,Da\n",
            ["keep.header|de|Bleib", "keep.body|de|Da"]
        ),
        Layout(
            "Retention record",
            "Message Name,Localization,Header Text,Body Text,Image Alt Text\nkeep,German,Bleib,Da,Bild\n",
            ["keep.header|de|Bleib", "keep.body|de|Da", "keep.altText|de|Bild"]
        ),
        Layout("Language code col", "key,lang_code,value\na,de,Bleib\n", ["a|de|Bleib"]),
        Layout("iso", "string_id,iso_code,translation,is_approved\na,de,Bleib,false\n", ["a|de|Bleib"]),
        Layout(
            "Two header rows",
            "Key,English,German\n,en-US,de-DE\na,Stay,Bleib\n",
            ["a|en|Stay", "a|de|Bleib"],
            ["error csv-missing-key"]
        ),
        Layout("Country code col", "Key,Locale,Country code,Text\na,es,MX,Quédate\n", ["a|es-MX|Quédate"]),
        Layout("Unnamed key", "Unnamed: 0,en,de\na,Stay,Bleib\n", [], ["error csv-no-key-column"]),
        Layout("Row number", "#,Key,en,de\n1,a,Stay,Bleib\n", ["a|en|Stay", "a|de|Bleib"]),
        Layout(
            "MT column",
            "Key,EN,DE,DE MT,DE post-edited\na,Stay,Bleib,Bleibe,Bleib hier\n",
            ["a|EN|Stay", "a|DE|Bleib hier"],
            ["warning csv-corrected-texts", "warning csv-unknown-column"]
        ),
    ]

    @Test("A table with a public header yields the expected texts and findings", arguments: layouts)
    func header(_ layout: VendorHeaderTests.Layout) throws {
        let read = try Read(layout.text)
        #expect(read.texts == layout.texts)
        #expect(
            read.findings.filter { $0.severity != .note }.map { "\($0.severity) \($0.rule.rawValue)" }
                == layout.reported
        )
    }
}
