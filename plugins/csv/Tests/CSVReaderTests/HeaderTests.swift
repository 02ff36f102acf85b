import CSVReader
import Testing

@testable import GlossportReading

@Suite("Headers")
struct HeaderTests {
    @Test(
        "A header names a locale by code or name, with region and remarks",
        arguments: [
            ("fr", "fr"), ("fr-FR", "fr-FR"), ("fr_FR", "fr_FR"), ("French", "fr"), ("French (France)", "fr-FR"),
            ("fr-FR (reviewed)", "fr-FR"), ("FR", "FR"), (" de-AT ", "de-AT"), ("German (de-DE)", "de-DE"),
            ("de (German)", "de"), ("fr (CA)", "fr-CA"), ("Spanish (Latin America)", "es-419"), ("es_419", "es_419"),
            ("Portuguese (BR)", "pt-BR"), ("Chinese (Simplified)", "zh-Hans"), ("Chinese (Hong Kong)", "zh-HK"),
            ("zh-Hant-TW", "zh-Hant-TW"), ("FRENCH / FRANÇAIS", "fr"), ("PORTUGUESE / PORTUGUÊS (BR)", "pt-BR"),
            ("SIMPLIFIED CHINESE / 简体中文", "zh-Hans"), ("עברית / HEBREW", "he"), ("日本語", "ja"),
            ("NORWEGIAN (NB) / NORSK BOKMÅL", "nb"), ("French - Canada", "fr-CA"), ("Norwegian Bokmål", "nb"),
            ("English [source]", "en"), ("en-UK", "en-UK"), ("Deutsch (Österreich)", "de-AT"), ("zh-CHS", "zh-CHS"),
            ("Brazilian Portuguese (reviewed)", "pt-BR"),
        ]
    )
    func locales(header: String, expected: String) {
        #expect(LocaleName.locale(in: header) == expected)
    }

    @Test(
        "Other headers are not mistaken for locales",
        arguments: [
            "", "key", "text", "Klingon", "mul", "und", "x-none", "qqq", "Base", "$4DEVAL($1.language)",
            "French (Narnia)",
            "French (urgent!)", "English / German", "fr-FR-FR-FR", "is-active", "f", "albanisch?", "full", "url", "max",
        ]
    )
    func noLocales(header: String) {
        #expect(LocaleName.locale(in: header) == nil)
    }

    @Test("Only the beginning of a long text is examined, up to the longest known word")
    func longTexts() {
        #expect(HeaderWord.plain(String(repeating: "Über ", count: 10_000)).unicodeScalars.count < 64)
        #expect(HeaderWord.plain("  Ü-b_E.r 9  ") == "über9")
        let text = String(repeating: "bleib dabei, wie du - bist ", count: 1_000)
        #expect(LocaleName.locale(in: text) == nil)
        // A text beside a language may have any length.
        #expect(LocaleName.locale(in: "FRENCH / " + text) == "fr")
        #expect(LocaleName.locale(in: "fr-FR (\(text))") == "fr-FR")
    }

    @Test("A wide sheet of usual size is recognized as wide, regardless of its texts")
    func usualSize() throws {
        let locales = ["ar-SA", "de-DE", "en-US", "fr-FR", "ja", "pt-BR", "zh-Hans"]
        var rows = ["key," + locales.joined(separator: ",")]
        for message in 1...50 {
            let texts = locales.map { "Bleib; du | sparst / schön - immer \t \(message) \($0) 夜空" }
            rows += ["keep-\(message).body," + texts.joined(separator: ",")]
        }
        let read = try Read(rows.joined(separator: "\r\n"))
        #expect(read.units.count == 350)
        #expect(read.findings == [])
        #expect(read.detected("delimiter") == ",")
        #expect(read.detected("layout") == "wide")
    }

    @Test("An unknown column beside one locale is rejected, and the remedy names the option to set")
    func unknownColumn() throws {
        let read = try Read("key,en,Kunde\na,Hi,ACME\n")
        #expect(read.units == [])
        #expect(read.defects == ["csv-unknown-column 1:8"])
        #expect(read.errors.count == 1)
        #expect(read.findings.first?.remedy.description.contains("map: \"Kunde=ignore\"") == true)
        #expect(
            try Read("key,en,Kunde,de\na,Hi,ACME,Hallo\n", ["map": "Kunde=ignore"]).texts == ["a|en|Hi", "a|de|Hallo"]
        )
        #expect(
            try Read("key,en,Kunde,de\na,Hi,ACME,Hallo\n", ["map": "*=ignore, de=de-DE"]).texts
                == ["a|en|Hi", "a|de-DE|Hallo"]
        )
    }

    @Test(
        "An unknown column with texts beside two locales is a warning with the option to write",
        arguments: ["Phase", "Details", "Kunde"]
    )
    func otherColumn(header: String) throws {
        let read = try Read("key,en,\(header),de\na,Hi,ACME,Hallo\n")
        #expect(read.texts == ["a|en|Hi", "a|de|Hallo"])
        #expect(read.defects == ["csv-unknown-column 1:8"])
        #expect(read.findings.map(\.severity) == [.warning])
        #expect(read.findings.first?.text == "The column “\(header)” was not read but holds 1 text.")
        #expect(read.findings.first?.remedy.description.contains("map: \"\(header)=ignore\"") == true)
        #expect(read.findings.first?.remedy.description.contains("map: \"\(header)=de-DE\"") == true)
        #expect(try Read("key,en,\(header),de\na,Hi,ACME,Hallo\n", ["map": "*=ignore"]).findings == [])
        #expect(try Read("key,en,\(header),de\na,Hi,ACME,Hallo\n", ["map": "\(header)=ignore"]).findings == [])
        let mapped = try Read("key,en,\(header),de\na,Hi,ACME,Hallo\n", ["map": "\(header)=fr"])
        #expect(mapped.texts == ["a|en|Hi", "a|fr|ACME", "a|de|Hallo"])
        #expect(mapped.findings == [])
    }

    @Test(
        "A column without texts, or with a few repeated ones, causes only a note",
        arguments: [["17", "18"], ["a-1", "b_2"], ["ja", "nein"], ["x.png", "http://a.b/c"], ["1.2.2026", "3 h"]]
    )
    func columnOfFigures(cells: [String]) throws {
        let read = try Read("key,en,Kunde,de\na,Hi,\(cells[0]),Hallo\nb,You,\(cells[1]),Du\n")
        #expect(read.findings.map(\.severity) == [.note])
        let choices = (0..<9).map { "k\($0),x,\($0 % 2 == 0 ? "Web site" : "Mail"),y\n" }.joined()
        #expect(try Read("key,en,Kanal,de\n" + choices).findings.map(\.severity) == [.note])
        let texts = (0..<400).map { "k\($0),x,Bleib noch \($0) Tage,y\n" }.joined()
        let many = try Read("key,en,Kanal,de\n" + texts)
        #expect(many.findings.map(\.text) == ["The column “Kanal” was not read but holds 400 texts."])
    }

    @Test(
        "A country code or misspelled language beside two locales is a warning with the locale",
        arguments: [("jp", "ja"), ("cn", "zh-Hans"), ("Portugese", "pt"), ("Itailan", "it"), ("Germann", "de")]
    )
    func misspelledLocale(header: String, locale: String) throws {
        let read = try Read("key,en,\(header),fr\na,Hi,x,Salut\n")
        #expect(read.texts == ["a|en|Hi", "a|fr|Salut"])
        #expect(read.findings.map(\.severity) == [.warning])
        #expect(read.findings.first?.remedy.description.contains("map: \"\(header)=\(locale)\"") == true)
    }

    @Test(
        "An invalid header in the form of a code is rejected, regardless of other columns",
        arguments: ["xx-YY", "qqq_DE"]
    )
    func unknownCode(header: String) throws {
        let read = try Read("key,en,\(header),de\na,Hi,x,Hallo\n")
        #expect(read.units == [])
        #expect(read.defects == ["csv-unknown-column 1:8"])
        #expect(read.errors.count == 1)
    }

    @Test("Words that may also be languages do not count as certain locales")
    func ambiguousLocales() throws {
        #expect(try Read("key,it,is,Kunde\na,Ciao,Hallo,ACME\n").defects == ["csv-unknown-column 1:11"])
    }

    @Test("The example for the `map` option in a remedy contains a header")
    func noHeaderRemedy() throws {
        let read = try Read("key,Owner\na,Hallo\n", ["layout": "wide"])
        let remedy = read.findings.first?.remedy.description ?? ""
        #expect(remedy.contains("map: \"Owner=fr-FR\"") && !remedy.contains("\"\""))
    }

    @Test("Common columns that are not needed are skipped")
    func needlessColumns() throws {
        #expect(try Read("key,Max length,de,Screenshot\na,66,Hallo,x.png\n").texts == ["a|de|Hallo"])
    }

    @Test("A package's id column becomes a note in any spelling, and other package columns are skipped")
    func packageColumns() throws {
        let headers = [
            "key,locale,source,target,max length,glossport: task,notes,glossport: place,glossport: earlier,glossport: package",
            "Key,Locale,Source,Target,Max length,Glossport: task,Notes,Glossport: place,Glossport: earlier,GLOSSPORT: Package",
            "Key,Locale,Source,Translation,Max,Task,Notes,Where it appears,Earlier text,glossport: package",
        ]
        for header in headers {
            let read = try Read(
                "\(header)\na.body,de-DE,Hi,'+Hallo,66,'=Shorten it.,'- a note,below,Alt,glossport package 1\n"
            )
            #expect(read.texts == ["a.body|de-DE|+Hallo"])
            #expect(read.units.first?.source == "Hi")
            #expect(read.units.first?.notes == ["- a note", "glossport package 1"])
            #expect(read.findings.isEmpty, "\(read.defects)")
        }
    }

    @Test("Two columns for one locale are an error that names both")
    func duplicateLocale() throws {
        let read = try Read("key,fr-FR,French (France)\na,Salut,Bonjour\n")
        #expect(read.units == [])
        #expect(read.defects == ["csv-duplicate-locale 1:11"])
        #expect(read.findings.first?.related.map(\.column) == [5])
        #expect(try Read("key,fr-FR,fr_fr\na,Salut,Bonjour\n", ["map": "3=ignore"]).texts == ["a|fr-FR|Salut"])
    }

    @Test("Two columns that may contain the key are rejected")
    func twoKeys() throws {
        #expect(try Read("key,string id,de\na,b,Hallo\n").defects == ["csv-ambiguous-column 1:1"])
        #expect(try Read("key,string id,de\na,b,Hallo\n", ["key": "1", "map": "2=ignore"]).texts == ["a|de|Hallo"])
    }

    @Test("A text column beside a locale column is rejected")
    func textAndLocale() throws {
        let read = try Read("key,value,de\na,Hi,Hallo\n")
        #expect(read.defects == ["csv-ambiguous-column 1:5"])
        #expect(try Read("key,value,de\na,Hi,Hallo\n", ["source": "value"]).texts == ["a|de|Hallo"])
    }

    @Test("An invalid header is not replaced by a data row below it")
    func noFallThrough() throws {
        let read = try Read("key,en,Kunde\nkey,value,Inhalt\nb,c,d\n")
        #expect(read.units == [])
        #expect(read.defects == ["csv-unknown-column 1:8"])
    }

    @Test("A title of two cells above the header does not hide it")
    func titleOfTwoCells() throws {
        let read = try Read("Language,German,\nkey,locale,text\na,de,Hallo\n")
        #expect(read.texts == ["a|de|Hallo"])
    }

    @Test("Rows below the header that describe columns are ordinary rows")
    func metaRows() throws {
        let read = try Read("key,English,German\nLANGUAGE_CODE,enUS,deDE\na,Hi,Hallo\n")
        #expect(read.texts == ["LANGUAGE_CODE|en|enUS", "LANGUAGE_CODE|de|deDE", "a|en|Hi", "a|de|Hallo"])
    }

    @Test("Trailing empty columns are ignored unless a row has a text there")
    func trailingColumns() throws {
        let read = try Read("key;de;;;\na;Hallo;;;\nb;Du; ;;;;;\nc;Sie;;x;\n")
        #expect(read.texts == ["a|de|Hallo", "b|de|Du"])
        #expect(read.defects == ["csv-extra-cells 4:8"])
    }

    @Test("A short row yields its texts and a warning about missing ones")
    func shortRow() throws {
        let read = try Read("key,de,fr,notes\na,Hallo\nb,Du,Toi\n")
        #expect(read.texts == ["a|de|Hallo", "b|de|Du", "b|fr|Toi"])
        #expect(read.defects == ["csv-missing-cells 2:1"])
        #expect(read.findings.first?.text.contains("“fr”") == true)
        #expect(read.findings.first?.severity == .warning)
    }

    @Test("A locale column in a long file is not read, and this is reported")
    func ignoredLocale() throws {
        let read = try Read("key,locale,text,fr\na,de,Hallo,Salut\n")
        #expect(read.texts == ["a|de|Hallo"])
        #expect(read.defects == ["csv-ignored-column 1:17"])
    }

    @Test("Numbers and identifiers beside the texts are not locales and cause no finding")
    func numberColumns() throws {
        #expect(try Read("No,key,locale,text\n1,a,de,Hallo\n2,b,de,Du\n").findings == [])
        let record = try Read("id,message,locale,header\nr_1,keep,de,Bleib\n")
        #expect(record.texts == ["keep.header|de|Bleib"])
        #expect(record.findings == [])
    }

    @Test("A table without a header is an error that lists its cells")
    func noHeader() throws {
        let read = try Read("Southborough,MA,United States\nNorthbridge,MA,Canada\n")
        #expect(read.units == [])
        #expect(read.findings.map(\.rule) == ["csv-no-header"])
        #expect(read.findings.first?.text.contains("Southborough") == true)
    }

    @Test("A header without rows is reported, and so is an empty file")
    func emptiness() throws {
        #expect(try Read("key,de\n").defects == ["csv-empty 1:1"])
        #expect(try Read("").defects == ["csv-empty 1:1"])
        #expect(try Read(" ,,\n\n").defects == ["csv-empty 1:1"])
    }
}
