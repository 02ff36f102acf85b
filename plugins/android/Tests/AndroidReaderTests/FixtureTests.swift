import AndroidReader
import GlossportReading
import GlossportReadingTesting
import Testing

@Suite("The Android reader's fixtures")
struct FixtureTests {
    private static let fixtures = FixtureKit(AndroidReader.format)

    @Test("Each fixture yields its expected units and findings", arguments: fixtures.names)
    func fixture(name: String) throws {
        let differences = try Self.fixtures.differences(in: name)
        #expect(differences == [])
    }

    @Test("The fixtures break every rule except those covered by other tests")
    func rules() throws {
        let rules = try Self.fixtures.rulesWithoutFixture()
        // LimitTests tests these rules, and AndroidReaderTests the last one.
        #expect(
            rules == [
                "android-too-long", "android-too-many-names", "android-too-many-defects", "android-language-mismatch",
            ]
        )
    }
}
