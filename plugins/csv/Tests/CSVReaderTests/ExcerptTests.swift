import Foundation
import GlossportReading
import GlossportReadingTesting
import Testing

@testable import CSVReader

@Suite("Cutting CSV files")
struct ExcerptTests {
    private func cut(
        _ text: String,
        _ options: ReaderOptions = ReaderOptions(),
        finding: String = "Too long.",
        at places: (Int, Int)...
    ) throws -> String {
        let annotations = places.map { line, column in
            Annotation(
                finding,
                rule: "text-too-long",
                locale: "de-DE",
                at: TextCursor.Place(line: line, column: column)
            )
        }
        let result = try CSVReader.cut(SourceFile(path: "x.csv", bytes: Array(text.utf8)), options, annotations)
        #expect(result.elsewhere.isEmpty)
        return String(decoding: result.bytes, as: UTF8.self)
    }

    @Test("The header and the rows stay as they are, with two columns more")
    func rows() throws {
        #expect(
            try cut(
                "key,locale,text\r\na.header,de,Eins\r\nb.header,de,\"Zwei\n\"\"2\"\"\"\r\nc.header,de,Drei\r\n",
                at: (3, 13)
            )
                == "key,locale,text,glossport: finding,glossport: rule\r\nb.header,de,\"Zwei\n\"\"2\"\"\",Too long.,text-too-long\r\n"
        )
    }

    @Test("In a file with a column for each locale, the finding says which one it is about")
    func wide() throws {
        #expect(
            try cut("sep=;\nkey;de-DE;fr-FR\na.header;Eins;Un\nb.header;Zwei;Deux", at: (4, 10))
                == "sep=;\nkey;de-DE;fr-FR;glossport: finding;glossport: rule\nb.header;Zwei;Deux;de-DE: Too long.;text-too-long"
        )
    }

    @Test("Rows of different lengths are filled up, so that the new columns are below their headings")
    func ragged() throws {
        #expect(
            try cut("key,locale,text,notes\na.header,de,Eins\n", at: (2, 13))
                == "key,locale,text,notes,glossport: finding,glossport: rule\na.header,de,Eins,,Too long.,text-too-long\n"
        )
    }

    @Test("No spreadsheet executes a finding, and where the file quotes all cells, so do the new ones")
    func guarded() throws {
        #expect(
            try cut("\"key\",\"locale\",\"text\"\n\"a.header\",\"de\",\"=1\"\n", finding: "=cmd \"x\".", at: (2, 17))
                == "\"key\",\"locale\",\"text\",\"glossport: finding\",\"glossport: rule\"\n"
                + "\"a.header\",\"de\",\"=1\",\"'=cmd \"\"x\"\".\",\"text-too-long\"\n"
        )
    }

    @Test("The new columns are passed over when the file comes back")
    func comesBack() throws {
        let text = try cut("key,de-DE,fr-FR\na.header,Eins,Un\n", at: (2, 10))
        var units = 0
        var findings: [Finding] = []
        _ = try CSVReader.format.reader().read(SourceFile(path: "x.csv", bytes: Array(text.utf8))) { event in
            switch event {
            case .unit: units += 1
            case .finding(let finding): findings.append(finding)
            case .other: break
            }
        }
        #expect(units == 2 && findings.isEmpty, "\(findings)")
    }

    @Test(
        "A file stays in its encoding; what that does not have becomes a question mark",
        arguments: ["windows-1252", "UTF-16LE", "Shift_JIS"]
    )
    func encodings(name: String) throws {
        let encoding = try #require(TextEncoding(named: name))
        let text = "key;locale;text\r\na.header;de;Eins\r\nb.header;de;Zwei\r\n"
        let bytes = try #require(encoding.bytes(of: Array(text.utf8)[...]))
        let result = try CSVReader.cut(
            SourceFile(path: "x.csv", bytes: bytes),
            ReaderOptions(values: ["encoding": name]),
            [Annotation("Zu 🎈 lang.", rule: "r", at: TextCursor.Place(line: 3, column: 13))]
        )
        let mark = name == "UTF-16LE" ? "🎈" : "?"
        #expect(
            encoding.text(of: result.bytes)
                == "key;locale;text;glossport: finding;glossport: rule\r\nb.header;de;Zwei;Zu \(mark) lang.;r\r\n"
        )
    }

    @Test("A header among the rows stays, so that the rows below it are read as before")
    func secondHeader() throws {
        let text = "key,de,fr\na,Bleib,Reste\n\nkey,fr,de\nb,Va,Geh\nc,Non,Nein\n"
        let result = try CSVReader.cut(
            SourceFile(path: "x.csv", bytes: Array(text.utf8)),
            ReaderOptions(),
            [Annotation("Falsch", rule: "r", locale: "fr", at: TextCursor.Place(line: 5, column: 3))]
        )
        let read = try Read(result.bytes)
        #expect(read.texts == ["b|fr|Va", "b|de|Geh"])
        #expect(read.errors == [])
    }

    @Test(
        "Whatever is cut out of the corpora's files is what they say, and reads the same",
        .enabled(if: Corpora.isThere, "The corpora are not beside this working tree (../shared/corpora).")
    )
    func corpora() throws {
        var tally = ExcerptKit.Tally()
        for folder in Corpora.names {
            let path = Corpora.folder.appending(path: folder).path
            for file in try FileManager.default.subpathsOfDirectory(atPath: path).sorted()
            where ["csv", "tsv"].contains(SourceFile.fileExtension(of: file)) {
                for options in [
                    ReaderOptions(), ReaderOptions(values: ["headerRow": "none", "key": "1", "text": "2"]),
                    ReaderOptions(values: ["key": "1", "text": "2", "lenient": "true"]),
                ] {
                    let kit = ExcerptKit(CSVReader.format, options: options, keepsExactly: false) { text in
                        let stripped = text.replacing(
                            /[,;\t|]"?glossport: finding"?[,;\t|]"?glossport: rule"?/,
                            with: ""
                        )
                        .replacing(/[,;\t|]"?[^\n,;\t|]*=Wrong:.*?text-too-long"?/, with: "")
                        // Short rows were filled up.
                        return stripped.split { $0.isNewline }.map { line in
                            String(line.reversed().drop { ",;\t|".contains($0) }.reversed())
                        }.joined(separator: "\n")
                    }
                    let source = Corpora.source("\(folder)/\(file)")
                    try kit.tryOut(source, into: &tally)
                }
            }
        }
        print("CSV: \(tally)")
        // Too few rows are left to tell a delimiter by that no header and no option names.
        let guesses = ["title_row_on_top.csv", "european.csv", "test-utf16.csv"]
        #expect(tally.violations.filter { violation in !guesses.contains { violation.contains("/\($0), ") } } == [])
        #expect(tally.files > 50)
    }
}
