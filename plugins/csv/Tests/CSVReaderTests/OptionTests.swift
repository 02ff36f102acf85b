import CSVReader
import GlossportReading
import Testing

@Suite("Options")
struct OptionTests {
    @Test("The example of the project file works: key: id, delimiter: \";\"")
    func projectExample() throws {
        let read = try Read("id;de;fr\nkeep.header;Bleib, bitte;Reste\n", ["key": "id", "delimiter": ";"])
        #expect(read.texts == ["keep.header|de|Bleib, bitte", "keep.header|fr|Reste"])
        #expect(read.findings == [])
    }

    @Test("Columns are named by header, ignoring case and spaces, or by number")
    func columns() throws {
        let text = "Nr, Schlüssel ,Was,Wert\n1,a,x,Hallo\n"
        for options in [
            ["key": "schlüssel", "text": "WERT", "locale": "=de"],
            ["key": "2", "text": "4", "locale": "=de", "headerRow": "1"],
        ] {
            #expect(try Read(text, options).texts == ["a|de|Hallo"])
        }
    }

    @Test("A missing column is an error that lists the file's columns")
    func missingColumn() throws {
        let read = try Read("id,de\na,Hallo\n", ["key": "String ID"])
        #expect(read.units == [])
        #expect(read.defects == ["csv-missing-column 1:1"])
        #expect(read.findings.first?.remedy.description.contains("“id”, “de”") == true)
        #expect(try Read("id,de\na,Hallo\n", ["key": "9"]).defects == ["csv-missing-column 1:1"])
    }

    @Test("A name that two columns share is rejected")
    func doubleColumn() throws {
        let read = try Read("key,x,x\na,b,Hallo\n", ["text": "x", "locale": "=de"])
        #expect(read.defects == ["csv-ambiguous-column 1:5"])
        #expect(read.findings.first?.remedy.description.contains("2, 3") == true)
    }

    @Test("The `map` option assigns locales by column name or number, even with commas and equal signs")
    func map() throws {
        let read = try Read(
            "STRING ID,FRENCH / FRANÇAIS,\"German, formal\",a=b\na,Salut,Hallo,Hi\n",
            ["map": "french / français = fr-FR, German, formal=de-DE, 4=en"]
        )
        #expect(read.texts == ["a|fr-FR|Salut", "a|de-DE|Hallo", "a|en|Hi"])
    }

    @Test("The `headerRow` option counts blank lines, like a spreadsheet, but not line breaks in cells")
    func headerRow() throws {
        let text = "\"Two\nlines\",x\n\nkey,de\na,Hallo\n"
        #expect(try Read(text, ["headerRow": "3"]).texts == ["a|de|Hallo"])
        #expect(try Read(text, ["headerRow": "2"]).defects == ["csv-no-header 1:1"])
    }

    @Test("`headerRow: none` requires column numbers")
    func headerless() throws {
        let options = ["headerRow": "none", "key": "1", "map": "2=de, 3=fr"]
        #expect(try Read("a,Hallo,Salut\n", options).texts == ["a|de|Hallo", "a|fr|Salut"])
        #expect(
            try Read("a,Hallo\n", ["headerRow": "none", "key": "id", "text": "2"]).defects == ["csv-missing-column 1:1"]
        )
        #expect(try Read("a,Hallo\n", ["headerRow": "none"]).errors.map(\.rule) == ["csv-no-header"])
    }

    @Test("Headers are found even if columns are named by number, and no data row is lost")
    func numbersWithHeader() throws {
        let options = ["key": "1", "text": "2", "locale": "=de"]
        #expect(try Read("id,target\na,Hallo\n", options).texts == ["a|de|Hallo"])
        #expect(try Read("a,Hallo\nb,Du\n", options).texts == ["a|de|Hallo", "b|de|Du"])
    }

    @Test("The `quote` option accepts another character, or none")
    func quote() throws {
        #expect(try Read("key,de\na,'Hallo, \"du\"'\n", ["quote": "'"]).texts == ["a|de|Hallo, \"du\""])
        #expect(try Read("key\tde\na\tSag \"ja\"\n", ["quote": "none"]).texts == ["a|de|Sag \"ja\""])
    }

    @Test(
        "The `delimiter` option accepts an ASCII character, or a word for one",
        arguments: [(":", ":"), ("tab", "\t"), ("pipe", "|"), ("#", "#")]
    )
    func delimiter(option: String, character: String) throws {
        let text = "key,de\na,Hallo\n".replacing(",", with: character)
        #expect(try Read(text, ["delimiter": option]).texts == ["a|de|Hallo"])
    }

    @Test("The `source` option may also name a locale column")
    func sourceLocale() throws {
        let read = try Read("key,en,de\na,Hi,Hallo\n", ["source": "en", "map": "de=de"])
        #expect(read.units.map(\.source) == ["Hi"])
    }

    @Test("A byte order mark overrides the `encoding` option, which is reported")
    func encodingConflict() throws {
        let read = try Read("\u{FEFF}key,de\na,Größe\n", ["encoding": "windows-1252"])
        #expect(read.texts == ["a|de|Größe"])
        #expect(read.defects == ["csv-encoding-conflict 1:1"])
    }

    @Test(
        "The `encoding` option may leave the byte order open, with or without a byte order mark",
        arguments: ["utf-16", "UTF16"],
        [false, true]
    )
    func openByteOrder(name: String, isBigEndian: Bool) throws {
        for mark in ["", "\u{FEFF}"] {
            let bytes: [UInt8] = (mark + "key,de\na,Größe\n").utf16.flatMap { unit -> [UInt8] in
                let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
                return isBigEndian ? [high, low] : [low, high]
            }
            let read = try Read(bytes, ["encoding": name])
            #expect(read.texts == ["a|de|Größe"])
            #expect(read.findings == [])
        }
    }

    @Test(
        "An invalid option is rejected with a remedy",
        arguments: [
            ("layout", "tall"), ("delimiter", ";;"), ("delimiter", "ä"), ("delimiter", "\""), ("quote", "''"),
            ("encoding", "klingon"), ("headerRow", "0"), ("headerRow", "first"), ("map", "French"), ("map", "=fr"),
            ("map", "*=fr"), ("map", ""), ("recordKey", "{message}"), ("recordKey", "{field}{field}{message}"),
            ("lenient", "maybe"), ("trim", ""), ("key", " "), ("locale", ""), ("quote", ""), ("nonsense", "1"),
        ]
    )
    func nonsense(name: String, value: String) {
        let error = #expect(throws: GlossportError.self) {
            try CSVReader(options: ReaderOptions(values: [name: value]))
        }
        #expect(error?.code == .invalidOption)
        #expect(error?.remedy?.description.isEmpty == false)
    }

    @Test("The same character as quote and delimiter is rejected")
    func quoteIsDelimiter() {
        #expect(throws: GlossportError.self) {
            try CSVReader(options: ReaderOptions(values: ["quote": "'", "delimiter": "'"]))
        }
    }

    @Test(
        "Each option's own example is valid, and its help is a sentence",
        arguments: CSVReader.format.options.map(\.name)
    )
    func examples(name: String) throws {
        let option = try #require(CSVReader.format.options.first { $0.name == name })
        _ = try CSVReader(options: ReaderOptions(values: [option.name: option.example]))
        #expect(option.help.hasSuffix("."))
    }
}
