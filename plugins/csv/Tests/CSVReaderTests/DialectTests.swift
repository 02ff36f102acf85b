import GlossportReading
import Testing

@testable import CSVReader

@Suite("Dialects")
struct DialectTests {
    @Test("Each common delimiter is detected", arguments: [",", ";", "\t", "|"])
    func delimiters(delimiter: String) throws {
        let read = try Read(
            "key,locale,text\na,de,Hallo; du | ja\n".replacing(",", with: delimiter).replacing(
                delimiter == ";" || delimiter == "|" ? "Hallo; du | ja" : "\u{0}",
                with: "Hallo"
            )
        )
        #expect(read.units.count == 1)
        #expect(read.findings == [])
    }

    @Test("Commas and semicolons in texts do not mislead detection")
    func misleading() throws {
        let read = try Read("key;de\na;1,5 €, 2,5 €, 3,5 €\nb;eins, zwei, drei\n")
        #expect(read.texts == ["a|de|1,5 €, 2,5 €, 3,5 €", "b|de|eins, zwei, drei"])
    }

    @Test("If two delimiters fit equally, nothing is read and the remedy names the `delimiter` option")
    func tie() throws {
        let read = try Read("a,b;c,d\ne,f;g,h\n", ["key": "1", "text": "2", "headerRow": "none", "locale": "=de"])
        #expect(read.units == [])
        #expect(read.defects == ["csv-unclear-delimiter 1:1"])
        #expect(read.findings.first?.remedy.description.contains("delimiter: \";\"") == true)
    }

    @Test("A first line sep=; is skipped and counts as a line but not as a row")
    func separatorLine() throws {
        let read = try Read("sep=;\r\nkey;de\r\na;Hallo\r\n")
        #expect(read.texts == ["a|de|Hallo"])
        #expect(read.places == ["3:3"])
        #expect(read.detected("header row") == "1")
        #expect(try Read("\u{FEFF}\"SEP=|\"\nkey|de\na|Hallo\n").texts == ["a|de|Hallo"])
        #expect(try Read("sep=;\n").defects == ["csv-empty 1:1"])
    }

    @Test("A .tsv file is split at tabs, regardless of its texts")
    func tsv() throws {
        let read = try Read("key\tde\na\tHallo, du; ja\nb\tEins, zwei; drei\n", path: "x.tsv")
        #expect(read.texts == ["a|de|Hallo, du; ja", "b|de|Eins, zwei; drei"])
    }

    @Test("Excel's Unicode Text (UTF-16LE with mark, tabs, CRLF, named .txt) is read")
    func unicodeText() throws {
        let units = Array("key\tde\r\na\t\"Hallo\"\" du\"\r\n".utf16)
        let read = try Read([0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, path: "offers.txt")
        #expect(read.texts == ["a|de|Hallo\" du"])
        #expect(read.detected("encoding") == "UTF-16LE with byte order mark")
        #expect(read.detected("delimiter") == "TAB")
    }

    @Test("A file with a single column is reported")
    func oneColumn() throws {
        let read = try Read("key\na\nb\n")
        #expect(read.defects == ["csv-unclear-delimiter 1:1"])
        #expect(read.findings.first?.text.contains("None of") == true)
    }

    @Test("A file that ends inside a character is reported as truncated")
    func cutOff() throws {
        let read = try Read(Array("key,de\na,Ja\nb,Gr".utf8) + [0xC3])
        #expect(read.texts == ["a|de|Ja"])
        #expect(read.defects == ["csv-encoding 3:5"])
        #expect(read.findings.first?.text.contains("cut off") == true)
    }

    @Test("Undetected UTF-16 is rejected for its zero characters, not for an invalid header")
    func hiddenUTF16() throws {
        let units = Array("鍵,日本語,ノート\nk,花,x\n".utf16)
        let read = try Read(units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
        #expect(read.units == [])
        #expect(read.errors.count == 1)
        #expect(["csv-nul-character", "csv-encoding"].contains(read.errors.first?.rule.rawValue))
    }

    @Test(
        "Content takes precedence over the name in recognition",
        arguments: [
            ("x.csv", "key,de\na,Hallo\n", Recognition.byContent), ("x.txt", "key\tde\na\tHallo\n", .byContent),
            ("x", "key;locale;text\na;de;Hallo\n", .byContent), ("x.csv", "Southborough,MA\nNorthbridge,MA\n", .byName),
            ("x.txt", "Dear all, please find the files.\n", .no), ("x.csv", "<?xml version=\"1.0\"?><a/>", .no),
            ("x.csv", "PK\u{3}\u{4}xyz", .no), ("x.json", "{\"key\": \"de\"}", .no),
            ("x.strings", "\"key\" = \"de\";\n", .no),
            ("x.tsv", "", .byName), ("x.md", "# Title\n\nSome text, and more.\n", .no),
        ]
    )
    func recognition(path: String, text: String, expected: Recognition) throws {
        let head = FilePrefix(path: path, bytes: Array(text.utf8))
        #expect(CSVReader.recognize(head) == expected)
    }

    @Test("A Latin-1 file is recognized by its name")
    func latin1Name() {
        let bytes = Array("key,de\na,Gr".utf8) + [0xF6] + Array("e\n".utf8)
        #expect(CSVReader.recognize(FilePrefix(path: "x.csv", bytes: bytes)) == .byName)
        #expect(CSVReader.recognize(FilePrefix(path: "x.txt", bytes: bytes)) == .no)
    }
}
