import GlossportReading
internal import Testing

@testable internal import XLIFFReader

@Suite("XLIFF reader: segments")
struct SegmentTests {
    private static func read(_ content: String) throws -> Reading {
        try Reading(.version20("<unit id=\"k\">\(content)</unit>"))
    }

    @Test("Segments are joined, and an ignorable without a target contributes its source")
    func ignorable() throws {
        let reading = try Self.read(
            """
            <segment><source>One.</source><target>Eins.</target></segment><ignorable><source> </source></ignorable>
            <segment><source>Two.</source><target>Zwei.</target></segment>
            """
        )
        #expect(reading.targets == ["Eins. Zwei."])
        #expect(reading.units.first?.source == "One. Two.")
        #expect(reading.findings == [])
    }

    @Test("An ignorable with a target uses it")
    func ignorableTarget() throws {
        let reading = try Self.read(
            """
            <segment><source>一。</source><target>One.</target></segment><ignorable><source></source><target> </target></ignorable>
            <segment><source>二。</source><target>Two.</target></segment>
            """
        )
        #expect(reading.targets == ["One. Two."])
    }

    @Test("The `order` attribute numbers segments and ignorables together")
    func order() throws {
        let reading = try Self.read(
            """
            <segment><source>a</source><target order="5">A</target></segment><ignorable><source> </source></ignorable>
            <segment><source>b</source><target order="1">B</target></segment><ignorable><source>-</source></ignorable>
            <segment><source>c</source><target order="3">C</target></segment>
            """
        )
        #expect(reading.targets == ["B C-A"])
        #expect(reading.units.first?.source == "a b-c")
        #expect(reading.findings == [])
    }

    @Test(
        "An invalid order is a warning, and the file order is used",
        arguments: ["1", "9", "0", "-1", "x", "99999999999999999999"]
    )
    func badOrder(order: String) throws {
        let reading = try Self.read(
            """
            <segment><source>a</source><target>A</target></segment><segment><source>b</source><target order="\(order)">B</target></segment>
            """
        )
        #expect(reading.targets == ["AB"])
        #expect(reading.rules == ["segment-order"])
    }

    @Test(
        "A missing or empty target of one segment makes the unit untranslated, with a finding",
        arguments: ["", "<target/>", "<target> </target>"]
    )
    func partial(target: String) throws {
        let reading = try Self.read(
            """
            <segment state="final"><source>a</source><target>A</target></segment><segment><source>b</source>\(target)</segment>
            """
        )
        #expect(reading.targets == [nil])
        #expect(reading.states == [.untranslated])
        #expect(reading.rules == ["partial-target"])
        #expect(reading.findings.first?.text.contains("1 of 2") == true)
    }

    @Test("A unit without any target is untranslated, without a finding")
    func untranslated() throws {
        let reading = try Self.read("<segment><source>a</source></segment><segment><source>b</source></segment>")
        #expect(reading.targets == [nil])
        #expect(reading.findings == [])
    }

    @Test("A segment with an empty source needs no target")
    func emptySource() throws {
        let reading = try Self.read(
            "<segment><source>a</source><target>A</target></segment><segment><source/></segment>"
        )
        #expect(reading.targets == ["A"])
    }

    @Test("A unit has the state of its worst segment")
    func worstState() throws {
        let reading = try Self.read(
            """
            <segment state="final"><source>a</source><target>A</target></segment>
            <segment state="reviewed"><source>b</source><target>B</target></segment>
            """
        )
        #expect(reading.states == [.reviewed])
    }

    @Test("The location of a unit is that of its first target")
    func location() throws {
        let reading = try Self.read("\n<segment><source>a</source>\n  <target>A</target></segment>")
        #expect(reading.units.first?.location == .here(6, 3))
    }

    @Test("In XLIFF 1.2 the whole target is read, including the text between sentences")
    func marks() throws {
        let reading = try Reading(
            .unit(
                """
                <seg-source><mrk mtype="seg" mid="0">One.</mrk> <mrk mtype="seg" mid="1">Two.</mrk></seg-source>
                <target><mrk mtype="seg" mid="0">Eins.</mrk> <mrk mtype="seg" mid="1">Zwei.</mrk></target>
                """
            )
        )
        #expect(reading.targets == ["Eins. Zwei."])
        #expect(reading.findings == [])
    }

    @Test(
        "A sentence of seg-source without a target makes the unit incomplete",
        arguments: [
            "", "<mrk mtype=\"seg\" mid=\"1\"/>", "<mrk mtype=\"seg\" mid=\"1\"><x id=\"1\"/></mrk>",
        ]
    )
    func partialMarks(second: String) throws {
        let reading = try Reading(
            .unit(
                """
                <seg-source><mrk mtype="seg" mid="0">One.</mrk> <mrk mtype="seg" mid="1">Two.</mrk></seg-source>
                <target><mrk mtype="seg" mid="0">Eins.</mrk> \(second)</target>
                """
            )
        )
        #expect(reading.targets == [nil])
        #expect(reading.rules.contains("partial-target"))
    }

    @Test("A target that is not divided into sentences is complete")
    func unsegmentedTarget() throws {
        let reading = try Reading(
            .unit("<seg-source><mrk mtype=\"seg\" mid=\"0\">One.</mrk></seg-source><target>Eins.</target>")
        )
        #expect(reading.targets == ["Eins."])
    }

    @Test("A target directly in a unit of XLIFF 2 is accepted")
    func withoutSegment() throws {
        #expect(try Self.read("<source>a</source><target>A</target>").targets == ["A"])
    }
}
