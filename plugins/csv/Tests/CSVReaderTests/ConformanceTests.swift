import GlossportReading
import GlossportReadingTesting
import Testing

@testable import CSVReader

@Suite("The CSV reader conforms to the reader contract")
struct ConformanceTests {
    @Test("in the long form", arguments: ReaderConformance.Check.allCases)
    func long(check: ReaderConformance.Check) throws {
        let kit = ReaderConformance(
            format: CSVReader.format,
            path: "delivery/offers.csv",
            encode: { pairs in
                "key,locale,text\n" + pairs.map { "\($0.key),de-DE,\"\($0.text)\"\n" }.joined()
            },
            marker: { "\"\($0)\"" }
        )
        #expect(try kit.violations(of: check) == [])
    }

    @Test("in the wide form", arguments: ReaderConformance.Check.allCases)
    func wide(check: ReaderConformance.Check) throws {
        let kit = ReaderConformance(
            format: CSVReader.format,
            path: "delivery/wide.csv",
            encode: { pairs in
                "key;notes;de-DE\n" + pairs.map { "\"\($0.key)\";\"Ein \"\"Hinweis\"\"\";\"\($0.text)\"\n" }.joined()
            },
            marker: { "\"\($0)\"" }
        )
        #expect(try kit.violations(of: check) == [])
    }

    @Test(
        "without quotes, where a cut text can't be told from a whole one",
        arguments: ReaderConformance.Check.allCases
    )
    func bare(check: ReaderConformance.Check) throws {
        let kit = ReaderConformance(
            format: CSVReader.format,
            options: ReaderOptions(locale: "de-DE"),
            path: "delivery/single.tsv",
            encode: { pairs in "key\ttext\n" + pairs.map { "\($0.key)\t\($0.text)\n" }.joined() },
            marker: { $0 },
            truncationShows: false
        )
        #expect(try kit.violations(of: check) == [])
    }

    @Test("with trimming, which places cells in another way", arguments: ReaderConformance.Check.allCases)
    func trimmed(check: ReaderConformance.Check) throws {
        let kit = ReaderConformance(
            format: CSVReader.format,
            options: ReaderOptions(values: ["trim": "true"]),
            path: "delivery/trimmed.csv",
            encode: { pairs in
                "key , locale , text\n" + pairs.map { "\($0.key) , de-DE , \"\($0.text)\" \n" }.joined()
            },
            marker: { "\"\($0)\"" }
        )
        #expect(try kit.violations(of: check) == [])
    }
}
