import GlossportReading
import GlossportReadingTesting
import Testing

@testable import CSVReader

@Suite("The CSV reader fulfills the contract of all readers")
struct ConformanceTests {
    @Test("The long layout passes the reader conformance checks", arguments: ReaderConformance.Check.allCases)
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

    @Test("The wide layout passes the reader conformance checks", arguments: ReaderConformance.Check.allCases)
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
        "A file without quotes passes the conformance checks, although a truncated text looks complete",
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

    @Test("Reading with trim passes the conformance checks", arguments: ReaderConformance.Check.allCases)
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
