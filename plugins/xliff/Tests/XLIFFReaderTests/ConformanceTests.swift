import GlossportReading
internal import GlossportReadingTesting
internal import Testing

@testable internal import XLIFFReader

/// Serialized, because one check measures the memory of the whole process.
@Suite("XLIFF reader: the contract of all readers, and large files", .serialized)
struct ConformanceTests {
    @Test("An XLIFF 1.2 file passes the reader conformance checks", arguments: ReaderConformance.Check.allCases)
    func version12(check: ReaderConformance.Check) throws {
        let kit = ReaderConformance(
            format: XLIFFReader.format,
            path: "de.xliff",
            encode: { pairs in
                .version12(
                    pairs.map {
                        """
                        <trans-unit id="\($0.key)">
                          <source>Source</source>
                          <target state="translated">\($0.text)</target>
                          <note>Note</note>
                        </trans-unit>
                        """
                    }.joined(separator: "\n")
                )
            },
            marker: { "<target state=\"translated\">\($0)</target>" }
        )
        #expect(try kit.violations(of: check) == [])
    }

    @Test("An XLIFF 2.0 file passes the reader conformance checks", arguments: ReaderConformance.Check.allCases)
    func version20(check: ReaderConformance.Check) throws {
        let kit = ReaderConformance(
            format: XLIFFReader.format,
            path: "de.xliff",
            encode: { pairs in
                .version20(
                    pairs.map {
                        """
                        <unit id="u" name="\($0.key)"><segment state="final">
                          <source>Source</source><target>\($0.text)</target>
                        </segment></unit>
                        """
                    }.joined(separator: "\n")
                )
            },
            marker: { "<target>\($0)</target>" }
        )
        #expect(try kit.violations(of: check) == [])
    }

    @Test("An attribute, comment or CDATA section of 11 MB is an error")
    func hugePieces() throws {
        let huge = String(repeating: "x", count: 11_000_000)
        for piece in ["<note a=\"\(huge)\"/>", "<!-- \(huge) -->", "<note><![CDATA[\(huge)]]></note>"] {
            let reading = try Reading(.unit("<target>B</target>\(piece)"))
            #expect(reading.units == [] && reading.errors.count == 1)
        }
    }

    @Test("A file with too many different names is an error, and the units before them are read")
    func names() throws {
        let names = (0..<200_000).map { "<n\($0)/>" }.joined()
        let reading = try Reading(.unit("<target>B</target>").replacing("</body>", with: "\(names)</body>"))
        #expect(reading.targets == ["B"])
        #expect(reading.errors.map(\.rule) == ["xliff-too-many-names"])
    }

    @Test("A key of more than 1 MiB is an error, and the unit is skipped")
    func hugeKey() throws {
        let key = String(repeating: "k", count: 1_100_000)
        let reading = try Reading(
            .version12(
                "<trans-unit id=\"a\"><source>A</source><target>B</target></trans-unit><trans-unit id=\"\(key)\"><source>A</source><target>B</target></trans-unit>"
            )
        )
        #expect(reading.keys == ["a"])
        #expect(reading.rules == ["too-long"])
        #expect(reading.summary.skipped == ["too long": 1])
    }

    @Test("Locations stay exact across many chunks, with long comments and lines in between")
    func manyPieces() throws {
        var units = ""
        for index in 0..<3_000 {
            units += "<trans-unit id=\"k\(index)\"><source>\(String(repeating: "ä", count: index % 97))</source>"
            units += String(repeating: "\n", count: index % 3)
            units += "<target>T\(index)</target></trans-unit>"
            if index % 500 == 0 { units += "<!-- \(String(repeating: "c花\n", count: 40_000)) -->" }
        }
        let text = String.version12(units)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0.unicodeScalars) }
        let reading = try Reading(text)
        #expect(reading.units.count == 3_000)
        for unit in reading.units {
            let line = lines[unit.location.line - 1]
            let here = String(String.UnicodeScalarView(line.dropFirst(unit.location.column - 1)))
            guard here.hasPrefix("<target>\(unit.target ?? "")<") else {
                Issue.record("\(unit.key) is not at \(unit.location)")
                return
            }
        }
    }
}
