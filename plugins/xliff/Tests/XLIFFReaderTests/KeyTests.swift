import GlossportReading
internal import Testing

@testable internal import XLIFFReader

@Suite("XLIFF reader: keys and options")
struct KeyTests {
    private static let unit =
        "<trans-unit id=\"17\" resname=\"winback.header\"><source>A</source><target>B</target></trans-unit>"

    @Test("resname is the key, rather than the number in id")
    func resname() throws {
        #expect(try Reading(.version12(Self.unit)).keys == ["winback.header"])
    }

    @Test("An empty resname is ignored")
    func emptyResname() throws {
        let reading = try Reading(.version12("<trans-unit id=\"a\" resname=\"\"><source>A</source></trans-unit>"))
        #expect(reading.keys == ["a"])
    }

    @Test("In XLIFF 2 the key is the unit's name, otherwise its id, but never a segment's id")
    func version2() throws {
        let reading = try Reading(
            .version20(
                """
                <unit id="1" name="winback.header"><segment id="s"><source>A</source><target>B</target></segment></unit>
                <unit id="two"><segment id="s"><source>A</source><target>B</target></segment></unit>
                """
            )
        )
        #expect(reading.keys == ["winback.header", "two"])
    }

    @Test(
        "The `key` option selects the attribute",
        arguments: [("id", "17"), ("resname", "winback.header"), ("name", "winback.header")]
    )
    func option(value: String, key: String) throws {
        #expect(try Reading(.version12(Self.unit), ["key": value]).keys == [key])
    }

    @Test("With `key: resname`, a unit without a resname is an error and is skipped")
    func missingResname() throws {
        let reading = try Reading(.unit("<target>B</target>"), ["key": "resname"])
        #expect(reading.units == [])
        #expect(reading.rules == ["missing-key"])
        #expect(reading.summary.skipped == ["no key": 1])
    }

    @Test("A unit without id and resname is an error at the unit")
    func noKey() throws {
        let reading = try Reading(.version12("<trans-unit><source>A</source><target>B</target></trans-unit>"))
        #expect(reading.rules == ["missing-key"])
        #expect(reading.findings.first?.location == .here(5, 1))
    }

    @Test("`key: context:TYPE` finds the key in the unit, its group, or XLIFF 2's metadata")
    func context() throws {
        let group = """
            <group><context-group><context context-type="x-key"> keep.header </context></context-group>
            <trans-unit id="1"><source>A</source><target>B</target></trans-unit></group>
            <trans-unit id="2"><source>A</source><target>B</target>
            <context-group><context context-type="x-key">keep.body</context></context-group></trans-unit>
            """
        #expect(try Reading(.version12(group), ["key": "context:x-key"]).keys == ["keep.header", "keep.body"])
        let metadata = """
            <unit id="1"><mda:metadata xmlns:mda="urn:oasis:names:tc:xliff:metadata:2.0"><mda:metaGroup>
            <mda:meta type="key">keep.header</mda:meta></mda:metaGroup></mda:metadata>
            <segment><source>A</source><target>B</target></segment></unit>
            """
        #expect(try Reading(.version20(metadata), ["key": "context:key"]).keys == ["keep.header"])
    }

    @Test("A group's context does not apply beyond the group")
    func contextEnds() throws {
        let text = """
            <group><context-group><context context-type="x-key">a</context></context-group>
            <trans-unit id="1"><source>A</source><target>B</target></trans-unit></group>
            <trans-unit id="2"><source>A</source><target>B</target></trans-unit>
            """
        let reading = try Reading(.version12(text), ["key": "context:x-key"])
        #expect(reading.keys == ["a"])
        #expect(reading.rules == ["missing-key"])
    }

    @Test("Entities in a key are resolved, including the ampersand")
    func entitiesInKey() throws {
        let reading = try Reading(
            .version12("<trans-unit id=\"&lt;a&gt; &amp; &quot;b&quot; &#38; &amp;#38;\"><source/></trans-unit>")
        )
        #expect(reading.keys == ["<a> & \"b\" & &#38;"])
    }

    @Test(
        "A file whose keys are numbers, GUIDs or job numbers causes one warning",
        arguments: [
            "17", "0414250d-cb61-4ed9-9a07-ad2e7587498a", "AKvBZhRCny702xyM0_dc5:12",
        ]
    )
    func opaqueKeys(key: String) throws {
        let reading = try Reading(.version12("<trans-unit id=\"\(key)\"><source>A</source></trans-unit>"))
        #expect(reading.keys == [key])
        #expect(reading.rules == ["opaque-keys"])
    }

    @Test("The remedy for keys that are numbers names the context with the real keys, and works when followed")
    func opaqueKeysWithContexts() throws {
        let text = String.version12(
            """
            <trans-unit id="1"><source>A</source><target>B</target><context-group><context context-type="x-mmq-editor">Jo Doe</context>\
            <context context-type="x-mmq-context">keep.header</context></context-group></trans-unit>
            """
        )
        let reading = try Reading(text)
        #expect(reading.rules == ["opaque-keys"])
        let remedy = try #require(reading.finding("opaque-keys")?.remedy)
        let option = try #require(remedy.firstMatch(of: #/the option key to ([^ ;]+);/#)?.1)
        #expect(try Reading(text, ["key": String(option)]).keys == ["keep.header"])
    }

    /// Returns a Trados file element with two strings, whose contexts have these definitions.
    private static func trados(_ definitions: String) -> String {
        """
        <file original="a.json" datatype="x-sdlfilterframework2" source-language="en" target-language="de"><header>
        <cxt-defs xmlns="http://sdl.com/FileTypes/SdlXliff/1.0">\(definitions)</cxt-defs></header><body>
        <group><sdl:cxts><sdl:cxt id="1"/><sdl:cxt id="2"/></sdl:cxts>
        <trans-unit id="0414250d-cb61-4ed9-9a07-ad2e7587498a"><source>A</source><target>B</target></trans-unit></group>
        <group><sdl:cxts><sdl:cxt id="1"/><sdl:cxt id="3"/></sdl:cxts>
        <trans-unit id="582ace2a-526e-4c20-8c43-588297237f74"><source>C</source><target>D</target></trans-unit></group>
        </body></file>
        """
    }

    private static func trados(files: String...) -> String {
        """
        <xliff xmlns:sdl="http://sdl.com/FileTypes/SdlXliff/1.0" xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2" \
        sdl:version="1.0">\(files.joined())</xliff>
        """
    }

    @Test("The remedy for a Trados file names the context with the strings' keys, and following it reads them")
    func tradosKeys() throws {
        let text = Self.trados(
            files: Self.trados(
                """
                <cxt-def id="1" type="sdl:field" descr="Text" purpose="Match"/>
                <cxt-def id="2" type="sdl:sid" descr="keep.header" purpose="Match"><props><value key="a">b</value></props></cxt-def>
                <cxt-def id="3" type="sdl:sid" descr="keep.body" purpose="Match"/>
                """
            )
        )
        let reading = try Reading(text, path: "de.sdlxliff")
        #expect(reading.rules == ["opaque-keys"])
        let remedy = try #require(reading.finding("opaque-keys")?.remedy)
        #expect(remedy.contains("If keep.header is a key, set the option key to context:sdl:sid;"))
        let keyed = try Reading(text, path: "de.sdlxliff", ["key": "context:sdl:sid"])
        #expect(keyed.keys == ["keep.header", "keep.body"])
        #expect(keyed.targets == ["B", "D"])
        #expect(keyed.findings == [])
    }

    @Test(
        "A Trados context is not proposed as the key if its purpose is not to match, or if it looks like no key",
        arguments: [
            "type=\"sdl:field\" descr=\"Title\"", "type=\"sdl:sid\" descr=\"A title\" purpose=\"Match\"",
            "type=\"fieldlength\" descr=\"1500\" purpose=\"Match\"", "type=\"x-tm-table-cell\" purpose=\"Match\"",
        ]
    )
    func tradosWithoutKeys(definition: String) throws {
        let reading = try Reading(Self.trados(files: Self.trados("<cxt-def id=\"1\" \(definition)/>")))
        let remedy = try #require(reading.finding("opaque-keys")?.remedy)
        #expect(remedy.hasPrefix("Ask for the resource keys in resname or name"))
    }

    @Test("A Trados file element uses only the contexts of its own header")
    func tradosFiles() throws {
        let own = Self.trados("<cxt-def id=\"2\" type=\"sdl:sid\" descr=\"keep.header\" purpose=\"Match\"/>")
        let text = Self.trados(files: own, Self.trados(""))
        let reading = try Reading(text, ["key": "context:sdl:sid"])
        #expect(reading.keys == ["keep.header"])
        #expect(reading.summary.skipped == ["no key": 3])
    }

    @Test("With `fileFilter`, only file elements with a matching original are read, and other units are counted")
    func fileFilter() throws {
        let text = """
            <xliff version="1.2"><file original="App/en.lproj/InfoPlist.strings" target-language="de"><body>
            <trans-unit id="CFBundleName"><source>A</source><target>B</target></trans-unit></body></file>
            <file original="App/en.lproj/Retention.strings" target-language="de"><body>
            <trans-unit id="keep.header"><source>A</source><target>B</target></trans-unit></body></file></xliff>
            """
        #expect(try Reading(text).keys == ["CFBundleName", "keep.header"])
        let reading = try Reading(text, ["fileFilter": "*Other*, *Retention.strings"])
        #expect(reading.keys == ["keep.header"])
        #expect(reading.summary.skipped == ["file left out by fileFilter": 1])
    }

    @Test(
        "An invalid option is rejected",
        arguments: [
            ("key", "context:"), ("key", "nonsense"), ("includeUntranslatable", "maybe"), ("space", "some"),
            ("fileFilter", ""), ("colour", "red"),
        ]
    )
    func badOption(name: String, value: String) {
        #expect {
            try XLIFFReader(options: ReaderOptions(values: [name: value]))
        } throws: {
            ($0 as? GlossportError)?.code == .invalidOption
        }
    }

    @Test(
        "A star in a pattern matches any characters, a question mark matches one",
        arguments: [
            ("*", "", true), ("a*c", "abbc", true), ("a*c", "abb", false), ("?.x", "a.x", true), ("?.x", ".x", false),
            ("*ab*ab", "abxab", true), ("", "a", false), ("**a", "bba", true),
        ]
    )
    func glob(pattern: String, text: String, fits: Bool) {
        #expect(Glob(pattern).matches(text) == fits)
    }
}
