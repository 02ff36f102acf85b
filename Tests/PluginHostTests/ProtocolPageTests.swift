import GlossportReading
import PluginHost
import Testing

/// Compares the examples on the page for plugin authors with the code.
@Suite("Protocol page")
struct ProtocolPageTests {
    /// The page's JSON examples, in order.
    private static func examples() throws -> [String] {
        let path = "\(Plugins.root)/Sources/GlossportReading/GlossportReading.docc/ReaderProtocol.md"
        let bytes = try #require(try SourceFile(path: path).bytes(atMost: 1 << 20))
        let page = String(decoding: bytes, as: UTF8.self)
        return page.components(after: "```json\n", before: "```")
    }

    @Test("The example description is parsed")
    func description() throws {
        let example = try #require(try Self.examples().first)
        let description = try Array(example.utf8).withUnsafeBytes { try FormatDescription(parsing: $0) }
        #expect(description.id == "ini" && description.extensions == ["ini"])
        let again = try description.line.withUnsafeBytes { try FormatDescription(parsing: $0) }
        #expect(again.line == description.line)
    }

    @Test("A request is written as in the example")
    func request() throws {
        let example = try #require(try Self.examples().dropFirst().first)
        let request = ReadRequest(
            path: "vendor/de.ini",
            bytes: 90_211,
            options: ReaderOptions(values: ["section": "retention"])
        )
        #expect(String(decoding: request.line, as: UTF8.self) == example)
        #expect(try Array(example.utf8).withUnsafeBytes { try ReadRequest(parsing: $0) } == request)
    }

    @Test("The example messages are parsed and written again with the same content")
    func messages() throws {
        let example = try #require(try Self.examples().dropFirst(2).first)
        let rules: [RuleID: Severity] = ["ini-syntax": .error]
        let messages = try example.split(separator: "\n").map { line in
            try Array(line.utf8).withUnsafeBytes {
                try ReaderMessage(parsing: $0, of: "de.ini", severities: rules)
            }
        }
        #expect(messages.count == 4)
        #expect(messages.last == .end(.init(units: 1, findings: 1, bytes: 90_211)))
        for message in messages {
            let again = try message.line(of: "de.ini").dropLast().withUnsafeBytes {
                try ReaderMessage(parsing: $0, of: "de.ini", severities: rules)
            }
            #expect(again == message)
        }
    }

    @Test("The example rows are parsed and yield the units promised by the page")
    func rows() throws {
        let example = try #require(try Self.examples().dropFirst(3).first)
        let rules = [RuleDescription("numbers-not-text", .error, "A number.")]
        let options = try TableOptions(ReaderOptions(), of: TableFormat(id: "numbers", isSheet: true))
        var output = PluginOutput(of: "texts.numbers", rules: rules, tables: options)
        var units: [String] = []
        var findings: [String] = []
        func note(_ event: ReadEvent) {
            switch event {
            case .unit(let unit):
                units.append("\(unit.location): \(unit.key) \(unit.locale ?? "-") \(unit.target ?? "-")")
            case .finding(let finding): findings.append("\(finding.rule.rawValue) \(finding.text)")
            case .other: break
            }
        }
        try Array(example.utf8).withUnsafeBytes { try output.take($0, note) }
        try output.end(bytes: 2_590, note)
        #expect(
            units == [
                "texts.numbers/Texts:2:3: keep-annual.header de-DE Bleib dabei",
                "texts.numbers/Texts:2:4: keep-annual.header fr-FR Reste",
            ]
        )
        #expect(
            findings == [
                "numbers-hidden “fr-FR” is hidden in the spreadsheet; it was read nevertheless.",
                "numbers-not-text keep-annual.body holds the number 17 instead of a text; it was not read.",
            ]
        )
    }
}

extension String {
    fileprivate func components(after start: String, before end: String) -> [String] {
        var found: [String] = []
        var rest = self[...]
        while let begin = rest.firstRange(of: start) {
            rest = rest[begin.upperBound...]
            guard let stop = rest.firstRange(of: end) else { break }
            found.append(String(rest[..<stop.lowerBound]))
            rest = rest[stop.upperBound...]
        }
        return found
    }
}
