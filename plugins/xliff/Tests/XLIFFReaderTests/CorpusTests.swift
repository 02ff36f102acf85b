internal import Foundation
import GlossportReading
internal import Testing

@testable internal import XLIFFReader

@Suite(
    "XLIFF reader: third-party files",
    .enabled(if: Corpus.isThere, "The corpora are not beside the package, so nothing can be compared.")
)
struct CorpusTests {
    /// The reason for a difference between the other reader and ours, and the correct result.
    struct Judgment {
        var file: String
        var units: Int
        var why: String

        init(_ file: String, _ units: Int, _ why: String) {
            self.file = file
            self.units = units
            self.why = why
        }
    }

    /// All differences.
    ///
    /// Each expectation is one opinion; the reader's result is the one required by the design.
    static let judgments = [
        Judgment("xliff-apple-tolgee/apple/cs.xliff", 12, "ours: pieces of a .stringsdict are reported, not emitted"),
        Judgment("xliff-apple-tolgee/apple/params_everywhere_cs.xliff", 6, "ours: the same"),
        Judgment(
            "xliff-apple-tolgee/apple/en_xcstrings.xliff",
            2,
            "ours: plural variations are reported, not emitted"
        ),
        Judgment(
            "xliff-apple-tolgee/xliff/preserving-spaces.xliff",
            1,
            "ours: the source itself says xml:space=\"default\" inside a unit that says preserve"
        ),
        Judgment("xliff-matecat/with-segment-state.xliff", 1, "ours: one of two segments is empty, so no half text"),
        Judgment(
            "xliff-okapi/roundtrips/comprehensive_data_input.xlf",
            1,
            "ours: one of four segments has no target"
        ),
        Judgment("xliff-okapi/MQ-12-Test01.xlf", 2, "ours: memoQ's ph of a no-break space is that character"),
        Judgment("xliff-okapi/PAS-10-Test01.xlf", 12, "ours: x with ctype=\"lb\" is a line break, not nothing"),
        Judgment("xliff2-valid-okapi/valid/allExtensions.xlf", 1, "ours: cp of U+0001 is no character of XML's"),
    ]

    @Test("All 3,077 expected units and errors agree, except the judged ones")
    func agreement() throws {
        var compared = 0
        var differing: [String: [String]] = [:]
        for folder in Corpus.folders {
            for (file, rows) in try Corpus.expected(in: folder) {
                let reading = try Reading(
                    Corpus.source(folder, file),
                    ReaderOptions(values: ["includeUntranslatable": "true"])
                )
                compared += rows.count
                let differences = Self.differences(reading, rows)
                if !differences.isEmpty { differing["\(folder)/\(file)"] = differences }
                #expect(reading.summary.units == reading.units.count)
            }
        }
        #expect(compared == 3_077)
        let judged = Dictionary(uniqueKeysWithValues: Self.judgments.map { ($0.file, $0.units) })
        for (file, differences) in differing where differences.count != judged[file] {
            Issue.record("\(file): \(differences.count) differ: \(differences.prefix(5).joined(separator: "\n"))")
        }
        let agreeing = compared - differing.values.reduce(0) { $0 + $1.count }
        #expect(agreeing == 3_039)
        #expect(Self.judgments.reduce(0) { $0 + $1.units } == compared - agreeing)
    }

    /// Returns a sentence for each unmet row and for unexpected units.
    private static func differences(_ reading: Reading, _ rows: [Corpus.Row]) -> [String] {
        var differences: [String] = []
        var units = reading.units[...]
        for row in rows {
            if let error = row.error {
                if reading.errors.isEmpty { differences.append("no error, though: \(error)") }
                continue
            }
            guard let key = row.key, let unit = units.first, unit.key == key else {
                differences.append("missing: \(row.key ?? "")")
                continue
            }
            units = units.dropFirst()
            let notes = (row.notes ?? []).map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
                .filter { !$0.isEmpty }
            if !same(unit.target, row.target, row) {
                differences.append("\(key): target \(unit.target ?? "nil"), not \(row.target ?? "nil")")
            } else if !same(unit.source, row.source, row) {
                differences.append("\(key): source \(unit.source ?? "nil"), not \(row.source ?? "nil")")
            } else if unit.locale != row.locale {
                differences.append("\(key): locale \(unit.locale ?? "nil"), not \(row.locale ?? "nil")")
            } else if unit.notes != notes {
                differences.append("\(key): notes \(unit.notes), not \(notes)")
            } else if unit.target == nil, unit.state != .untranslated {
                differences.append("\(key): \(unit.state) without a target")
            }
        }
        return differences + units.map { "not expected: \($0.key)" }
    }

    /// Whether a text is the expected one, which has the white space of the file.
    private static func same(_ text: String?, _ expected: String?, _ row: Corpus.Row) -> Bool {
        let (text, expected) = (text ?? "", expected ?? "")
        return text == expected || (row.space != "preserve" && text == Corpus.collapsed(expected))
    }

    @Test("Every unit's location is that of its target, or of the unit if there is none")
    func locations() throws {
        var checked = 0
        for folder in Corpus.folders {
            for (file, _) in try Corpus.expected(in: folder) {
                let source = Corpus.source(folder, file)
                let data = try Data(contentsOf: Corpus.folder.appending(path: source.path))
                guard let text = String(data: data, encoding: .utf8) else { continue }
                let marked = text.hasPrefix("\u{FEFF}") ? String(text.unicodeScalars.dropFirst()) : text
                let lines = Self.lines(marked)
                for unit in try Reading(source).units {
                    let line = lines[unit.location.line - 1]
                    let here = String(String.UnicodeScalarView(line.dropFirst(unit.location.column - 1).prefix(30)))
                    let names = unit.target == nil ? ["target", "trans-unit", "unit"] : ["target"]
                    let name = here.dropFirst().prefix { !" >/\t".contains($0) }.split(separator: ":").last ?? ""
                    #expect(here.first == "<" && names.contains(String(name)), "\(unit.location): \(here)")
                    checked += 1
                }
            }
        }
        #expect(checked > 2_300)
    }

    /// Splits a text into lines like an editor; CRLF is one line end.
    private static func lines(_ text: String) -> [[Unicode.Scalar]] {
        var lines: [[Unicode.Scalar]] = [[]]
        var last: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n" where last == "\r": break
            case "\n", "\r": lines.append([])
            default: lines[lines.count - 1].append(scalar)
            }
            last = scalar
        }
        return lines
    }

    @Test(
        "Every attack and broken document is an error",
        arguments: ["xml-defused", "xml-libxml2"]
    )
    func attacks(folder: String) throws {
        let files = FileManager.default.enumerator(
            at: Corpus.folder.appending(path: folder),
            includingPropertiesForKeys: nil
        )
        var count = 0
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "xml" else { continue }
            let reading = try Reading(SourceFile(path: file.lastPathComponent, file: file.path))
            #expect(reading.units == [])
            #expect(reading.errors.count == 1, "\(file.lastPathComponent): \(reading.findings)")
            count += 1
        }
        #expect(count == (folder == "xml-defused" ? 10 : 14))
    }

    @Test("Every file of the corpora is recognized by its content unless it is broken")
    func recognition() throws {
        for folder in Corpus.folders {
            for (file, rows) in try Corpus.expected(in: folder) where rows.first?.error == nil {
                let head = try Corpus.source(folder, file).head()
                // A comment longer than the inspected prefix hides the root; UTF-16 has zero bytes.
                let showsRoot = String(decoding: head.bytes.filter { $0 != 0 }, as: UTF8.self).contains("xliff")
                #expect(XLIFFReader.recognize(head) == (showsRoot ? .byContent : .byName), "\(folder)/\(file)")
            }
        }
    }
}
