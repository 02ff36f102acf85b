import ARBReader
import GlossportReading
import Testing

struct Reading {
    var units: [TranslationUnit] = []
    var findings: [Finding] = []
    var summary = ReadSummary()

    init(_ bytes: [UInt8], path: String = "app.arb", options: ReaderOptions = ReaderOptions()) throws {
        summary = try ARBReader(options: options).read(SourceFile(path: path, bytes: bytes)) { event in
            switch event {
            case .unit(let unit): units.append(unit)
            case .other: break
            case .finding(let finding): findings.append(finding)
            }
        }
        #expect(summary.lost(received: units.count, findings: findings.count) == 0)
    }

    init(_ text: String, path: String = "app.arb", options: ReaderOptions = ReaderOptions()) throws {
        try self.init(Array(text.utf8), path: path, options: options)
    }

    /// The texts in file order, as `key=text`.
    var texts: [String] { units.map { "\($0.key)=\($0.target ?? "nil")" } }
    var rules: [String] { findings.map(\.rule.rawValue) }
    var errors: [String] { findings.filter { $0.severity == .error }.map(\.rule.rawValue) }
}
