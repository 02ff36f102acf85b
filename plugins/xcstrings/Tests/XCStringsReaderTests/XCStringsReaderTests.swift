import GlossportReadingTesting
import Testing
import XCStringsReader

@Suite("The String Catalog reader")
struct XCStringsReaderTests {
    private static func encode(_ pairs: [(key: String, text: String)]) -> String {
        let entries = pairs.map { pair in
            """
                "\(pair.key)" : {
                  "localizations" : {
                    "de" : {
                      "stringUnit" : {
                        "state" : "translated",
                        "value" : "\(pair.text)"
                      }
                    }
                  }
                }
            """
        }
        return "{\n  \"sourceLanguage\" : \"en\",\n  \"strings\" : {\n\(entries.joined(separator: ",\n"))\n  },\n"
            + "  \"version\" : \"1.0\"\n}"
    }

    @Test("The reader fulfills the contract of all readers", arguments: ReaderConformance.Check.allCases)
    func conforms(check: ReaderConformance.Check) throws {
        let kit = ReaderConformance(
            format: XCStringsReader.format,
            path: "Messages.xcstrings",
            encode: Self.encode,
            marker: { "\"\($0)\"" },
            holdsText: true
        )
        var violations = try kit.violations(of: check)
        // The check measures the memory of the whole process, in which other tests run concurrently.
        for _ in 0..<8 where check == .flatMemory && !violations.isEmpty { violations = try kit.violations(of: check) }
        #expect(violations == [])
    }
}
