import Foundation
import GlossportReading
import StringsReader
import Testing

/// Compares the reader with Foundation, which Apple's apps use, on files that both can read.
@Suite("The .strings reader and Foundation")
struct FoundationTests {
    private static func foundation(_ data: Data) -> [String: String]? {
        (try? PropertyListSerialization.propertyList(from: data, options: [], format: nil)) as? [String: String]
    }

    @Test("Random valid files yield the same dictionary as in Foundation", arguments: 0..<400 as Range<UInt64>)
    func random(seed: UInt64) throws {
        var writer = RandomStrings(seed: seed)
        let text = writer.file()
        let expected = try #require(Self.foundation(Data(text.utf8)), "Foundation rejects \(text.debugDescription)")
        let reading = try Reading(text)
        #expect(reading.dictionary == expected, "\(text.debugDescription)")
        #expect(reading.errors == [], "\(text.debugDescription)")
    }

    @Test("Random XML property lists yield the same dictionary as in Foundation", arguments: 0..<100 as Range<UInt64>)
    func randomXML(seed: UInt64) throws {
        var writer = RandomStrings(seed: seed)
        let dictionary = writer.dictionary()
        let data = try PropertyListSerialization.data(fromPropertyList: dictionary, format: .xml, options: 0)
        let expected = try #require(Self.foundation(data))
        let reading = try Reading(Array(data))
        #expect(reading.dictionary == expected)
        #expect(reading.errors == [])
    }

    @Test(
        "Real files yield the same dictionary as in Foundation",
        .enabled(
            if: CorpusTests.isPresent,
            "the corpora lie beside the package, in ../shared/corpora, and are not here"
        )
    )
    func corpora() throws {
        let enumerator = FileManager.default.enumerator(at: CorpusTests.corpora, includingPropertiesForKeys: nil)
        var compared = 0
        for case let file as URL in try #require(enumerator) where file.pathExtension == "strings" {
            let reading = try Reading(SourceFile(path: file.path))
            // The reader reports every file that Foundation cannot read.
            guard let expected = Self.foundation(try Data(contentsOf: file)) else {
                #expect(!reading.findings.isEmpty, "\(file.path)")
                continue
            }
            compared += 1
            #expect(reading.dictionary == expected, "\(file.path)")
            #expect(reading.errors == [], "\(file.path)")
        }
        #expect(compared == 70)
    }
}
