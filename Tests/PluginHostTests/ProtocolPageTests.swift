import GlossportReading
import Testing

/// The page is what authors of plugins write from; so what stands on it is what the code reads and writes, byte for byte.
@Suite("The page on the protocol")
struct ProtocolPageTests {
    /// The page's examples in JSON, in order.
    private static func examples() throws -> [String] {
        let path = "\(Plugins.root)/Sources/GlossportReading/GlossportReading.docc/ReaderProtocol.md"
        let bytes = try #require(try SourceFile(path: path).bytes(atMost: 1 << 20))
        let page = String(decoding: bytes, as: UTF8.self)
        return page.components(after: "```json\n", before: "```")
    }

    @Test("A description reads as it stands there")
    func description() throws {
        let example = try #require(try Self.examples().first)
        let description = try Array(example.utf8).withUnsafeBytes { try FormatDescription(parsing: $0) }
        #expect(description.id == "po" && description.extensions == ["po", "pot"])
        #expect(description.features == Set(ReaderFeature.allCases))
        let again = try description.line.withUnsafeBytes { try FormatDescription(parsing: $0) }
        #expect(again.line == description.line)
    }

    @Test("A request is written as it stands there")
    func request() throws {
        let example = try #require(try Self.examples().dropFirst().first)
        let request = ReadRequest(
            path: "vendor/de.po",
            bytes: 90_211,
            options: ReaderOptions(values: ["context": "context"], wanted: KeyFilter(between: "."))
        )
        #expect(String(decoding: request.line, as: UTF8.self) == example)
        #expect(try Array(example.utf8).withUnsafeBytes { try ReadRequest(parsing: $0) } == request)
    }

    @Test("Messages read as they stand there, and are written again with the same content")
    func messages() throws {
        let example = try #require(try Self.examples().dropFirst(2).first)
        let rules: [RuleID: Severity] = ["po-syntax": .error]
        let messages = try example.split(separator: "\n").map { line in
            try Array(line.utf8).withUnsafeBytes {
                try ReaderMessage(parsing: $0, of: "de.po", severities: rules, allowsColumns: true)
            }
        }
        #expect(messages.count == 4)
        #expect(messages.last == .end(.init(units: 1, others: 0, findings: 1, bytes: 90_211)))
        for message in messages {
            let again = try message.line(of: "de.po", withColumns: true).dropLast().withUnsafeBytes {
                try ReaderMessage(parsing: $0, of: "de.po", severities: rules, allowsColumns: true)
            }
            #expect(again == message)
        }
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
