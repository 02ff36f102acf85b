import Foundation
import GlossportReading
import Testing

@testable import CSVReader

/// Third-party files beside the working tree, which are not part of the project.
enum Corpora {
    static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().appending(path: "../../../../../shared/corpora").standardizedFileURL

    static var isThere: Bool { FileManager.default.fileExists(atPath: folder.path) }

    static var names: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasPrefix("csv-") }.sorted()
    }

    static func lines(_ path: String) throws -> [[String: Any]] {
        let data = try Data(contentsOf: folder.appending(path: path))
        return try data.split(separator: 0x0A).compactMap {
            try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any]
        }
    }

    static func objects(_ path: String) throws -> [[String: Any]] {
        let data = try Data(contentsOf: folder.appending(path: path))
        return try JSONSerialization.jsonObject(with: data) as? [[String: Any]] ?? []
    }

    static func has(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: path).path)
    }

    static func source(_ path: String) -> SourceFile { SourceFile(path: path, file: folder.appending(path: path).path) }

    /// Returns the text of a file as UTF-8, decoded in the same way as by the reader.
    static func text(_ path: String, encoding: String?) throws -> [UInt8] {
        let source = source(path)
        let detected = TextEncoding.detect(try source.head().bytes)
        let chosen = encoding.flatMap { TextEncoding(named: $0) } ?? detected.encoding
        var text: [UInt8] = []
        _ = try source.forEachTextChunk(encoding: chosen, markLength: detected.markLength) {
            text.append(contentsOf: $0)
        }
        return text
    }
}

@Suite(
    "Third-party corpora",
    .enabled(if: Corpora.isThere, "The corpora are not beside this working tree (../shared/corpora).")
)
struct CorpusTests {
    /// Files with misplaced quotes: the number of expected rows that are not read, and a judgment.
    ///
    /// The expectations come from a parser that accepts such quotes, so they are one opinion. The reader stops with an
    /// error instead: rows before that location must agree, and rows after it are not read.
    private static let refused: [String: (rows: Int, judgment: String)] = [
        "csv-commons/CSV-141/csv-141.csv":
            (
                1,
                "Theirs: a line with an odd number of quotes, cut from a log. They join two lines into one cell; nobody can know."
            ),
        "csv-commons/CSVFileParser/test.csv":
            (
                7,
                "Ours: spaces around quotes; trim: true reads it to its end. Theirs keeps the quotes as characters of the text."
            ),
        "csv-commons/csv-167/sample1.csv":
            (2, "Ours: backslash before a quote inside a bare cell. Theirs leaves the backslashes in the text."),
        "csv-okapi/csv_test5.txt":
            (
                1,
                "Ours: spaces around quotes; trim: true reads it. Theirs keeps quotes as characters and tears a quoted comma apart."
            ),
        "csv-rust/strange.csv":
            (7, "Ours: backslash escapes in the first cell. Theirs drops quotes and keeps backslashes."),
        "csv-spectrum/csvs/location_coordinates.csv":
            (1, "Theirs is what is meant: seconds of arc as a bare quote. lenient: true reads it, with a warning."),
        "csv-tabulator/special/escaping.csv":
            (
                3,
                "Ours: a space before the opening quote; trim: true reads the first two rows, the third has a backslash escape."
            ),
        "csv-tolgee/csv/example.csv":
            (4, "Ours: backslash escapes. Theirs has backslashes and lost quotes in it, no text that anybody meant."),
        "csv-univocity/csv/essential-dos.csv":
            (7, "Ours: spaces around quotes; trim: true reads the file to its end."),
        "csv-univocity/csv/essential.csv":
            (7, "Ours: spaces around quotes; trim: true reads the file to its end."),
        "csv-univocity/csv/test.csv":
            (1, "Ours: a letter after the closing quote; theirs loses the quote and glues the letter on."),
        "csv-univocity/examples/bean_test.tsv":
            (1, "Ours: a quote inside a bare cell; quote: none reads it."),
        "csv-univocity/examples/european.csv":
            (4, "Ours: backslash escapes. Theirs ends up with backslashes and lost quotes."),
        "csv-univocity/examples/example.tsv":
            (7, "Ours: quotes inside bare cells of a TSV that has no quoting; quote: none reads it."),
        "csv-univocity/tsv/essential-dos.tsv":
            (17, "Ours: quotes inside bare cells of a TSV that has no quoting; quote: none reads it."),
        "csv-univocity/tsv/essential.tsv":
            (17, "Ours: quotes inside bare cells of a TSV that has no quoting; quote: none reads it."),
    ]

    private struct Tally {
        var files = 0
        var rows = 0
        var agreed = 0
        var refused: [String: Int] = [:]
        var differences: [String] = []
    }

    @Test("Rows, cells and lines agree with the reference up to the first misplaced quote")
    func rows() throws {
        var tally = Tally()
        for corpus in Corpora.names {
            let dialects = try Corpora.lines("\(corpus)/csv_dialects.jsonl")
            let expected = Dictionary(grouping: try Corpora.lines("\(corpus)/expected.jsonl")) {
                $0["file"] as? String ?? ""
            }
            for entry in dialects {
                guard let file = entry["file"] as? String, let delimiter = (entry["delimiter"] as? String)?.utf8.first
                else {
                    continue
                }
                let isLatin = (entry["encoding"] as? String)?.hasPrefix("windows-1252") == true
                let text = try Corpora.text("\(corpus)/\(file)", encoding: isLatin ? "windows-1252" : nil)
                compare(text, CSVDialect(delimiter: delimiter), expected[file] ?? [], "\(corpus)/\(file)", &tally)
                #expect(tally.refused["\(corpus)/\(file)"] != nil || entry["libcsv_strict"] is String)
            }
        }
        #expect(tally.differences == [])
        #expect(tally.refused == Self.refused.mapValues(\.rows))
        #expect(tally.files == 81)
        #expect(tally.rows == 1_311)
        #expect(tally.agreed == 1_224)
    }

    @Test("The options named in the judgments have the described effect")
    func remedies() throws {
        func stops(_ file: String, _ dialect: CSVDialect) throws -> Bool {
            ParsedFile(try Corpora.text(file, encoding: nil), dialect).stop != nil
        }
        for (file, (_, judgment)) in Self.refused {
            let delimiter: UInt8 =
                file.hasSuffix("tsv") ? 0x09 : file.contains("european") || file.contains("strange") ? 0x3B : 0x2C
            if judgment.contains("trim: true"), !judgment.contains("the third") {
                #expect(try !stops(file, CSVDialect(delimiter: delimiter, trimsSpaces: true)), "\(file)")
            }
            if judgment.contains("quote: none") {
                #expect(try !stops(file, CSVDialect(delimiter: delimiter, quote: nil)), "\(file)")
            }
            if judgment.contains("lenient: true") {
                #expect(try !stops(file, CSVDialect(delimiter: delimiter, acceptsStrayQuotes: true)), "\(file)")
            }
        }
    }

    @Test("Re-encoded files yield the same rows", arguments: ["txt", "csv"])
    func encodings(suffix: String) throws {
        var tally = Tally()
        let rows = try Corpora.lines("derived-encodings/expected.jsonl")
        for (file, expected) in Dictionary(grouping: rows, by: { $0["file"] as? String ?? "" })
        where file.hasSuffix(suffix) {
            let delimiter: UInt8 = suffix == "txt" ? 0x09 : file.contains("semicolon") ? 0x3B : 0x2C
            let text = try Corpora.text("derived-encodings/\(file)", encoding: file.contains("cp1250") ? "cp1250" : nil)
            compare(text, CSVDialect(delimiter: delimiter), expected, file, &tally)
        }
        #expect(tally.differences == [])
        #expect(tally.files == (suffix == "txt" ? 2 : 3))
        #expect(tally.agreed == tally.rows && tally.rows > 0)
    }

    private func compare(
        _ text: [UInt8],
        _ dialect: CSVDialect,
        _ expected: [[String: Any]],
        _ file: String,
        _ tally: inout Tally
    ) {
        let parsed = ParsedFile(text, dialect)
        // The expected rows include blank lines, which do not count here.
        let expected = expected.filter { ($0["fields"] as? [String])?.isEmpty == false }
        tally.files += 1
        tally.rows += expected.count
        if parsed.stop != nil { tally.refused[file] = max(0, expected.count - parsed.rows.count) }
        if parsed.rows.count > expected.count || parsed.rows.count < expected.count && parsed.stop == nil {
            tally.differences.append("\(file): \(parsed.rows.count) rows, not \(expected.count)")
        }
        for (ours, theirs) in zip(parsed.rows, expected) {
            let line = theirs["line"] as? Int ?? ours.places[0].line
            if ours.cells == theirs["fields"] as? [String], ours.places[0].line == line {
                tally.agreed += 1
            } else {
                tally.differences.append("\(file): \(ours.cells) on line \(ours.places[0].line), not \(theirs)")
            }
        }
    }

    // MARK: Units

    /// The number of records that the reader does not emit, by file, with the reason.
    private static let missingRecords = [
        // All rows after the first quote with a backslash are missing; the expected value there (`this is a \quote\""`)
        // is not a text anyway.
        "csv-tolgee/csv/example.csv": 8
    ]

    @Test("Units agree with the reference records for the same column mapping")
    func records() throws {
        var (records, agreed) = (0, 0)
        var missing: [String: Int] = [:]
        for corpus in Corpora.names where Corpora.has("\(corpus)/mapping.json") {
            let expected = Dictionary(grouping: try Corpora.lines("\(corpus)/expected_records.jsonl")) {
                $0["file"] as? String ?? ""
            }
            for mapping in try Corpora.objects("\(corpus)/mapping.json") {
                let file = mapping["file"] as? String ?? ""
                let read = try Read(Corpora.source("\(corpus)/\(file)"), Self.options(mapping))
                let theirs = (expected[file] ?? []).map(Self.record)
                let ours = read.units.map(Self.record)
                records += theirs.count
                agreed += zip(ours, theirs).count { $0 == $1 }
                if theirs.count > ours.count { missing["\(corpus)/\(file)"] = theirs.count - ours.count }
                #expect(ours == Array(theirs.prefix(ours.count)), "\(corpus)/\(file)")
            }
        }
        #expect(missing == Self.missingRecords)
        #expect(records == 16_793)
        #expect(agreed == 16_785)
    }

    @Test("Sheets with headers are interpreted correctly without options")
    func detection() throws {
        var (files, records) = (0, 0)
        for corpus in Corpora.names where Corpora.has("\(corpus)/mapping.json") {
            let expected = Dictionary(grouping: try Corpora.lines("\(corpus)/expected_records.jsonl")) {
                $0["file"] as? String ?? ""
            }
            for mapping in try Corpora.objects("\(corpus)/mapping.json") where mapping["header_row"] is Int {
                let file = mapping["file"] as? String ?? ""
                let read = try Read(Corpora.source("\(corpus)/\(file)"))
                let theirs = (expected[file] ?? []).map { "\($0["key"] ?? "")|\($0["target"] ?? "")" }
                let ours = read.units.map { "\($0.key)|\($0.target ?? "")" }
                #expect(ours == Array(theirs.prefix(ours.count)), "\(corpus)/\(file)")
                #expect(read.units.allSatisfy { $0.locale != nil })
                files += 1
                records += ours.count
            }
        }
        #expect(files == 14)
        #expect(records == 16_755)
    }

    @Test("No file is read with a wrong delimiter")
    func delimiters() throws {
        var (found, asked) = (0, 0)
        for corpus in Corpora.names {
            for entry in try Corpora.lines("\(corpus)/csv_dialects.jsonl") {
                guard let file = entry["file"] as? String, let delimiter = entry["delimiter"] as? String else {
                    continue
                }
                let options = ["key": "1", "text": "2", "locale": "=de"]
                let read = try Read(Corpora.source("\(corpus)/\(file)"), options)
                let isRead = read.detected("layout") != nil
                if isRead {
                    #expect(read.detected("delimiter") == (delimiter == "\t" ? "TAB" : delimiter), "\(corpus)/\(file)")
                    found += 1
                } else {
                    #expect(!read.errors.isEmpty)
                    asked += 1
                }
            }
        }
        #expect(found == 67)
        #expect(asked == 14)
    }

    private static func record(_ object: [String: Any]) -> [String] {
        ["key", "locale", "target", "source", "notes"].map { object[$0] as? String ?? "" }
    }

    private static func record(_ unit: TranslationUnit) -> [String] {
        [unit.key, unit.locale ?? "", unit.target ?? "", unit.source ?? "", unit.notes.joined()]
    }

    /// Returns the options that correspond to a mapping.
    private static func options(_ mapping: [String: Any]) -> [String: String] {
        var options = ["delimiter": mapping["delimiter"] as? String ?? ","]
        options["headerRow"] = (mapping["header_row"] as? Int).map(String.init) ?? "none"
        if let key = mapping["key"] as? String, !key.isEmpty { options["key"] = key }
        if let notes = mapping["notes"] as? String { options["notes"] = notes }
        if let columns = mapping["columns"] as? [String: String] {
            options["map"] = columns.map { "\($0)=\($1)" }.joined(separator: ", ")
        }
        for (role, number) in mapping["positional"] as? [String: Int] ?? [:] {
            options[role == "target" ? "text" : role] = String(number)
        }
        if let locale = mapping["locale"] as? String { options["locale"] = "=" + locale.prefix { $0 != " " } }
        return options
    }
}
