import GlossportReading
internal import Testing

@testable internal import XLIFFReader

@Suite("XLIFF reader: states")
struct StateTests {
    @Test(
        "XLIFF 1.2 states are mapped",
        arguments: [
            ("final", nil, .final), ("signed-off", nil, .final), ("translated", nil, .translated),
            ("translated", "yes", .final), ("translated", "no", .translated), (nil, nil, .translated),
            (nil, "yes", .reviewed), (nil, "no", .translated), ("new", nil, .untranslated),
            ("new", "yes", .untranslated),
            ("needs-translation", nil, .untranslated), ("needs-review-translation", nil, .needsReview),
            ("needs-review-l10n", nil, .needsReview), ("needs-review-adaptation", nil, .needsReview),
            ("needs-adaptation", nil, .needsReview), ("needs-l10n", "yes", .needsReview),
        ] as [(String?, String?, TranslationState)]
    )
    func version12(state: String?, approved: String?, expected: TranslationState) throws {
        let reading = try Reading(
            .unit(
                "<target \(state.map { "state=\"\($0)\"" } ?? "")>B</target>",
                approved.map { "approved=\"\($0)\"" } ?? ""
            )
        )
        #expect(reading.states == [expected])
        #expect(reading.targets == ["B"])
        #expect(reading.findings == [])
    }

    @Test(
        "A machine suggestion or a rejected text needs review unless its state is final",
        arguments: ["fuzzy-match", "mt-suggestion", "rejected-length"]
    )
    func qualifier(qualifier: String) throws {
        #expect(try Reading(.unit("<target state-qualifier=\"\(qualifier)\">B</target>")).states == [.needsReview])
        #expect(
            try Reading(.unit("<target state=\"final\" state-qualifier=\"\(qualifier)\">B</target>")).states == [.final]
        )
    }

    @Test("A rejected text whose state was reset to translated is translated")
    func corrected() throws {
        let target = "<target state=\"translated\" state-qualifier=\"rejected-inaccurate\">B</target>"
        #expect(try Reading(.unit(target)).states == [.translated])
    }

    @Test(
        "XLIFF 2 states are mapped, and a missing one means translated",
        arguments: [
            ("", .translated), ("state=\"initial\"", .untranslated), ("state=\"translated\"", .translated),
            ("state=\"reviewed\"", .reviewed), ("state=\"final\" subState=\"my:x\"", .final),
        ] as [(String, TranslationState)]
    )
    func version2(attribute: String, expected: TranslationState) throws {
        let reading = try Reading(
            .version20("<unit id=\"k\"><segment \(attribute)><source>A</source><target>B</target></segment></unit>")
        )
        #expect(reading.states == [expected])
        #expect(reading.findings == [])
    }

    @Test("An unknown state causes one warning per value, and counts as translated", arguments: ["finale", "x-done"])
    func unknown(state: String) throws {
        let unit = "<trans-unit id=\"k\"><source>A</source><target state=\"\(state)\">B</target></trans-unit>"
        let reading = try Reading(.version12(unit + unit))
        #expect(reading.states == [.translated, .translated])
        #expect(reading.rules == ["unknown-state"])
        let version2 = try Reading(
            .version20(
                "<unit id=\"k\"><segment state=\"\(state)\"><source>A</source><target>B</target></segment></unit>"
            )
        )
        #expect(version2.states == [.translated])
        #expect(version2.rules == ["unknown-state"])
    }

    @Test("A state of another version keeps its meaning, with a warning")
    func otherVersion() throws {
        let reading = try Reading(.unit("<target state=\"initial\">B</target>"))
        #expect(reading.states == [.untranslated])
        #expect(reading.rules == ["unknown-state"])
        let version2 = try Reading(
            .version20(
                "<unit id=\"k\"><segment state=\"needs-translation\"><source>A</source><target>B</target></segment></unit>"
            )
        )
        #expect(version2.states == [.untranslated])
        #expect(version2.rules == ["unknown-state"])
    }
}
