private import Foundation
import GlossportReading

/// SARIF 2.1.0, as code hosts and editors read it.
enum SARIFReport {
    /// GitHub takes no more in one run.
    static let maximumResults = 25_000

    static func text(of report: Report) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(SARIFLog(report)) else {
            preconditionFailure("A report's own values can always be encoded.")
        }
        return String(decoding: data, as: UTF8.self) + "\n"
    }
}

/// The document.
private struct SARIFLog: Encodable {
    var schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
    var version = "2.1.0"
    var runs: [Run]

    private enum CodingKeys: String, CodingKey {
        case schema = "$schema"
        case version, runs
    }

    init(_ report: Report) { runs = [Run(report)] }

    struct Run: Encodable {
        var tool: Tool
        /// A column is a Unicode scalar, as in ``SourceLocation``.
        var columnKind = "unicodeCodePoints"
        var originalUriBaseIds = ["%SRCROOT%": Base(description: Text("The folder of the repository."))]
        var invocations: [Invocation]
        var results: [Result]

        init(_ report: Report) {
            tool = Tool(report)
            let indices = Dictionary(
                report.rules.enumerated().map { ($1.id, $0) },
                uniquingKeysWith: { first, _ in first }
            )
            // Worst first, so that what is cut is the least.
            results = report.findings.prefix(SARIFReport.maximumResults).map { Result($0, indices[$0.rule]) }
            let cut = report.findings.count - results.count
            let told = "There are \(report.findings.count) findings; the \(cut) least severe of them are not here."
            invocations = [
                Invocation(
                    toolExecutionNotifications: cut > 0 ? [Notification(level: "warning", message: Text(told))] : []
                )
            ]
        }
    }

    struct Base: Encodable { var description: Text }

    struct Invocation: Encodable {
        var executionSuccessful = true
        var toolExecutionNotifications: [Notification]
    }

    struct Notification: Encodable {
        var level: String
        var message: Text
    }

    struct Tool: Encodable {
        var driver: Driver

        init(_ report: Report) { driver = Driver(semanticVersion: report.version, rules: report.rules.map(Rule.init)) }

        struct Driver: Encodable {
            var name = "Glossport"
            var semanticVersion: String
            var rules: [Rule]
        }
    }

    struct Rule: Encodable {
        var id: String
        var shortDescription: Text
        var fullDescription: Text
        var help: Text
        var defaultConfiguration: Configuration
        var properties: Tags

        init(_ rule: RuleDescription) {
            id = rule.id.rawValue
            let explanation = rule.explanation.namingUnprintables()
            let end = explanation.firstRange(of: ". ")?.lowerBound ?? explanation.endIndex
            let first = String(explanation[..<end])
            shortDescription = Text(first.hasSuffix(".") ? first : first + ".")
            fullDescription = Text(explanation)
            help = Text(explanation)
            defaultConfiguration = Configuration(level: rule.severity.rawValue)
            properties = Tags(tags: ["its:\(QualityIssue(of: rule.id).rawValue)"])
        }
    }

    struct Configuration: Encodable { var level: String }
    struct Tags: Encodable { var tags: [String] }

    struct Text: Encodable {
        var text: String

        init(_ text: String) { self.text = text }
    }

    struct Result: Encodable {
        var ruleId: String
        var ruleIndex: Int?
        var level: String
        var message: Text
        var locations: [Location]
        var relatedLocations: [Location]?
        var partialFingerprints: [String: String]
        var properties: Properties

        init(_ finding: ReportedFinding, _ ruleIndex: Int?) {
            ruleId = finding.rule.rawValue
            self.ruleIndex = ruleIndex
            level = finding.severity.rawValue
            message = Text("\(finding.text) \(finding.remedy)")
            locations = finding.place.map { [Location($0)] } ?? []
            let related = finding.related.enumerated().map { Location($1, id: $0 + 1) }
            relatedLocations = related.isEmpty ? nil : related
            partialFingerprints = ["glossport/v1": finding.fingerprint.description]
            properties = Properties(locale: finding.locale, message: finding.message, field: finding.field)
        }

        struct Properties: Encodable { var locale, message, field: String? }
    }

    struct Location: Encodable {
        var id: Int?
        var physicalLocation: Physical
        var logicalLocations: [Logical]?

        init(_ place: ReportedFinding.Place, id: Int? = nil) {
            self.id = id
            physicalLocation = Physical(
                artifactLocation: Artifact(place.path),
                region: Region(startLine: place.line, startColumn: place.column)
            )
            if let inner = place.innerPath {
                logicalLocations = [Logical(fullyQualifiedName: inner.namingUnprintables(), kind: "resource")]
            }
        }
    }

    struct Physical: Encodable {
        var artifactLocation: Artifact
        var region: Region
    }

    struct Logical: Encodable { var fullyQualifiedName, kind: String }

    struct Region: Encodable { var startLine, startColumn: Int }

    struct Artifact: Encodable {
        var uri: String
        var uriBaseId: String?

        init(_ path: String) {
            let encoded = PercentEncoding.encoded(path)
            uri = path.hasPrefix("/") ? "file://" + encoded : encoded
            uriBaseId = path.hasPrefix("/") ? nil : "%SRCROOT%"
        }
    }
}

/// How a path stands in a URI.
enum PercentEncoding {
    static func encoded(_ path: String) -> String {
        path.utf8.reduce(into: "") { result, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"), UInt8(ascii: "/"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                result += digits.count == 1 ? "%0" + digits : "%" + digits
            }
        }
    }
}
