import AndroidReader
import GlossportReading
import Testing

struct Reading {
    var units: [TranslationUnit] = []
    var others: [OtherUnit] = []
    var findings: [Finding] = []
    var summary = ReadSummary()

    init(
        _ bytes: [UInt8],
        path: String = "res/values-de/strings.xml",
        options: ReaderOptions = ReaderOptions()
    ) throws {
        let source = SourceFile(path: path, bytes: bytes)
        summary = try AndroidReader(options: options).read(source) { event in
            switch event {
            case .unit(let unit): units.append(unit)
            case .other(let unit): others.append(unit)
            case .finding(let finding): findings.append(finding)
            }
        }
        #expect(summary.units == units.count + summary.others)
        let known = Set(AndroidReader.format.rules.map(\.id))
        #expect(findings.allSatisfy { known.contains($0.rule) })
    }

    /// Reads the content of `<resources>`.
    init(strings: String, wanted: KeyFilter? = nil) throws {
        try self.init(Array(Self.document(strings).utf8), options: ReaderOptions(wanted: wanted))
    }

    static func document(_ body: String) -> String {
        "<resources xmlns:xliff=\"urn:oasis:names:tc:xliff:document:1.2\">\n\(body)\n</resources>\n"
    }

    /// The units in file order, as `key=text`.
    var texts: [String] { units.map { "\($0.key)=\($0.target ?? "nil")" } }
    var rules: [String] { findings.map(\.rule.rawValue) }
    /// The locations of the units, as `line:column`.
    var places: [String] { units.map { "\($0.location.line):\($0.location.column)" } }
}
