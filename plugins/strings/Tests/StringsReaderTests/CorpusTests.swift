import Foundation
import GlossportReading
import StringsReader
import Testing

/// Compares the reader with an independent reading of files from public projects.
@Suite("The .strings reader and third-party files")
struct CorpusTests {
    static let corpora = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "../shared/corpora").standardized

    static var isPresent: Bool { FileManager.default.fileExists(atPath: corpora.path) }

    /// One line of an `expected.jsonl`.
    private struct Row: Decodable {
        var file: String
        var key: String?
        var target: String?
        var line: Int?
        var comment: String?
        var error: String?
        var empty: Bool?
    }

    private static func rows() throws -> [(folder: URL, rows: [Row])] {
        let folders = try FileManager.default.contentsOfDirectory(at: corpora, includingPropertiesForKeys: nil)
        return folders.sorted { $0.path < $1.path }.compactMap { folder in
            guard let data = try? Data(contentsOf: folder.appending(path: "expected.jsonl")) else { return nil }
            let rows = data.split(separator: 0x0A).compactMap { line -> Row? in
                // Lines about other formats have another structure.
                guard let row = try? JSONDecoder().decode(Row.self, from: Data(line)) else { return nil }
                return row.file.hasSuffix(".strings") ? row : nil
            }
            return rows.isEmpty ? nil : (folder, rows)
        }
    }

    /// An intentional difference between the reader and the reference.
    private struct Judgment {
        /// The beginning of the difference.
        var prefix: String
        var rows: Int
        var reason: String
    }

    private static let judgments = [
        Judgment(
            prefix: "derived-encodings/InfoPlist.utf16le.strings",
            rows: 11,
            reason: "the reference leaves out the comments of this file; key, text and line agree"
        ),
        Judgment(
            prefix: "derived-encodings/InfoPlist.latin1.reject.strings",
            rows: 5,
            reason: "pairs before the first bad byte arrive, since the file is streamed; the error stops the run"
        ),
        Judgment(
            prefix: "strings-bartycrouch/StringsFiles/zh-Hans.lproj/CustomName.strings",
            rows: 1,
            reason: "a file of zero bytes is a warning, and no error: an export that had nothing to say"
        ),
        Judgment(
            prefix: "strings-datetools/",
            rows: 21,
            reason: "`\"%dy\" = \"%da\"; /* year */`: a comment behind a pair belongs to it, not to the next one"
        ),
        Judgment(
            prefix: "strings-misc-okapi/filters/regex/src/test/resources/TestRules07.strings",
            rows: 2,
            reason: "the same: Comment 5 stands behind the pair of comment 4"
        ),
        Judgment(
            prefix: "strings-swiftgen/LocMultiline.strings multiLine",
            rows: 1,
            reason: "the unit is where its text is; the key begins a line earlier"
        ),
    ]

    @Test(
        "The reader agrees with the reference except for the listed rows",
        .enabled(if: isPresent, "the corpora lie beside the package, in ../shared/corpora, and are not here")
    )
    func agreement() throws {
        var agreed = 0
        var differences: [String] = []
        for (folder, rows) in try Self.rows() {
            for (file, rows) in Dictionary(grouping: rows, by: \.file) {
                let name = "\(folder.lastPathComponent)/\(file)"
                let reading = try Reading(SourceFile(path: folder.appending(path: file).path))
                var left = reading.units
                for row in rows {
                    if let difference = Self.difference(row, reading, &left) {
                        differences.append("\(name) \(difference)")
                    } else {
                        agreed += 1
                    }
                }
                differences += left.map { "\(name) \($0.key): not expected" }
            }
        }
        for judgment in Self.judgments {
            let judged = differences.filter { $0.hasPrefix(judgment.prefix) }
            #expect(judged.count == judgment.rows, "\(judgment.reason): \(judged)")
            differences.removeAll { $0.hasPrefix(judgment.prefix) }
        }
        #expect(differences == [])
        #expect(agreed == 4_852)
    }

    /// Returns the difference for a row; `nil` if there is none.
    private static func difference(_ row: Row, _ reading: Reading, _ left: inout [TranslationUnit]) -> String? {
        guard let key = row.key else {
            let isRight =
                row.error == nil ? reading.units.isEmpty && !reading.findings.isEmpty : !reading.errors.isEmpty
            return isRight ? nil : "findings \(reading.rules)"
        }
        guard let index = left.firstIndex(where: { $0.key == key }) else { return "\(key): missing" }
        let unit = left.remove(at: index)
        if (unit.target ?? "") != row.target {
            return "\(key): \(unit.target.debugDescription) != \(row.target.debugDescription)"
        }
        if let line = row.line, unit.location.line != line { return "\(key): line \(unit.location.line) != \(line)" }
        let notes = unit.notes.joined(separator: "\n")
        return notes == row.comment ?? "" ? nil : "\(key): notes \(notes) != \(row.comment ?? "")"
    }
}
