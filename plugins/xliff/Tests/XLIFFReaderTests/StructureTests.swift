import GlossportReading
internal import Testing

@testable internal import XLIFFReader

@Suite("XLIFF reader: versions, files, units")
struct StructureTests {
    @Test(
        "XLIFF 1.0, 1.1 and 1.2 are read, with and without a namespace prefix",
        arguments: [
            ("1.0", nil), ("1.1", "urn:oasis:names:tc:xliff:document:1.1"),
            ("1.2", "urn:oasis:names:tc:xliff:document:1.2"),
        ] as [(String, String?)]
    )
    func versions1(version: String, namespace: String?) throws {
        let declaration = namespace.map { "xmlns=\"\($0)\" " } ?? ""
        let text = """
            <xliff \(declaration)version="\(version)"><file target-language="de"><body><trans-unit id="a">
            <source>A</source><target>B</target></trans-unit></body></file></xliff>
            """
        let reading = try Reading(text)
        #expect(reading.targets == ["B"])
        #expect(reading.findings == [])
        #expect(reading.detected("version") == [version])
        guard namespace != nil else { return }
        let prefixed = text.replacing("xmlns=", with: "xmlns:q=").replacing("</", with: "</q:")
            .replacing("<", with: "<q:").replacing("<q:/q:", with: "</q:")
        #expect(try Reading(prefixed).targets == ["B"])
    }

    @Test("XLIFF 2.0, 2.1 and 2.2 are read", arguments: [("2.0", "2.0"), ("2.1", "2.0"), ("2.2", "2.2")])
    func versions2(version: String, namespace: String) throws {
        let text = String.version20("<unit id=\"a\"><segment><source>A</source><target>B</target></segment></unit>")
            .replacing("document:2.0", with: "document:\(namespace)").replacing(
                "version=\"2.0\"",
                with: "version=\"\(version)\""
            )
        let reading = try Reading(text)
        #expect(reading.targets == ["B"])
        #expect(reading.findings == [])
        #expect(reading.detected("version") == [version])
    }

    @Test(
        "A file's structure determines how it is read, and a contradicting version is a warning",
        arguments: [
            "version=\"2.0\"", "version=\"1.2\" xmlns=\"urn:oasis:names:tc:xliff:document:2.0\"", "version=\"3.0\"", "",
            "version=\"1.2\" xmlns=\"http://example.com\"",
        ]
    )
    func mismatch(attributes: String) throws {
        let reading = try Reading(
            "<xliff \(attributes)><file target-language=\"de\"><body><trans-unit id=\"a\"><source/><target>B</target></trans-unit></body></file></xliff>"
        )
        #expect(reading.targets == ["B"])
        #expect(reading.rules == ["version-mismatch"])
    }

    @Test(
        "Only a target that is a direct child counts, never one in alt-trans",
        arguments: [
            "<alt-trans><target>No</target></alt-trans><target>B</target>",
            "<target>B</target><alt-trans><target>No</target><note>no</note></alt-trans>",
        ]
    )
    func altTrans(content: String) throws {
        let reading = try Reading(.unit(content))
        #expect(reading.targets == ["B"])
        #expect(reading.units.first?.notes == [])
    }

    @Test(
        "An empty or missing target stays empty even if alt-trans has a text",
        arguments: ["", "<target/>", "<target></target>", "<target> \n </target>"]
    )
    func emptyTarget(target: String) throws {
        let reading = try Reading(.unit("\(target)<alt-trans><target>No</target></alt-trans>", "approved=\"yes\""))
        #expect(reading.targets == [nil])
        #expect(reading.states == [.untranslated])
        #expect(reading.units.first?.source == "Hello")
    }

    @Test("Matches and history of XLIFF 2 are not translations")
    func matches() throws {
        let reading = try Reading(
            .version20(
                """
                <unit id="a"><mtc:matches xmlns:mtc="urn:oasis:names:tc:xliff:matches:2.0"><mtc:match ref="#s">
                <source>No</source><target>No</target></mtc:match></mtc:matches>
                <segment><source>A</source><target>B</target></segment></unit>
                """
            )
        )
        #expect(reading.targets == ["B"])
    }

    @Test("Two targets of one unit are an error, and the unit is skipped")
    func severalTargets() throws {
        let reading = try Reading(.unit("<target>B</target><target xml:lang=\"fr\">C</target>"))
        #expect(reading.units == [])
        #expect(reading.rules == ["several-targets"])
        #expect(reading.summary.skipped == ["several targets": 1])
    }

    @Test("translate=\"no\" is inherited, can be overridden, and is counted")
    func untranslatable() throws {
        let text = String.version12(
            """
            <group translate="no"><group><trans-unit id="a"><source>A</source><target>B</target></trans-unit></group>
            <trans-unit id="b" translate="yes"><source>A</source><target>B</target></trans-unit></group>
            <trans-unit id="c" translate="no"><source>A</source></trans-unit>
            """
        )
        let reading = try Reading(text)
        #expect(reading.keys == ["b"])
        #expect(reading.summary.skipped == ["translate=\"no\"": 2])
        #expect(reading.findings == [])
        let all = try Reading(text, ["includeUntranslatable": "true"])
        #expect(all.keys == ["a", "b", "c"])
        #expect(all.targets == ["B", "B", nil])
    }

    @Test("Notes are kept in order and trimmed, without empty ones, up to 64")
    func notes() throws {
        let reading = try Reading(.unit("<note>\n One\n two </note><note/><note from=\"dev\"><![CDATA[<b>]]></note>"))
        #expect(reading.units.first?.notes == ["One\n two", "<b>"])
        let many = try Reading(.unit(String(repeating: "<note>x</note>", count: 100)))
        #expect(many.units.first?.notes.count == 64)
        let version2 = try Reading(
            .version20("<unit id=\"a\"><notes><note>N</note></notes><segment><source>A</source></segment></unit>")
        )
        #expect(version2.units.first?.notes == ["N"])
    }

    @Test("Units inside bin-unit are read; binary content is not")
    func binUnit() throws {
        let reading = try Reading(
            .version12(
                """
                <bin-unit id="x" mime-type="image/png"><bin-source><internal-file>AAAA</internal-file></bin-source>
                <trans-unit id="a"><source>A</source><target>B</target></trans-unit></bin-unit>
                """
            )
        )
        #expect(reading.keys == ["a"])
    }

    @Test("A unit inside a unit is an error and is counted")
    func nestedUnit() throws {
        let reading = try Reading(
            .unit("<target>B</target><trans-unit id=\"x\"><source/><target>C</target></trans-unit>")
        )
        #expect(reading.targets == ["B"])
        #expect(reading.rules == ["nested-unit"])
        #expect(reading.summary.skipped == ["inside another unit": 1])
    }

    @Test("A misspelled element that hides units is a warning, once per name")
    func unknownElement() throws {
        let reading = try Reading(.version12("<transunit id=\"a\"><source/></transunit><transunit/><grup/>"))
        #expect(reading.rules == ["unknown-element", "unknown-element", "no-units"])
    }

    @Test("A file without units is a warning")
    func noUnits() throws {
        #expect(try Reading(.version12("")).rules == ["no-units"])
    }

    @Test("maxwidth in characters is checked")
    func maximumWidth() throws {
        let attributes = "maxwidth=\"5\" size-unit=\"char\""
        #expect(try Reading(.unit("<target>12345</target>", attributes)).findings == [])
        #expect(try Reading(.unit("<target>123456</target>", attributes)).rules == ["longer-than-allowed"])
        #expect(try Reading(.unit("<target>123456</target>", "maxwidth=\"5\"")).findings == [])
    }

    @Test("Duplicate keys arrive unchanged, because the catalog checks them")
    func duplicates() throws {
        let unit = "<trans-unit id=\"a\"><source>A</source><target>B</target></trans-unit>"
        #expect(try Reading(.version12(unit + unit)).keys == ["a", "a"])
    }
}
