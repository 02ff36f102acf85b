import GlossportReading
internal import Testing

@testable internal import XLIFFReader

@Suite("XLIFF reader: broken XML and attacks")
struct WellFormednessTests {
    private static func afterA(_ rest: String) -> String {
        .version12("<trans-unit id=\"a\"><source>A</source><target>B</target></trans-unit>\n\(rest)")
    }

    @Test("&nbsp; is an error that suggests &#160;")
    func nbsp() throws {
        let reading = try Reading(
            Self.afterA("<trans-unit id=\"b\"><source>A</source><target>B&nbsp;C</target></trans-unit>")
        )
        #expect(reading.keys == ["a"])
        #expect(reading.rules == ["undefined-entity"])
        #expect(reading.findings.first?.remedy.description.contains("&#160;") == true)
        #expect(reading.findings.first?.location == .here(6, 47))
    }

    @Test("&nbsp; is an error even if a DOCTYPE names an external file that may declare it")
    func nbspWithDoctype() throws {
        let text = String.unit("<target>B&nbsp;C</target>")
            .replacing("<xliff ", with: "<!DOCTYPE xliff SYSTEM \"xliff.dtd\"><xliff ")
        let reading = try Reading(text)
        #expect(reading.units == [])
        #expect(reading.rules == ["undefined-entity"])
    }

    @Test("An undefined entity in an attribute is an error, too")
    func entityInAttribute() throws {
        let reading = try Reading(.version12("<trans-unit id=\"a&nbsp;b\"><source>A</source></trans-unit>"))
        #expect(reading.units == [])
        #expect(reading.rules == ["undefined-entity"])
        #expect(reading.findings.first?.location == .here(5, 18))
    }

    @Test("Characters that XML forbids are errors", arguments: ["&#x1;", "\u{3}", "&#xD83D;&#xDE00;", "&#x110000;"])
    func illegalCharacter(text: String) throws {
        let reading = try Reading(.unit("<target>B\(text)</target>"))
        #expect(reading.units == [])
        #expect(reading.rules == ["illegal-character"])
        let line = "<trans-unit id=\"k\" ><source>Hello</source><target>B"
        #expect(reading.findings.first?.location == .here(5, line.count + 1))
        #expect(reading.findings.first?.text.contains(" is not allowed here in XML") == true)
    }

    @Test(
        "A DOCTYPE that declares entities is rejected, regardless of their content",
        arguments: [
            "<!ENTITY a \"b\">", "<!ENTITY a SYSTEM \"file:///etc/hostname\">", "<!ENTITY % a \"b\">",
            "<!ENTITY a PUBLIC \"x\" \"y\">",
        ]
    )
    func entityDeclaration(declaration: String) throws {
        let text = String.unit("<target>B&a;</target>")
            .replacing("<xliff ", with: "<!DOCTYPE xliff [\(declaration)]>\n<xliff ")
        let reading = try Reading(text)
        #expect(reading.units == [])
        #expect(reading.rules == ["entity-declaration"])
        #expect(reading.findings.first?.location?.line == 2)
    }

    @Test("Billion laughs and quadratic blow-up are rejected at their declaration")
    func bombs() throws {
        let laughs = (1...9).map { "<!ENTITY l\($0) \"&l\($0 - 1);&l\($0 - 1);&l\($0 - 1);\">" }.joined()
        let quadratic = "<!ENTITY l0 \"\(String(repeating: "a", count: 100_000))\">"
        for subset in ["<!ENTITY l0 \"lol\">" + laughs, quadratic] {
            let text = String.unit("<target>\(String(repeating: "&l0;&l9;", count: 1_000))</target>")
                .replacing("<xliff ", with: "<!DOCTYPE xliff [\(subset)]><xliff ")
            let reading = try Reading(text)
            #expect(reading.units == [])
            #expect(reading.rules == ["entity-declaration"])
        }
    }

    @Test(
        "A DOCTYPE without entities is accepted",
        arguments: [
            "<!DOCTYPE xliff>",
            "<!DOCTYPE xliff PUBLIC \"-//XLIFF//DTD XLIFF//EN\" \"http://example.invalid/xliff.dtd\">",
            "<!DOCTYPE xliff SYSTEM \"xliff.dtd\" [ <!-- nothing --> ]>",
        ]
    )
    func bareDoctype(doctype: String) throws {
        let reading = try Reading(String.unit("<target>B</target>").replacing("<xliff ", with: "\(doctype)\n<xliff "))
        #expect(reading.targets == ["B"])
        #expect(reading.findings == [])
    }

    @Test("Units before a wrong end tag are read; the finding names both tags and the line")
    func mismatchedTag() throws {
        let reading = try Reading(Self.afterA("<trans-unit id=\"b\">\n<source>A</source><target>B\n</trans-unit>"))
        #expect(reading.keys == ["a"])
        #expect(reading.rules == ["not-well-formed"])
        let text = try #require(reading.findings.first?.text)
        #expect(text.contains("<target>, opened on line 7, is closed by </trans-unit>."))
        #expect(text.contains("1 unit before it was read"))
        #expect(reading.findings.first?.location == .here(8, 1))
    }

    @Test("A bare ampersand is explained", arguments: ["Salt & pepper", "AT&T"])
    func bareAmpersand(text: String) throws {
        let reading = try Reading(.unit("<target>\(text)</target>"))
        #expect(reading.rules == ["not-well-formed"])
        #expect(reading.findings.first?.remedy.description.contains("&amp;") == true)
        let line = "<trans-unit id=\"k\" ><source>Hello</source><target>"
        let ampersand = text.distance(from: text.startIndex, to: text.firstIndex(of: "&") ?? text.startIndex)
        #expect(reading.findings.first?.location == .here(5, line.count + ampersand + 1))
    }

    @Test("A bare less-than sign is explained")
    func bareLessThan() throws {
        let reading = try Reading(.unit("<target>1 < 2</target>"))
        #expect(reading.rules == ["not-well-formed"])
        #expect(reading.findings.first?.remedy.description.contains("&lt;") == true)
    }

    @Test("A truncated file is reported with the name of the unit")
    func cutOff() throws {
        let text = Self.afterA("<trans-unit id=\"b\"><source>A</source><target>B")
        let end = try #require(text.firstRange(of: "<target>B\n")?.upperBound)
        let reading = try Reading(String(text[..<end]))
        #expect(reading.keys == ["a"])
        #expect(reading.rules == ["not-well-formed"])
        #expect(reading.findings.first?.text.contains("ends too early, inside the unit b") == true)
    }

    @Test("A file truncated inside its DOCTYPE is reported", arguments: ["[", "[\n<!ELEMENT x", "[\n<!-- half"])
    func cutOffInDoctype(rest: String) throws {
        let reading = try Reading("<?xml version=\"1.0\"?>\n<!DOCTYPE xliff " + rest)
        #expect(reading.rules == ["not-well-formed"])
        #expect(reading.findings.first?.text.hasPrefix("The file ends too early") == true)
    }

    @Test("A stray less-than sign is located exactly, not at a reference before it")
    func strayAfterReference() throws {
        let unit = "<trans-unit id=\"a\"><source>A &amp; B</source>\n<tar<get>B</target></trans-unit>"
        let reading = try Reading(.version12(unit))
        let line = try #require(String.version12(unit).split(separator: "\n").firstIndex { $0.hasPrefix("<tar<get>") })
        #expect(reading.rules == ["not-well-formed"])
        #expect(reading.findings.first?.location == .here(line + 1, 5))
    }

    @Test("A tag with 100,000 attributes is rejected")
    func manyAttributes() throws {
        let attributes = (0..<100_000).map { " a\($0)=\"\"" }.joined()
        let reading = try Reading("<xliff version=\"1.2\">\n<file\(attributes)/></xliff>")
        #expect(reading.rules == ["too-long"])
        #expect(reading.findings.first?.location == .here(2, 1))
    }

    @Test("A long comment is not mistaken for a tag")
    func longComment() throws {
        let comment = "<!-- " + String(repeating: "a=b ", count: 100_000) + "-->"
        let unit = "<trans-unit id=\"a\"><source>A</source><target>B</target></trans-unit>"
        #expect(try Reading(.version12(comment + unit)).targets == ["B"])
    }

    @Test("Nesting beyond 256 levels is rejected, 250 levels are accepted")
    func depth() throws {
        func nested(_ depth: Int) -> String {
            .version12(
                String(repeating: "<group>", count: depth)
                    + "<trans-unit id=\"a\"><source>A</source><target>B</target></trans-unit>"
                    + String(repeating: "</group>", count: depth)
            )
        }
        #expect(try Reading(nested(250)).targets == ["B"])
        let reading = try Reading(nested(100_000))
        #expect(reading.units == [])
        #expect(reading.rules == ["too-deep"])
    }

    @Test("The error for XML that is not XLIFF names the outermost element")
    func notXLIFF() throws {
        let reading = try Reading("<?xml version=\"1.0\"?><plist><dict/></plist>")
        #expect(reading.rules == ["not-xliff"])
        #expect(reading.findings.first?.text.contains("<plist>") == true)
    }

    @Test("A non-XML file causes one error", arguments: ["Hello", "{\"a\": 1}", "PK\u{3}\u{4}", "<", "<!", "&"])
    func notXML(text: String) throws {
        let reading = try Reading(text)
        #expect(reading.units == [])
        #expect(reading.errors.count == 1)
    }

    @Test("Content after the end is an error, but all units are read")
    func trailing() throws {
        let reading = try Reading(.unit("<target>B</target>") + "<xliff/>")
        #expect(reading.targets == ["B"])
        #expect(reading.rules == ["not-well-formed"])
    }
}
