import GlossportReading
import GlossportReadingTesting
import ODSReader
import SpreadsheetParsing
import Testing

@Suite("The ODS reader")
struct ODSReaderTests {
    private static let fixtures = FixtureKit(ODSReader.format)

    private func read(_ bytes: [UInt8]) throws -> (texts: [String?], rules: [String]) {
        var (texts, rules): ([String?], [String]) = ([], [])
        _ = try ODSReader(options: ReaderOptions()).read(SourceFile(path: "texts.ods", bytes: bytes)) { event in
            if case .unit(let unit) = event { texts.append(unit.target) }
            if case .finding(let finding) = event { rules.append(finding.rule.rawValue) }
        }
        return (texts, rules)
    }

    @Test("Each fixture yields its expected units and findings", arguments: fixtures.names)
    func each(name: String) throws {
        let differences = try Self.fixtures.differences(in: name)
        #expect(differences == [])
    }

    @Test("A fixture breaks each of the reader's own rules")
    func rules() throws {
        let rules = try Self.fixtures.rulesWithoutFixture()
        #expect(rules.compactMap { SpreadsheetRule(rawValue: String($0.rawValue.dropFirst("ods-".count))) } == [])
    }

    @Test("A file truncated anywhere yields an error and no unit")
    func truncation() throws {
        let bytes = try Self.fixtures.bytes(of: "plain")
        for length in 1..<bytes.count {
            let (texts, rules) = try read(Array(bytes[..<length]))
            #expect(texts.isEmpty && rules.count == 1, "\(length) bytes")
        }
    }

    @Test("Random changes yield the original content or a finding", arguments: ["plain", "hidden", "repeats"])
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
        "Texts beyond the last supported row or column are reported once per sheet",
        arguments: ["beyond-columns", "beyond-rows", "far-beyond-rows"]
    )
    func beyond(name: String) throws {
        let (texts, rules) = try read(Self.fixtures.bytes(of: name))
        #expect(texts == ["Kopf"] + (name == "beyond-rows" ? ["Last"] : []))
        #expect(rules == ["ods-too-large"])
    }

    @Test("Many long runs of spaces make a text too long")
    func spaces() throws {
        #expect(try read(Self.fixtures.bytes(of: "many-spaces")).rules == ["ods-too-large"])
    }

    @Test("A cell without a paragraph has its text in an attribute")
    func stringValue() throws {
        #expect(try read(Self.fixtures.bytes(of: "string-value")).texts == ["Kopf", "Hallo", "Text"])
    }

    @Test("White space becomes one space; around a paragraph, only a single trailing one remains")
    func whiteSpace() throws {
        let texts = try read(Self.fixtures.bytes(of: "white-space")).texts
        #expect(texts == ["Kopf", "Kopf und mehr\nEnde", " Hallo ", "x  y\tz\nq"])
    }

    @Test("A table inside a cell is not part of the sheet")
    func innerTable() throws {
        #expect(try read(Self.fixtures.bytes(of: "inner-table")).texts == ["Kopf", "Text", "More"])
    }

    @Test("An empty sheet name is rejected")
    func options() {
        #expect(throws: GlossportError.self) { try ODSReader(options: ReaderOptions(values: ["sheet": ""])) }
    }
}
