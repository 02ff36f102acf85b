import GlossportReading
import POReader
import Testing

struct Reading {
    var units: [TranslationUnit] = []
    var findings: [Finding] = []
    var summary = ReadSummary()

    init(_ bytes: [UInt8], path: String = "app.po", options: ReaderOptions = ReaderOptions()) throws {
        summary = try POReader(options: options).read(SourceFile(path: path, bytes: bytes)) { event in
            switch event {
            case .unit(let unit): units.append(unit)
            case .other: break
            case .finding(let finding): findings.append(finding)
            }
        }
        #expect(summary.lost(received: units.count, findings: findings.count) == 0)
    }

    init(_ text: String, path: String = "app.po", options: ReaderOptions = ReaderOptions()) throws {
        try self.init(Array(text.utf8), path: path, options: options)
    }

    /// Returns a header, by default of a German file in UTF-8.
    static func header(charset: String = "UTF-8", language: String = "de") -> String {
        "msgid \"\"\nmsgstr \"\"\n\"Language: \(language)\\n\"\n\"Content-Type: text/plain; charset=\(charset)\\n\"\n\n"
    }

    /// The texts in file order, as `key=text`.
    var texts: [String] { units.map { "\($0.key)=\($0.target ?? "nil")" } }
    var rules: [String] { findings.map(\.rule.rawValue) }
    var errors: [String] { findings.filter { $0.severity == .error }.map(\.rule.rawValue) }
}
