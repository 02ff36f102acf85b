import GlossportReading
internal import Testing

@testable internal import XLIFFReader

@Suite("XLIFF reader: vendors")
struct VendorTests {
    // MARK: memoQ

    @Test(
        "memoQ statuses are mapped",
        arguments: [
            ("NotStarted", .untranslated), ("PreTranslated", .needsReview), ("PartiallyEdited", .needsReview),
            ("MachineTranslated", .needsReview), ("AssembledFromFragments", .needsReview), ("Rejected", .needsReview),
            ("ManuallyConfirmed", .translated), ("Reviewer1Confirmed", .reviewed), ("Proofread", .final),
        ] as [(String, TranslationState)]
    )
    func memoQ(status: String, expected: TranslationState) throws {
        let reading = try Reading(
            .version12(
                "<trans-unit id=\"k\" mq:status=\"\(status)\"><source>A</source><target>B</target></trans-unit>",
                root: "xmlns:mq=\"MQXliff\""
            ),
            path: "a.mqxliff"
        )
        #expect(reading.states == [expected])
        #expect(reading.findings == [])
        #expect(reading.detected("tool") == ["memoQ"])
    }

    @Test("memoQ's inserted matches are not read as texts")
    func memoQMatches() throws {
        let reading = try Reading(
            .version12(
                """
                <trans-unit id="k" mq:status="ManuallyConfirmed"><source>A</source><target>B</target>
                <mq:insertedmatch><source>No</source><target>No</target></mq:insertedmatch></trans-unit>
                """,
                root: "xmlns:mq=\"MQXliff\""
            )
        )
        #expect(reading.targets == ["B"])
        #expect(reading.findings == [])
    }

    // MARK: Trados

    private static func trados(_ segments: String, _ target: String = "<mrk mtype=\"seg\" mid=\"1\">B</mrk>") -> String
    {
        .version12(
            """
            <trans-unit id="keep.header"><source>A</source><seg-source><mrk mtype="seg" mid="1">A</mrk></seg-source>
            <target>\(target)</target><sdl:seg-defs>\(segments)</sdl:seg-defs></trans-unit>
            """,
            root: "xmlns:sdl=\"http://sdl.com/FileTypes/SdlXliff/1.0\" sdl:version=\"1.0\""
        )
    }

    @Test(
        "Trados confirmations are mapped, and a missing one means untranslated",
        arguments: [
            ("conf=\"Draft\"", .needsReview), ("conf=\"Translated\"", .translated),
            ("conf=\"ApprovedTranslation\"", .final),
            ("conf=\"RejectedTranslation\"", .needsReview), ("conf=\"ApprovedSignOff\"", .final),
            ("conf=\"RejectedSignOff\"", .needsReview), ("origin=\"not-translated\"", .untranslated),
        ] as [(String, TranslationState)]
    )
    func trados(attribute: String, expected: TranslationState) throws {
        let reading = try Reading(Self.trados("<sdl:seg id=\"1\" \(attribute)/>"), path: "a.sdlxliff")
        #expect(reading.states == [expected])
        #expect(reading.targets == ["B"])
        #expect(reading.findings == [])
    }

    @Test("The worst of Trados' segments determines the state, and an unknown state is a warning")
    func tradosWorst() throws {
        let reading = try Reading(
            Self.trados("<sdl:seg id=\"1\" conf=\"ApprovedSignOff\"/><sdl:seg id=\"2\" conf=\"Draft\"/>")
        )
        #expect(reading.states == [.needsReview])
        #expect(try Reading(Self.trados("<sdl:seg id=\"1\" conf=\"Neu\"/>")).rules == ["unknown-state"])
    }

    @Test("Trados' deletions are dropped, additions are kept, and comments are ignored")
    func trackedChanges() throws {
        let target = """
            <mrk mtype="seg" mid="1"><mrk mtype="x-sdl-deleted" sdl:revid="1">alt</mrk><mrk mtype="x-sdl-added">neu</mrk> \
            <mrk mtype="x-sdl-comment" sdl:cid="1">Wort</mrk></mrk>
            """
        let reading = try Reading(Self.trados("<sdl:seg id=\"1\" conf=\"Translated\"/>", target))
        #expect(reading.targets == ["neu Wort"])
        #expect(reading.findings == [])
    }

    // MARK: Phrase

    private static func phrase(_ units: String, level: Int = 2) -> String {
        .version12(
            """
            <group id="0"><context-group><context context-type="x-key">keep.header</context>
            <context context-type="x-key-note">Limit 66</context></context-group>\(units)</group>
            """,
            root: "xmlns:m=\"http://www.memsource.com/mxlf/2.0\" m:version=\"2.4\" m:level=\"\(level)\""
        )
    }

    private static func phraseUnit(_ target: String, confirmed: String = "1", metadata: String = "") -> String {
        """
        <trans-unit id="AKvBZhRCny702xyM0_dc5:0" m:confirmed="\(confirmed)"><source>A</source><target>\(target)</target>
        <alt-trans origin="machine-trans"><target>No</target></alt-trans><m:tunit-metadata>\(metadata)</m:tunit-metadata></trans-unit>
        """
    }

    @Test("Phrase's key is in the group around the unit, with its note")
    func phraseKey() throws {
        let reading = try Reading(Self.phrase(Self.phraseUnit("B")), path: "a.mxliff")
        #expect(reading.keys == ["keep.header"])
        #expect(reading.targets == ["B"])
        #expect(reading.units.first?.notes == ["Limit 66"])
        #expect(reading.findings == [])
    }

    @Test(
        "Phrase confirmations are mapped",
        arguments: [
            ("0", 2, .needsReview), ("1", 2, .translated), ("2", 2, .final), ("2", 3, .reviewed), ("1", 1, .translated),
        ] as [(String, Int, TranslationState)]
    )
    func phraseStates(confirmed: String, level: Int, expected: TranslationState) throws {
        let reading = try Reading(Self.phrase(Self.phraseUnit("B", confirmed: confirmed), level: level))
        #expect(reading.states == [expected])
    }

    @Test("In Phrase, `{1}` is a code only if the metadata lists it, and `{b>` is always formatting")
    func phraseCodes() throws {
        let mark = "<m:mark id=\"1\"><m:type>code</m:type><m:content>%@</m:content></m:mark>"
        let dropped = try Reading(Self.phrase(Self.phraseUnit("Hallo {1}{2}", metadata: mark)))
        #expect(dropped.targets == ["Hallo {2}"])
        #expect(dropped.rules == ["dropped-code"])
        #expect(dropped.findings.first?.text.contains("%@") == true)
        let space = "<m:mark id=\"1\"><m:content>&amp;nbsp;</m:content></m:mark>"
        #expect(try Reading(Self.phrase(Self.phraseUnit("a{1}b", metadata: space))).targets == ["a\u{A0}b"])
        let bold = try Reading(Self.phrase(Self.phraseUnit("ein {b>fettes&lt;b} {Wort}")))
        #expect(bold.targets == ["ein fettes {Wort}"])
        #expect(bold.rules == ["dropped-formatting"])
    }

    @Test("A Phrase key spread over several units is an error")
    func phraseSplit() throws {
        let reading = try Reading(Self.phrase(Self.phraseUnit("Eins.") + Self.phraseUnit("Zwei.")))
        #expect(reading.keys == ["keep.header", "keep.header"])
        #expect(reading.rules == ["split-key"])
    }

    // MARK: WorldServer, and the tool in the summary

    @Test(
        "WorldServer's pending segments need review, and finished ones are translated",
        arguments: [
            ("finished", .translated), ("pending", .needsReview),
        ] as [(String, TranslationState)]
    )
    func worldServer(status: String, expected: TranslationState) throws {
        let reading = try Reading(
            .version12(
                """
                <trans-unit id="k"><source>A</source><target>B</target><iws:segment-metadata tm_score="100.00">
                <iws:status translation_status="\(status)"/></iws:segment-metadata></trans-unit>
                """,
                root: "xmlns:iws=\"http://www.idiominc.com/ws/asset\""
            )
        )
        #expect(reading.states == [expected])
        #expect(reading.detected("tool") == ["WorldServer"])
    }

    @Test("The summary names the tool that wrote the file")
    func tool() throws {
        let text = String.unit("<target>B</target>")
            .replacing(
                "<body>",
                with: "<header><tool tool-id=\"x\" tool-name=\"Xcode\" tool-version=\"16.1\"/></header><body>"
            )
        #expect(try Reading(text).detected("tool") == ["Xcode 16.1"])
    }

    // MARK: Xcode

    @Test(
        "Plural, device and argument variations are reported, not emitted",
        arguments: [
            "days|==|plural.one", "days|==|device.iphone", "days|==|substitutions.arg1.plural.other",
            "/Dogs %lld:dict/dog:dict/few:dict/:string",
        ]
    )
    func variations(id: String) throws {
        let reading = try Reading(
            .version12("<trans-unit id=\"\(id)\"><source>A</source><target>B</target></trans-unit>")
        )
        #expect(reading.units == [])
        #expect(reading.rules == ["variation"])
        #expect(reading.findings.first?.text.contains(id) == true)
        #expect(reading.findings.first?.severity == .warning)
        #expect(reading.summary.skipped == ["plural or device variation": 1])
    }

    @Test("All units of a .stringsdict are variations")
    func stringsDictionary() throws {
        let text = String.unit("<target>B</target>").replacing("Localizable.strings", with: "Localizable.stringsdict")
        #expect(try Reading(text).rules == ["variation"])
    }

    @Test("Plural groups of XLIFF 2.2 are variations")
    func pluralGroups() throws {
        let reading = try Reading(
            .version20(
                "<unit id=\"k\" pgs:switch=\"plural\"><segment><source>A</source><target>B</target></segment></unit>",
                root: "xmlns:pgs=\"urn:oasis:names:tc:xliff:pgs:1.0\""
            )
        )
        #expect(reading.rules == ["variation"])
    }
}
