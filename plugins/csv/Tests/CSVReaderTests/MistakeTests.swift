import GlossportReading
import Testing

/// Common mistakes in reading tables: wrong encodings, quotes and headers.
@Suite("Common mistakes of readers")
struct MistakeTests {
    static let table = "key,de,ja\nkeep.header,\"Größe, für dich\",花🎈\n"
    static let texts = ["keep.header|de|Größe, für dich", "keep.header|ja|花🎈"]

    @Test("A table yields the same texts in UTF-8, UTF-16 and UTF-32", arguments: 0..<7)
    func encodings(index: Int) throws {
        let wide = Array(Self.table.utf16)
        let scalars = Self.table.unicodeScalars.map(\.value)
        func bytes(_ units: [UInt32], _ size: Int, big: Bool) -> [UInt8] {
            units.flatMap { unit in
                let bytes = (0..<size).map { UInt8(truncatingIfNeeded: unit >> (8 * UInt32($0))) }
                return big ? bytes.reversed() : bytes
            }
        }
        let sixteen = wide.map(UInt32.init)
        let files: [[UInt8]] = [
            Array(Self.table.utf8),
            [0xEF, 0xBB, 0xBF] + Array(Self.table.utf8),
            [0xFF, 0xFE] + bytes(sixteen, 2, big: false),
            [0xFE, 0xFF] + bytes(sixteen, 2, big: true),
            bytes(sixteen, 2, big: false),
            bytes(sixteen, 2, big: true),
            [0xFF, 0xFE, 0, 0] + bytes(scalars, 4, big: false),
        ]
        let read = try Read(files[index])
        #expect(read.texts == Self.texts)
        #expect(read.findings == [])
        #expect(read.places == ["2:13", "2:31"])
    }

    @Test("Latin-1 is not guessed; the error has the line, the bytes and the option to set")
    func latin1() throws {
        let bytes = Array("key,de\na,Ja\nb,Gr".utf8) + [0xF6, 0xDF] + Array("e\nc,Nein\n".utf8)
        let read = try Read(bytes)
        #expect(read.texts == ["a|de|Ja"])
        #expect(read.defects == ["csv-encoding 3:5"])
        #expect(read.findings.first?.text.contains("F6 DF") == true)
        #expect(read.findings.first?.text.contains("looks like windows-1252, where they are “öße") == true)
        #expect(read.findings.first?.remedy.description.contains("option encoding to windows-1252") == true)
        #expect(try Read(bytes, ["encoding": "windows-1252"]).texts == ["a|de|Ja", "b|de|Größe", "c|de|Nein"])
    }

    @Test("Quoted line breaks, quotes and delimiters are kept, and lines are counted correctly")
    func quoting() throws {
        let read = try Read("key,de,fr\r\na,\"eins\r\nzwei \"\"drei\"\", vier\",un\r\nb,\"\"\"\",deux\r\n")
        #expect(read.texts == ["a|de|eins\r\nzwei \"drei\", vier", "a|fr|un", "b|de|\"", "b|fr|deux"])
        #expect(read.places == ["2:3", "3:22", "4:3", "4:8"])
    }

    @Test("Backslash escapes are not CSV, and the remedy explains this")
    func backslash() throws {
        let read = try Read("key,de\na,\"ein \\\"Wort\\\" mehr\"\n")
        #expect(read.defects == ["csv-broken-quotes 2:10"])
        #expect(read.findings.first?.remedy.description.contains("backslash") == true)
    }

    @Test("Title rows above the header are counted and skipped")
    func titleRows() throws {
        let read = try Read("Northlight offers,,\n\nVersion 3,,\nkey,en,cs\ngreeting,Hello,Ahoj\n")
        #expect(read.texts == ["greeting|en|Hello", "greeting|cs|Ahoj"])
        #expect(read.summary.skipped == ["row above the header": 2])
        #expect(read.detected("header row") == "4")
        #expect(read.findings == [])
    }

    @Test("An empty first column is skipped, or is the key column if there is no other")
    func emptyFirstColumn() throws {
        #expect(try Read("\"\",key,en\n\"\",a,Hi\n").texts == ["a|en|Hi"])
        #expect(try Read(",en,es\nKEY_HI,Hello!,Hola!\n").texts == ["KEY_HI|en|Hello!", "KEY_HI|es|Hola!"])
    }

    @Test("Names of languages become codes")
    func names() throws {
        let read = try Read(
            "String ID,Description,French (France),German,Simplified Chinese\na,Greeting,Salut,Hallo,你好\n"
        )
        #expect(read.texts == ["a|fr-FR|Salut", "a|de|Hallo", "a|zh-Hans|你好"])
        #expect(read.units.map(\.notes) == [["Greeting"], ["Greeting"], ["Greeting"]])
    }

    @Test("A row with an extra text is an error and uploads no French as German")
    func shiftedRow() throws {
        let read = try Read("key,en,fr,de\na,Hello, friend,Salut,Hallo\nb,One,Un,Eins\n")
        #expect(read.texts == ["b|en|One", "b|fr|Un", "b|de|Eins"])
        #expect(read.defects == ["csv-extra-cells 2:23"])
        #expect(read.summary.skipped == ["cell of a shifted row": 3])
    }

    @Test(
        "The finding about a row with an extra text names the key only if no text precedes it",
        arguments: [
            ("key,en,de\na,Hello, friend,Hallo\nb,One,Eins\n", "a"),
            ("locale,key,text\nde,a,Hallo, du\nde,b,Eins\n", "a"),
            ("en,de,key\nHello, friend,Hallo,a\nOne,Eins,b\n", nil),
            ("notes,key,de\nshort, please,a,Hallo\nlong,b,Eins\n", nil),
        ] as [(String, String?)]
    )
    func keyOfShiftedRow(text: String, key: String?) throws {
        let read = try Read(text)
        #expect(read.findings.map(\.rule) == ["csv-extra-cells"])
        #expect(read.findings.map(\.key) == [key])
    }

    @Test("Columns headed id, no and it are not blindly taken for languages")
    func wordColumns() throws {
        let number = try Read("key,no,en,de\na,1,Hi,Hallo\nb,2,You,Du\n")
        #expect(number.units == [])
        #expect(number.defects == ["csv-ambiguous-column 1:5"])
        #expect(number.findings.first?.remedy.description.contains("no=ignore") == true)
        #expect(try Read("key,no,it\na,Hei,Ciao\n").texts == ["a|no|Hei", "a|it|Ciao"])
        #expect(try Read("id,en,id\na,Hi,Hai\n").defects == ["csv-ambiguous-column 1:1"])
        #expect(try Read("key,en,id\na,Hi,Halo\n").texts == ["a|en|Hi", "a|id|Halo"])
        #expect(try Read("key,id,en\nkeep.header,row_17,Hi\n").defects == ["csv-ambiguous-column 1:5"])
    }

    @Test("Semicolon exports are read without an option")
    func semicolons() throws {
        let read = try Read("key;de;fr\r\na;Hallo, du;1,50 €\r\n")
        #expect(read.texts == ["a|de|Hallo, du", "a|fr|1,50 €"])
        #expect(read.detected("delimiter") == ";")
    }

    @Test("A file without a header is read by column numbers")
    func headerless() throws {
        let options = ["key": "1", "source": "2", "text": "3", "notes": "4", "locale": "from-filename"]
        let read = try Read("hi,Hello,Bonjour,Greeting\nbye,Bye,Au revoir,\n", path: "i18n/demo_fr-CA.csv", options)
        #expect(read.texts == ["hi|fr-CA|Bonjour", "bye|fr-CA|Au revoir"])
        #expect(read.units.map(\.source) == ["Hello", "Bye"])
        #expect(read.units.map(\.notes) == [["Greeting"], []])
        #expect(read.detected("header row") == "none")
    }
}
