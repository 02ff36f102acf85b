import GlossportReading
import Testing

@Suite("Layouts")
struct LayoutTests {
    @Test("A long table has key, locale and text, with notes, source and state in any order")
    func long() throws {
        let read = try Read(
            "State,Text,Locale,Key,Source,Comment\nreviewed,Hallo,de_DE,keep.header,Hello,kurz\nnew,Salut,fr-FR,keep.header,,\n"
        )
        #expect(read.texts == ["keep.header|de_DE|Hallo", "keep.header|fr-FR|Salut"])
        #expect(read.units.map(\.state) == [.reviewed, .untranslated])
        #expect(read.units.map(\.source) == ["Hello", nil])
        #expect(read.units.map(\.notes) == [["kurz"], []])
        #expect(read.places == ["2:10", "3:5"])
        #expect(read.detected("layout") == "long")
    }

    @Test("In a long table with a field column, message and field form the key")
    func longWithField() throws {
        let read = try Read(
            "key,field,locale,text\nkeep,Bullet 1,de,Ja\nkeep,alt text,German (Austria),Bild\nkeep,cta,de,Los\n"
        )
        #expect(read.texts == ["keep.bullets.1.text|de|Ja", "keep.altText|de-AT|Bild", "keep.cta|de|Los"])
    }

    @Test("In a long table with a key, a column headed message contains the text")
    func messageAsText() throws {
        #expect(try Read("key,locale,message\na,de,Hallo\n").texts == ["a|de|Hallo"])
    }

    @Test("A wide table has one column per locale; empty cells are only counted")
    func wide() throws {
        let read = try Read("key,notes,source,fr_FR,de\na,kurz,Hello,Salut,Hallo\nb,,Bye,,Tschüs\n,,,,\n")
        #expect(read.texts == ["a|fr_FR|Salut", "a|de|Hallo", "b|de|Tschüs"])
        #expect(read.units.map(\.source) == ["Hello", "Hello", "Bye"])
        #expect(read.summary.skipped == ["empty cell": 1, "empty row": 1])
        #expect(read.detected("columns") == "key “key”; locales fr_FR, de; source “source”; notes “notes”")
    }

    @Test("In a wide table with a field column, message and field form the key")
    func wideWithField() throws {
        #expect(
            try Read("message,field,en,de\nkeep,header,Stay,Bleib\n").texts
                == ["keep.header|en|Stay", "keep.header|de|Bleib"]
        )
    }

    @Test("A record table has one row per message and locale, and one unit per field and cell")
    func record() throws {
        let read = try Read(
            "message,locale,header,body,altText,bullet1,Bullet 2,bullets.3.altText\n"
                + "keep-annual,de-DE,Bleib,\"Noch\nheute\",Bild,Eins,,Drei\n"
        )
        #expect(
            read.texts == [
                "keep-annual.header|de-DE|Bleib", "keep-annual.body|de-DE|Noch\nheute",
                "keep-annual.altText|de-DE|Bild",
                "keep-annual.bullets.1.text|de-DE|Eins", "keep-annual.bullets.3.altText|de-DE|Drei",
            ]
        )
        #expect(read.places == ["2:19", "2:25", "3:8", "3:13", "3:19"])
        #expect(read.summary.skipped == ["empty cell": 1])
        #expect(read.detected("layout") == "record")
    }

    @Test("A record table can use the project's own key pattern")
    func recordKey() throws {
        let read = try Read("key,language,header\nkeep,French,Reste\n", ["recordKey": "ret/{field}/{message}"])
        #expect(read.texts == ["ret/header/keep|fr|Reste"])
    }

    @Test("In a record table, columns that are not fields are skipped and named")
    func recordExtras() throws {
        let read = try Read("message,locale,header,image\nkeep,de,Bleib,star.png\n")
        #expect(read.texts == ["keep.header|de|Bleib"])
        #expect(read.detected("columns") == "message “message”; locale “locale”; fields header; not read “image”")
    }

    @Test("A single-locale table has the delivery's locale")
    func single() throws {
        let read = try Read("key,text\na,Hallo\n", locale: "de-DE")
        #expect(read.texts == ["a|de-DE|Hallo"])
        #expect(read.detected("layout") == "single")
        #expect(
            try Read("id,source,target,comment\na,Hi,Hallo,kurz\n", ["locale": "=de-DE"]).texts == ["a|de-DE|Hallo"]
        )
    }

    @Test("A single-locale table uses the locale in the file's name only on request")
    func fromFileName() throws {
        let text = "key,text\na,Hallo\n"
        let asked = try Read(text, path: "v/de-DE.csv", ["locale": "from-filename"])
        #expect(asked.texts == ["a|de-DE|Hallo"])
        let silent = try Read(text, path: "v/de-DE.csv")
        #expect(silent.texts == ["a|-|Hallo"])
        #expect(silent.defects == ["csv-no-locale 1:1"])
        let nameless = try Read(text, path: "v/offers.csv", ["locale": "from-filename"])
        #expect(nameless.units == [])
        #expect(nameless.defects == ["csv-no-locale 1:1"])
    }

    @Test(
        "If the user sets the locale, the file's own locale is still declared",
        arguments: [
            ("key,fr\na,Hallo\n", "x.csv", [:], ["fr"]),
            ("key,locale,text\na,,Hallo\nb,fr,Hallo\n", "x.csv", [:], ["fr"]),
            ("key,text\na,Hallo\n", "fr.csv", ["locale": "from-filename"], ["fr"]),
            ("key,text\na,Hallo\n", "fr.csv", [:], []),
        ] as [(String, String, [String: String], [String])]
    )
    func declared(text: String, path: String, options: [String: String], locales: [String]) throws {
        let read = try Read(text, path: path, locale: "de-DE", options)
        #expect(read.summary.declared.map(\.locale) == locales)
        #expect(read.texts.allSatisfy { $0.contains("|de-DE|") })
    }

    @Test("The delivery's locale overrides the only locale that the file declares")
    func givenLocaleWins() throws {
        #expect(try Read("key,de\na,Hallo\n", locale: "de-AT").texts == ["a|de-AT|Hallo"])
        #expect(
            try Read("key,locale,text\na,de,Hallo\nb,DE,Du\n", locale: "de-AT").texts == [
                "a|de-AT|Hallo", "b|de-AT|Du",
            ]
        )
    }

    @Test("The delivery's locale never merges several languages into one")
    func givenLocaleConflicts() throws {
        let wide = try Read("key,de,fr\na,Hallo,Salut\n", locale: "de-DE")
        #expect(wide.units == [])
        #expect(wide.defects == ["csv-locale-conflict 1:5"])
        let long = try Read("key,locale,text\na,de,Hallo\na,fr,Salut\n", locale: "de-DE")
        #expect(long.texts == ["a|de-DE|Hallo"])
        #expect(long.defects == ["csv-locale-conflict 3:3"])
    }

    @Test("Locales in cells keep the vendor's spelling, and names become codes")
    func localesInCells() throws {
        let read = try Read("key,locale,text\na,zh_CN,1\na, French (Canada) ,2\na,Klingon,3\na,pt-br,4\na,x-none,5\n")
        #expect(read.units.map(\.locale) == ["zh_CN", "fr-CA", "Klingon", "pt-br", "x-none"])
    }

    @Test("Every text cell is a unit or counted under a reason")
    func sums() throws {
        let read = try Read(
            "Title,,\nkey,en,de\na,Hi,Hallo\nb,,Du\nc\n,x,y\nd,#NAME?,Ja\ne,1,2,3\n,,\n1E+20,u,\nf,'=1,z\n"
        )
        let cells = ["empty cell", "missing cell", "cell of a shifted row", "damaged cell", "text without a key"]
        let skipped = cells.reduce(0) { $0 + (read.summary.skipped[$1] ?? 0) }
        let rows = try #require(read.detected("rows").flatMap { Int($0) })
        #expect(rows == 8)
        #expect(read.summary.units + skipped == rows * 2)
        #expect(read.summary.units == read.units.count)
        #expect(read.summary.skipped["row above the header"] == 1)
        #expect(read.summary.skipped["empty row"] == 1)
    }
}
