import Foundation
import GlossportReading
import GlossportReadingTesting
import Testing

@testable import StringsReader

@Suite("Cutting .strings files")
struct ExcerptTests {
    private func cut(_ text: String, _ finding: String = "Too long.", at places: (Int, Int)...) throws -> String {
        let file = SourceFile(path: "de.lproj/x.strings", bytes: Array(text.utf8))
        let annotations = places.map { line, column in
            Annotation(finding, rule: "r", at: TextCursor.Place(line: line, column: column))
        }
        let excerpt = try #require(StringsReader.format.excerpt)
        let result = try excerpt(file, ReaderOptions(), annotations)
        #expect(result.elsewhere.isEmpty)
        return String(decoding: result.bytes, as: UTF8.self)
    }

    @Test("A pair stays with its comments, under what heads the file, and the finding stands above it")
    func pair() throws {
        let text = """
            /* Northlight
               by a vendor */

            /* One */
            "a" = "1";

            // Two
            "b" = "2"; // behind
            "c" = "3";

            """
        #expect(
            try cut(text, at: (8, 7)) == """
                /* Northlight
                   by a vendor */


                /* glossport: Too long. [r] */
                // Two
                "b" = "2"; // behind

                """
        )
    }

    @Test("A finding can't end its comment")
    func escaped() throws {
        #expect(
            try cut("\"a\" = \"1\";\r\n\"b\" = \"2\";\r\n", "*/ /* \n*", at: (2, 7))
                == "/* glossport: * / / *  * [r] */\r\n\"b\" = \"2\";\r\n"
        )
    }

    @Test("A comment of ours from the last time goes when the pair is sent back again")
    func again() throws {
        let once = try cut("/* A */\n\"a\" = \"1\";\n", at: (2, 7))
        #expect(try cut(once, at: (3, 7)) == once)
    }

    @Test("A pair behind a broken one is found")
    func defect() throws {
        #expect(
            try cut("\"a\" = \"1\"\n\"b\" = \"2\";\n\"c\" = \"3\";\n", at: (3, 7))
                == "/* glossport: Too long. [r] */\n\"c\" = \"3\";\n"
        )
    }

    @Test("Braces around the file stay")
    func braces() throws {
        #expect(
            try cut("{\n  a = \"1\";\n  b = \"2\";\n}\n", at: (3, 7))
                == "{\n  /* glossport: Too long. [r] */\n  b = \"2\";\n}\n"
        )
    }

    @Test("UTF-16 stays UTF-16, with its byte order mark")
    func utf16() throws {
        let text = "\"a\" = \"eins\";\n\"b\" = \"zwei 🎈\";\n"
        let bytes = Self.utf16(text)
        let excerpt = try #require(StringsReader.format.excerpt)
        let result = try excerpt(
            SourceFile(path: "de.lproj/x.strings", bytes: bytes),
            ReaderOptions(),
            [Annotation("Zu lang ä.", rule: "r", at: TextCursor.Place(line: 2, column: 7))]
        )
        let expected = "/* glossport: Zu lang ä. [r] */\n\"b\" = \"zwei 🎈\";\n"
        #expect(result.bytes == Self.utf16(expected))
    }

    /// Low bytes first, with a byte order mark.
    private static func utf16(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = [0xFF, 0xFE]
        for unit in text.utf16 { bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
        return bytes
    }

    @Test("Of an XML property list the pairs stay that were asked for")
    func xml() throws {
        let text = """
            <?xml version="1.0"?>
            <plist version="1.0">
            <dict>
                <key>a</key>
                <string>1</string>
                <key>b</key>
                <string>2</string>
            </dict>
            </plist>
            """
        #expect(
            try cut(text, "A -- b", at: (7, 13)) == """
                <?xml version="1.0"?>
                <plist version="1.0">
                <dict>
                    <!-- glossport: A - - b [r] -->
                    <key>b</key>
                    <string>2</string>
                </dict>
                </plist>
                """
        )
    }

    @Test(
        "Whatever is cut out of the corpora's files is what they say, and reads the same",
        .enabled(
            if: FileManager.default.fileExists(atPath: ExcerptTests.corpora.path),
            "The corpora are not beside this working tree (../shared/corpora)."
        )
    )
    func everything() throws {
        let kit = ExcerptKit(StringsReader.format) { text in
            text.replacing(/\/\* glossport: .*?\*\//.dotMatchesNewlines(), with: "")
                .replacing(/<!-- glossport: .*?-->/.dotMatchesNewlines(), with: "")
        }
        var tally = ExcerptKit.Tally()
        for file in try FileManager.default.subpathsOfDirectory(atPath: Self.corpora.path).sorted()
        where file.hasSuffix(".strings") {
            let source = SourceFile(path: file, file: Self.corpora.appending(path: file).path)
            try kit.tryOut(source, into: &tally)
        }
        print("strings: \(tally)")
        #expect(tally.violations == [])
        #expect(tally.files > 50)
    }

    private static let corpora = URL(filePath: #filePath)
        .deletingLastPathComponent().appending(path: "../../../../../shared/corpora").standardizedFileURL
}
