import GlossportReading
import Testing
import XCStringsReader

struct Reading {
    var units: [TranslationUnit] = []
    var others: [OtherUnit] = []
    var findings: [Finding] = []
    var summary = ReadSummary()

    init(_ source: SourceFile, locale: String? = nil, wanted: KeyFilter? = nil) throws {
        let options = ReaderOptions(locale: locale, wanted: wanted)
        summary = try XCStringsReader(options: options).read(source) { event in
            switch event {
            case .unit(let unit): units.append(unit)
            case .other(let unit): others.append(unit)
            case .finding(let finding): findings.append(finding)
            }
        }
        #expect(summary.lost(received: units.count, findings: findings.count) == 0)
    }

    init(_ text: String, locale: String? = nil) throws { try self.init(Array(text.utf8), locale: locale) }

    init(_ bytes: [UInt8], locale: String? = nil) throws {
        try self.init(SourceFile(path: "Messages.xcstrings", bytes: bytes), locale: locale)
    }

    /// Returns a catalog with these entries, on one line each.
    static func catalog(_ entries: String...) -> String {
        "{\"sourceLanguage\": \"en\", \"strings\": {\n\(entries.joined(separator: ",\n"))\n}, \"version\": \"1.0\"}"
    }

    /// Returns one entry with its texts by locale.
    static func entry(_ key: String, _ texts: KeyValuePairs<String, String>, more: String = "") -> String {
        let localizations = texts.map {
            "\"\($0)\": {\"stringUnit\": {\"state\": \"translated\", \"value\": \"\($1)\"}}"
        }
        return "\"\(key)\": {\"localizations\": {\(localizations.joined(separator: ", "))}\(more)}"
    }

    /// The texts in file order, as `key/locale=text`.
    var texts: [String] { units.map { "\($0.key)/\($0.locale ?? "nil")=\($0.target ?? "nil")" } }
    var rules: [String] { findings.map(\.rule.rawValue) }
    var errors: [String] { findings.filter { $0.severity == .error }.map(\.rule.rawValue) }
    var places: [String] { findings.map { "\($0.location?.line ?? 0):\($0.location?.column ?? 0)" } }
}
