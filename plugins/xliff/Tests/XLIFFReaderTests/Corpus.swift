internal import Foundation
import GlossportReading

@testable internal import XLIFFReader

/// Third-party files with the results of another reader.
///
/// They are beside the package rather than part of it, because of their licenses.
enum Corpus {
    static let folder: URL = {
        var root = URL(filePath: #filePath)
        // The sources of these tests are in plugins/xliff/Tests/XLIFFReaderTests.
        for _ in 0..<5 { root.deleteLastPathComponent() }
        return root.deletingLastPathComponent().appending(path: "shared/corpora")
    }()

    static var isThere: Bool { FileManager.default.fileExists(atPath: folder.path) }

    /// The folders with XLIFF files and expected units.
    static let folders = [
        "derived-encodings", "xcloc-stats", "xliff-10-legacy", "xliff-apple-tolgee", "xliff-apple-tolgee-cli",
        "xliff-dotnet-big", "xliff-locize", "xliff-matecat", "xliff-mojito", "xliff-okapi", "xliff-symfony",
        "xliff-symfony-real", "xliff2-invalid-okapi", "xliff2-valid-okapi",
    ]

    /// One line of `expected.jsonl`: a unit, or the reason why a file cannot be read.
    struct Row: Decodable {
        var file: String
        var key: String?
        var id: String?
        var target: String?
        var source: String?
        var locale: String?
        var space: String?
        var notes: [String]?
        var state: String?
        var error: String?

        enum CodingKeys: String, CodingKey {
            case file, key, id, target, source, locale, notes, state, error
            case space = "xml_space"
        }

        var isXLIFF: Bool {
            ["xlf", "xliff", "sdlxliff"].contains(SourceFile.fileExtension(of: file)) && (key != nil || error != nil)
        }
    }

    /// Returns the expected units of a folder's XLIFF files, by file.
    static func expected(in name: String) throws -> [(file: String, rows: [Row])] {
        let text = try String(contentsOf: folder.appending(path: "\(name)/expected.jsonl"), encoding: .utf8)
        var rows: [(file: String, rows: [Row])] = []
        for line in text.split(separator: "\n") {
            let row = try JSONDecoder().decode(Row.self, from: Data(line.utf8))
            guard row.isXLIFF else { continue }
            if rows.last?.file == row.file {
                rows[rows.count - 1].rows.append(row)
            } else {
                rows.append((row.file, [row]))
            }
        }
        return rows
    }

    static func source(_ name: String, _ file: String) -> SourceFile {
        SourceFile(path: "\(name)/\(file)", file: folder.appending(path: "\(name)/\(file)").path)
    }

    /// Collapses white space as in XML's default mode, independently of the reader.
    static func collapsed(_ text: String) -> String {
        text.unicodeScalars.split { "\t\n\r ".unicodeScalars.contains($0) }
            .map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
    }
}
