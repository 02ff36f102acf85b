import AndroidReader
import GlossportReading
import GlossportReadingTesting
import Testing

@Suite("The Android reader's fixtures")
struct FixtureTests {
    private static let fixtures = FixtureKit(.android)

    @Test("are read as expected", arguments: fixtures.names)
    func fixture(name: String) throws {
        let differences = try Self.fixtures.differences(in: name)
        #expect(differences == [])
    }

    @Test("show every rule but those for limits")
    func rules() throws {
        let rules = try Self.fixtures.rulesWithoutFixture()
        // Tested in LimitTests, and the last one in AndroidReaderTests.
        #expect(
            rules == [
                "android-too-long", "android-too-many-names", "android-too-many-defects", "android-language-mismatch",
            ]
        )
    }
}
