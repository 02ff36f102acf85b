import GlossportReading
import GlossportReadingTesting
import Testing

@testable internal import ODSReader

@Suite("ODS")
struct ODSReaderTests {
    private static let fixtures = FixtureKit(.ods)

    private func read(_ bytes: [UInt8]) throws -> (texts: [String?], rules: [String]) {
        var (texts, rules): ([String?], [String]) = ([], [])
        _ = try ODSReader(options: ReaderOptions()).read(SourceFile(path: "texts.ods", bytes: bytes)) { event in
            if case .unit(let unit) = event { texts.append(unit.target) }
            if case .finding(let finding) = event { rules.append(finding.rule.rawValue) }
        }
        return (texts, rules)
    }

    @Test("A fixture gives the units and findings that are expected of it", arguments: fixtures.names)
    func each(name: String) throws {
        let differences = try Self.fixtures.differences(in: name)
        #expect(differences == [])
    }

    @Test("Each rule of the reader itself is broken by a fixture")
    func rules() throws {
        let rules = try Self.fixtures.rulesWithoutFixture()
        #expect(rules.compactMap { ODSRule(rawValue: $0.rawValue) } == [])
    }

    @Test("A file that was cut off anywhere gives an error, and no unit")
    func truncation() throws {
        let bytes = try Self.fixtures.bytes(of: "plain")
        for length in 1..<bytes.count {
            let (texts, rules) = try read(Array(bytes[..<length]))
            #expect(texts.isEmpty && rules.count == 1, "\(length) bytes")
        }
    }

    @Test("Random changes give what the file holds, or a finding", arguments: ["plain", "hidden", "repeats"])
    func mutations(name: String) throws {
        let bytes = try Self.fixtures.bytes(of: name)
        let whole = try read(bytes).texts
        for _ in 0..<200 {
            var changed = bytes
            for _ in 0...Int.random(in: 0..<4) {
                changed[Int.random(in: changed.indices)] = UInt8.random(in: 0...255)
            }
            let (texts, rules) = try read(changed)
            #expect(texts == whole || !rules.isEmpty, "\(changed)")
        }
    }

    @Test(
        "Texts beyond the last row or column are reported once a sheet",
        arguments: ["beyond-columns", "beyond-rows", "far-beyond-rows"]
    )
    func beyond(name: String) throws {
        let (texts, rules) = try read(Self.fixtures.bytes(of: name))
        #expect(texts == ["Kopf"] + (name == "beyond-rows" ? ["Last"] : []))
        #expect(rules == ["ods-too-large"])
    }

    @Test("Many long spaces make one text that is too long, and take no time outside of texts")
    func spaces() throws {
        #expect(try read(Self.fixtures.bytes(of: "many-spaces")).rules == ["ods-too-large"])
    }

    @Test("The text of a cell without a paragraph is its attribute")
    func stringValue() throws {
        #expect(try read(Self.fixtures.bytes(of: "string-value")).texts == ["Kopf", "Hallo", "Text"])
    }

    @Test("White space of the XML is one space, and none around a paragraph but for a single space at its end")
    func whiteSpace() throws {
        let texts = try read(Self.fixtures.bytes(of: "white-space")).texts
        #expect(texts == ["Kopf", "Kopf und mehr\nEnde", " Hallo ", "x  y\tz\nq"])
    }

    @Test("A table inside a cell is no part of the sheet")
    func innerTable() throws {
        #expect(try read(Self.fixtures.bytes(of: "inner-table")).texts == ["Kopf", "Text", "More"])
    }

    @Test("An empty name of a sheet is refused")
    func options() {
        #expect(throws: GlossportError.self) { try ODSReader(options: ReaderOptions(values: ["sheet": ""])) }
    }
}
