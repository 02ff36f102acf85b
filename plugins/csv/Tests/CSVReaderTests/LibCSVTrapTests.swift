import GlossportReading
import Testing

@testable import CSVReader

/// The pitfalls of libcsv, one by one.
@Suite("libcsv's pitfalls")
struct LibCSVTrapTests {
    @Test("A byte order mark is not part of the first header, even before a quote")
    func byteOrderMark() throws {
        let read = try Read("\u{FEFF}\"key\",\"de\"\na,Hallo\n")
        #expect(read.texts == ["a|de|Hallo"])
        #expect(read.findings == [])
        #expect(read.places == ["2:3"])
        #expect(read.detected("encoding") == "UTF-8 with byte order mark")
    }

    @Test("Spaces around a cell belong to its text")
    func spacesAreData() throws {
        let read = try Read("key,de\na, Hallo \t\nb,\" Du \"\n")
        #expect(read.units.map(\.target) == [" Hallo \t", " Du "])
    }

    @Test("A space before an opening quote stops the reading, and the remedy names the `trim` option")
    func spaceBeforeQuote() throws {
        let read = try Read("key,de\na,Ja\nb, \"Hallo\"\nc,Nein\n")
        #expect(read.texts == ["a|de|Ja"])
        #expect(read.defects == ["csv-broken-quotes 3:4"])
        #expect(read.findings.first?.remedy.description.contains("trim: true") == true)
    }

    @Test("The `trim` option removes spaces and tabs around cells and quotes but not inside quotes")
    func trim() throws {
        let read = try Read("key , de\n a ,  \" Hallo \" \t\n  b,\tDu  \n", ["trim": "true"])
        #expect(read.texts == ["a|de| Hallo ", "b|de|Du"])
        #expect(read.places == ["2:7", "3:6"])
    }

    @Test("Skipped blank lines do not shift locations")
    func blankLines() throws {
        let read = try Read("\n\r\nkey,de\r\n\r\n\ra,Hallo\n\n\nb,Du\n")
        #expect(read.places == ["6:3", "9:3"])
        #expect(read.detected("header row") == "3")
    }

    @Test("Text after a closing quote is an error, and no row is swallowed")
    func textAfterClosingQuote() throws {
        let read = try Read("key,de\nx,Ja\na,\"Hallo\" Du\nd,e\n\"f\",g\n")
        #expect(read.texts == ["x|de|Ja"])
        #expect(read.defects == ["csv-broken-quotes 3:10"])
        #expect(read.findings.first?.text.contains("from line 3 on") == true)
    }

    @Test("A missing closing quote is an error at the opening quote")
    func openQuote() throws {
        let read = try Read("key,de\nx,Ja\na,\"Hallo\nb,Du\nc,Sie\n")
        #expect(read.texts == ["x|de|Ja"])
        #expect(read.defects == ["csv-broken-quotes 3:3"])
        #expect(read.findings.first?.text.contains("Hallo⏎b,Du") == true)
    }

    @Test("If a later cell seems to close a missing quote, the error names both locations")
    func swallowedRow() throws {
        let read = try Read("key,de\na,\"Hallo\nb,\"Du\"\nc,Sie\n")
        #expect(read.texts == [])
        #expect(read.defects == ["csv-broken-quotes 3:4"])
        #expect(read.findings.first?.related.map(\.description) == ["offers.csv:2:3"])
    }

    @Test("A quote in a bare cell stops the reading; the `lenient` option accepts it with a warning")
    func inchMark() throws {
        let text = "key,de\na,5'10\" groß\nb,Du\n"
        let strict = try Read(text)
        #expect(strict.texts == [])
        #expect(strict.defects == ["csv-broken-quotes 2:7"])
        #expect(strict.findings.first?.remedy.description.contains("lenient: true") == true)
        let lenient = try Read(text, ["lenient": "true"])
        #expect(lenient.texts == ["a|de|5'10\" groß", "b|de|Du"])
        #expect(lenient.defects == ["csv-stray-quote 2:7"])
        #expect(lenient.findings.map(\.severity) == [.warning])
        #expect(lenient.places == ["2:3", "3:3"])
    }

    @Test("The `lenient` option accepts a quote in a quoted cell, and later locations remain exact")
    func lenientQuoted() throws {
        let read = try Read("key,de,fr\na,\"Das \"neue\" Abo\",\"un \"\"x\"\"\"\nb,Du,Toi\n", ["lenient": "true"])
        #expect(read.units.map(\.target) == ["Das \"neue\" Abo", "un \"x\"", "Du", "Toi"])
        #expect(read.places == ["2:3", "2:20", "3:3", "3:6"])
        #expect(read.defects == ["csv-stray-quote 2:9", "csv-stray-quote 2:14"])
    }

    @Test("Even with the `lenient` option, no cell swallows the rows after a stray quote")
    func lenientSwallows() throws {
        let read = try Read("key,de\nx,Ja\na,\"Hallo\" Du\nd,e\n\"f\",g\n", ["lenient": "true"])
        #expect(read.texts == ["x|de|Ja"])
        #expect(read.errors.map(\.rule) == ["csv-broken-quotes"])
        #expect(read.errors.first?.location?.line == 3)
    }

    @Test("Even the `lenient` option does not accept a missing closing quote")
    func lenientOpenQuote() throws {
        let read = try Read("key,de\na,\"Hallo\nb,Du\n", ["lenient": "true"])
        #expect(read.texts == [])
        #expect(read.defects == ["csv-broken-quotes 2:3"])
    }

    @Test("A zero character is rejected, and everything before it is read")
    func nul() throws {
        let read = try Read("key,de\na,Hallo\nb,D\0u\nc,Sie\n")
        #expect(read.texts == ["a|de|Hallo"])
        #expect(read.defects == ["csv-nul-character 3:4"])
    }

    @Test("A cell may have up to 1 MiB, regardless of chunk boundaries")
    func cellSize() throws {
        for (length, arrives) in [(ReaderLimits.textBytes, true), (ReaderLimits.textBytes + 1, false)] {
            for quote in ["", "\""] {
                let text = String(repeating: "x", count: length)
                let read = try Read("key,de\na,Ja\nb,\(quote)\(text)\(quote)\nc,Nein\n")
                #expect(read.units.count == (arrives ? 3 : 1))
                #expect(read.defects == (arrives ? [] : ["csv-too-large 3:3"]))
            }
        }
    }

    @Test("A row with too many cells stops the reading")
    func rowSize() throws {
        let read = try Read("key,de\na,Ja\nb" + String(repeating: ",", count: 20_000) + "\nc,Nein\n")
        #expect(read.texts == ["a|de|Ja"])
        #expect(read.defects == ["csv-too-large 3:1"])
    }

    @Test("A lone CR ends a row")
    func carriageReturn() throws {
        let read = try Read("key,de\ra,Hallo\r\rb,\"Du\rda\"\rc,Sie")
        #expect(read.texts == ["a|de|Hallo", "b|de|Du\rda", "c|de|Sie"])
        #expect(read.places == ["2:3", "4:3", "6:3"])
    }

    @Test("Quoted and unquoted empty cells are both empty")
    func emptyCells() throws {
        let read = try Read("key,de,fr\na,\"\",\nb,,Oui\n")
        #expect(read.texts == ["b|fr|Oui"])
        #expect(read.summary.skipped == ["empty cell": 3])
    }

    @Test("After an error in the last row, no broken cell is emitted")
    func noBogusCell() throws {
        let read = try Read("key,de\na,\"Hallo\"x")
        #expect(read.units == [])
        #expect(read.findings.count == 1)
    }

    @Test("A missing line end at the end of the file loses nothing")
    func noFinalLineEnd() throws {
        #expect(try Read("key,de\na,Hallo").texts == ["a|de|Hallo"])
        #expect(try Read("key,de\na,\"Hallo\"").texts == ["a|de|Hallo"])
    }
}
