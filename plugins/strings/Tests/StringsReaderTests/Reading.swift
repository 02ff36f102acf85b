import GlossportReading
import StringsReader
import Testing

struct Reading {
    var units: [TranslationUnit] = []
    var findings: [Finding] = []
    var summary = ReadSummary()

    init(_ source: SourceFile, options: ReaderOptions = ReaderOptions()) throws {
        summary = try StringsReader(options: options).read(source) { event in
            switch event {
            case .unit(let unit): units.append(unit)
            case .other: break
            case .finding(let finding): findings.append(finding)
            }
        }
        #expect(summary.lost(received: units.count, findings: findings.count) == 0)
    }

    init(_ text: String, path: String = "de.lproj/x.strings", options: ReaderOptions = ReaderOptions()) throws {
        try self.init(SourceFile(path: path, bytes: Array(text.utf8)), options: options)
    }

    init(_ bytes: [UInt8], path: String = "de.lproj/x.strings", options: ReaderOptions = ReaderOptions()) throws {
        try self.init(SourceFile(path: path, bytes: bytes), options: options)
    }

    /// The pairs in file order, as `key=text`.
    var pairs: [String] { units.map { "\($0.key)=\($0.target ?? "nil")" } }
    var rules: [String] { findings.map(\.rule.rawValue) }
    var errors: [String] { findings.filter { $0.severity == .error }.map(\.rule.rawValue) }
    /// The locations of the findings, as `line:column`.
    var places: [String] { findings.map { "\($0.location?.line ?? 0):\($0.location?.column ?? 0)" } }

    /// The dictionary that Foundation would produce, with the last of several equal keys.
    var dictionary: [String: String] {
        Dictionary(units.map { ($0.key, $0.target ?? "") }, uniquingKeysWith: { $1 })
    }
}
