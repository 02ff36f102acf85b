import GlossportReading
import Testing
import XLSXReader

struct Reading {
    var units: [TranslationUnit] = []
    var findings: [Finding] = []
    var summary = ReadSummary()

    init(_ bytes: [UInt8], path: String = "texts.xlsx", _ options: [String: String] = [:]) throws {
        summary = try XLSXReader(options: ReaderOptions(values: options))
            .read(SourceFile(path: path, bytes: bytes)) { event in
                switch event {
                case .unit(let unit): units.append(unit)
                case .other: break
                case .finding(let finding): findings.append(finding)
                }
            }
        #expect(summary.lost(received: units.count, findings: findings.count) == 0)
    }

    /// The texts by key and locale.
    var texts: [String: String] {
        Dictionary(units.map { ("\($0.key) \($0.locale ?? "")", $0.target ?? "") }, uniquingKeysWith: { $1 })
    }
    var rules: [String] { findings.map { String($0.rule.rawValue.dropFirst("xlsx-".count)) } }
}
