internal import Glossport
internal import GlossportTesting
internal import Testing

@testable internal import XLIFFReader

@Suite("XLIFF reader: the contract of all readers")
struct ConformanceTests {
    @Test("XLIFF 1.2 conforms", arguments: ReaderConformance.Check.allCases)
    func version12(check: ReaderConformance.Check) throws {
        let kit = ReaderConformance(
            reader: XLIFFReader.self,
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

    @Test("XLIFF 2.0 conforms", arguments: ReaderConformance.Check.allCases)
    func version20(check: ReaderConformance.Check) throws {
        let kit = ReaderConformance(
            reader: XLIFFReader.self,
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
}
