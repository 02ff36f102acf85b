import Foundation
import GlossportReading
import Testing
import XCStringsReader

/// Compares the reader with an independent reading of catalogs from public projects.
@Suite("The String Catalog reader and third-party files")
struct CorpusTests {
    private static let corpora = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "../shared/corpora").standardized

    private static var isPresent: Bool { FileManager.default.fileExists(atPath: corpora.path) }

    /// One line of an `expected_catalog.jsonl`.
    private struct Row: Decodable {
        var file: String
        var key: String
        var locale: String?
        var target: String?
        var state: String?
        var comment: String?
        var extractionState: String?
        var shouldTranslate: Bool?
        var variation: String?
    }

    /// The totals of one file's rows.
    private struct Tally: Equatable {
        var texts = 0
        var varied = 0
        var notTranslated = 0
        var differences: [String] = []
    }

    @Test(
        "The reader reads every plain text of the reference, and reports all others",
        .enabled(if: isPresent, "the corpora lie beside the package, in ../shared/corpora, and are not here")
    )
    func agreement() throws {
        var tally = Tally()
        for folder in try FileManager.default.contentsOfDirectory(at: Self.corpora, includingPropertiesForKeys: nil) {
            guard let data = try? Data(contentsOf: folder.appending(path: "expected_catalog.jsonl")) else { continue }
            let rows = data.split(separator: 0x0A).compactMap { try? JSONDecoder().decode(Row.self, from: Data($0)) }
                .filter { $0.file.hasSuffix(".xcstrings") }
            for (file, rows) in Dictionary(grouping: rows, by: \.file) {
                let reading = try Reading(SourceFile(path: folder.appending(path: file).path))
                Self.compare(rows, reading, "\(folder.lastPathComponent)/\(file)", &tally)
            }
        }
        #expect(tally.differences == [])
        #expect(tally == Tally(texts: 1_254, varied: 199, notTranslated: 4))
    }

    private static func compare(_ rows: [Row], _ reading: Reading, _ file: String, _ tally: inout Tally) {
        // A text with substitutions is not read either, although its own row has no variation.
        let varied = Set(rows.filter { $0.variation != nil }.map { "\($0.key)/\($0.locale ?? "")" })
        var left = reading.units
        for row in rows {
            let name = "\(file) \(row.key)/\(row.locale ?? "")"
            if row.shouldTranslate == false {
                tally.notTranslated += 1
            } else if varied.contains("\(row.key)/\(row.locale ?? "")") {
                tally.varied += 1
                let shown = String(row.key.prefix(20))
                let isReported = reading.findings.contains {
                    $0.rule == "xcstrings-variations" && $0.text.contains(shown.prefix { !$0.isNewline })
                }
                if !isReported { tally.differences.append("\(name): variation not reported") }
            } else if let index = left.firstIndex(where: { $0.key == row.key && $0.locale == row.locale }) {
                tally.texts += 1
                if let difference = difference(row, left.remove(at: index)) {
                    tally.differences.append("\(name): \(difference)")
                }
            } else {
                tally.differences.append("\(name): missing")
            }
        }
        tally.differences += left.map { "\(file) \($0.key)/\($0.locale ?? ""): not expected" }
    }

    private static func difference(_ row: Row, _ unit: TranslationUnit) -> String? {
        if (unit.target ?? "") != row.target ?? "" { return "\(unit.target ?? "nil") != \(row.target ?? "nil")" }
        if unit.notes.joined() != row.comment ?? "" { return "notes \(unit.notes)" }
        let state: TranslationState =
            switch row.state {
            case "needs_review": .needsReview
            case "translated": .translated
            default: .untranslated
            }
        let expected = (row.target ?? "").isEmpty ? .untranslated : state
        return unit.state == expected ? nil : "state \(unit.state.rawValue) != \(expected.rawValue)"
    }
}
