import Foundation
import GlossportReading
import GlossportReadingTesting
import Testing

@testable import XCStringsReader

@Suite("Cutting String Catalogs")
struct ExcerptTests {
    private func cut(_ text: String, _ finding: String = "Too long.", at places: (Int, Int)...) throws -> String {
        let annotations = places.map { line, column in
            Annotation(finding, rule: "r", locale: "de-DE", at: TextCursor.Place(line: line, column: column))
        }
        let file = SourceFile(path: "x.xcstrings", bytes: Array(text.utf8))
        let result = try CatalogExcerpt.cut(file, annotations)
        #expect(result.elsewhere.isEmpty)
        return String(decoding: result.bytes, as: UTF8.self)
    }

    private static let catalog = """
        {
          "sourceLanguage" : "en",
          "strings" : {
            "a" : {
              "localizations" : {
                "de" : { "stringUnit" : { "state" : "translated", "value" : "Eins" } }
              }
            },
            "b" : {
              "comment" : "Two",
              "localizations" : {
                "de" : {
                  "stringUnit" : {
                    "state" : "translated",
                    "value" : "Zwei"
                  }
                },
                "en" : {
                  "stringUnit" : {
                    "value" : "Two"
                  }
                },
                "fr" : {
                  "stringUnit" : {
                    "value" : "Deux"
                  }
                }
              }
            }
          },
          "version" : "1.0"
        }
        """

    @Test("A text stays with its source, gets a state, and what is wrong is in the comment of its key")
    func text() throws {
        #expect(
            try cut(Self.catalog, "Zu \"lang\".", at: (15, 23)) == """
                {
                  "sourceLanguage" : "en",
                  "strings" : {
                    "b" : {
                      "comment" : "Two\\nglossport [de-DE]: Zu \\"lang\\". [r]",
                      "localizations" : {
                        "de" : {
                          "stringUnit" : {
                            "state" : "needs_review",
                            "value" : "Zwei"
                          }
                        },
                        "en" : {
                          "stringUnit" : {
                            "value" : "Two"
                          }
                        }
                      }
                    }
                  },
                  "version" : "1.0"
                }
                """
        )
    }

    @Test("Where there is neither a state nor a comment, both are added")
    func additions() throws {
        let text = try cut(Self.catalog.replacing("      \"comment\" : \"Two\",\n", with: ""), at: (24, 23))
        #expect(
            text.contains(
                "\"b\" : {\n      \"comment\" : \"glossport [de-DE]: Too long. [r]\",\n      \"localizations\""
            )
        )
        #expect(
            text.contains(
                "\"fr\" : {\n          \"stringUnit\" : {\n            \"state\" : \"needs_review\",\n            \"value\""
            )
        )
    }

    @Test("Remarks of ours from the last time go when the text is sent back again")
    func again() throws {
        let once = try cut(Self.catalog, at: (15, 23))
        #expect(try cut(once, at: (10, 23)) == once)
    }

    @Test("A file that is no JSON is refused")
    func damaged() {
        #expect(throws: GlossportError.self) {
            try CatalogExcerpt.cut(SourceFile(path: "x.xcstrings", bytes: Array("{\"strings\" : {".utf8)), [])
        }
    }

    @Test(
        "Whatever is cut out of the corpora's files is what they say, and reads the same",
        .enabled(
            if: FileManager.default.fileExists(atPath: ExcerptTests.corpora.path),
            "The corpora are not beside this working tree (../shared/corpora)."
        )
    )
    func everything() throws {
        let kit = ExcerptKit(XCStringsReader.format, keepsExactly: false) { text in
            text.replacing(/(\\n)?glossport \[[^\]]*\]: .*?\[text-too-long\]/, with: "")
                .replacing(/"comment"\s*:\s*"",?/, with: "").replacing(/"state"\s*:\s*"\w*",?\s*/, with: "")
                // The last kept member has no comma after it.
                .replacing(/,(\s)/) { $0.1 }
        }
        var tally = ExcerptKit.Tally()
        for file in try FileManager.default.subpathsOfDirectory(atPath: Self.corpora.path).sorted()
        where file.hasSuffix(".xcstrings") {
            let source = SourceFile(path: file, file: Self.corpora.appending(path: file).path)
            try kit.tryOut(source, into: &tally)
        }
        print("xcstrings: \(tally)")
        #expect(tally.violations == [])
        #expect(tally.files > 20)
    }

    private static let corpora = URL(filePath: #filePath)
        .deletingLastPathComponent().appending(path: "../../../../../shared/corpora").standardizedFileURL
}
