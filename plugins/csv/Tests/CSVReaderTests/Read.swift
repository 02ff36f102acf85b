import CSVReader
import GlossportReading
import Testing

struct Read {
    var units: [TranslationUnit] = []
    var findings: [Finding] = []
    var summary = ReadSummary()

    init(_ text: String, path: String = "offers.csv", locale: String? = nil, _ options: [String: String] = [:]) throws {
        try self.init(Array(text.utf8), path: path, locale: locale, options)
    }

    init(_ bytes: [UInt8], path: String = "offers.csv", locale: String? = nil, _ options: [String: String] = [:]) throws
    {
        try self.init(SourceFile(path: path, bytes: bytes), locale: locale, options)
    }

    init(_ source: SourceFile, locale: String? = nil, _ options: [String: String] = [:]) throws {
        let reader = try CSVReader(options: ReaderOptions(locale: locale, values: options))
        var units: [TranslationUnit] = []
        var findings: [Finding] = []
        summary = try reader.read(source) { event in
            switch event {
            case .unit(let unit): units.append(unit)
            case .other: break
            case .finding(let finding): findings.append(finding)
            }
        }
        self.units = units
        self.findings = findings
        #expect(summary.lost(received: units.count, findings: findings.count) == 0)
    }

    /// Each unit as `key|locale|text`.
    var texts: [String] { units.map { "\($0.key)|\($0.locale ?? "-")|\($0.target ?? "-")" } }

    /// Each unit's location as `line:column`.
    var places: [String] { units.map { "\($0.location.line):\($0.location.column)" } }

    /// Each finding as `rule line:column`.
    var defects: [String] {
        findings.map { finding in
            "\(finding.rule.rawValue) \(finding.location.map { "\($0.line):\($0.column)" } ?? "-")"
        }
    }

    var errors: [Finding] { findings.filter { $0.severity == .error } }

    func detected(_ name: String) -> String? { summary.detected.first { $0.name == name }?.value }
}
