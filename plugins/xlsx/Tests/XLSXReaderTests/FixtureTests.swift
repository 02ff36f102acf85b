import GlossportReading
import GlossportReadingTesting
import Testing
import XLSXReader

@Suite("XLSX fixtures")
struct FixtureTests {
    static let fixtures = FixtureKit(XLSXReader.format)

    @Test("Each fixture yields its expected units and findings", arguments: fixtures.names)
    func each(name: String) throws {
        let differences = try Self.fixtures.differences(in: name)
        #expect(differences == [])
    }

    @Test("A fixture breaks each rule of the format, except those in CSVReaderTests")
    func rules() throws {
        let rules = try Self.fixtures.rulesWithoutFixture()
        #expect(rules == ["xlsx-corrected-texts", "xlsx-older-texts", "xlsx-other-table", "xlsx-unknown-region"])
    }

    @Test("Findings are complete sentences with rules that the format declares", arguments: fixtures.names)
    func sentences(name: String) throws {
        let reading = try Reading(Self.fixtures.bytes(of: name))
        let declared = Set(XLSXReader.format.rules.map(\.id))
        for finding in reading.findings {
            #expect(declared.contains(finding.rule))
            #expect(finding.text.hasSuffix(".") && finding.remedy.hasSuffix("."))
        }
    }
}
