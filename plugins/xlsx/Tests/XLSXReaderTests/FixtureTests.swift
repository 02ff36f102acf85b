import GlossportReading
import GlossportReadingTesting
import Testing
import XLSXReader

@Suite("XLSX fixtures")
struct FixtureTests {
    static let fixtures = FixtureKit(.xlsx)

    @Test("A fixture gives the units and findings that are expected of it", arguments: fixtures.names)
    func each(name: String) throws {
        let differences = try Self.fixtures.differences(in: name)
        #expect(differences == [])
    }

    @Test("Each rule of the format is broken by a fixture, but for those that CSVReaderTests tests")
    func rules() throws {
        let rules = try Self.fixtures.rulesWithoutFixture()
        #expect(rules == ["xlsx-corrected-texts", "xlsx-older-texts", "xlsx-other-table", "xlsx-unknown-region"])
    }

    @Test("Findings are whole sentences of rules that the format declares", arguments: fixtures.names)
    func sentences(name: String) throws {
        let reading = try Reading(Self.fixtures.bytes(of: name))
        let declared = Set(Format.xlsx.rules.map(\.id))
        for finding in reading.findings {
            #expect(declared.contains(finding.rule))
            #expect(finding.text.hasSuffix(".") && finding.remedy.hasSuffix("."))
        }
    }
}
