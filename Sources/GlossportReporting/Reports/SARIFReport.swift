import GlossportChecking
import GlossportProject
import GlossportReading

/// Writes SARIF 2.1.0 for code hosts and editors.
///
/// It writes member by member, because an encoder takes longer for 25,000 results than the checks that find them.
enum SARIFReport {
    /// The maximum number of results in a run that GitHub accepts.
    static let maximumResults = 25_000

    private static let schema =
        "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
    private static let root = "%SRCROOT%"
    /// The beginning of every report, which identifies an earlier one.
    static let beginning =
        "{\"$schema\":\"\(schema)\",\"version\":\"2.1.0\",\"runs\":[{\"tool\":{\"driver\":{\"name\":\"Glossport\","

    static func text(of report: Report) -> String {
        var json = JSONLine()
        json.object {
            $0.string("$schema", schema)
            $0.string("version", "2.1.0")
            $0.array("runs") { $0.object { run(report, &$0) } }
        }
        return json.text + "\n"
    }

    private static func run(_ report: Report, _ json: inout JSONLine) {
        json.object("tool") {
            $0.object("driver") {
                $0.string("name", "Glossport")
                $0.string("semanticVersion", report.version)
                $0.array("rules") { json in
                    for rule in report.rules { json.object { Self.rule(rule, &$0) } }
                }
            }
        }
        // A column is a Unicode scalar, as in `SourceLocation`.
        json.string("columnKind", "unicodeCodePoints")
        json.object("originalUriBaseIds") {
            $0.object("%SRCROOT%") { text("description", "The folder of the repository.", &$0) }
        }
        // The most severe come first, so that only the least severe are omitted.
        let results = report.findings.prefix(maximumResults)
        let cut = report.findings.count - results.count
        json.array("invocations") {
            $0.object {
                $0.boolean("executionSuccessful", true)
                guard cut > 0 else { return }
                let notice =
                    "There are \(report.findings.count) findings; the \(cut) least severe of them are not here."
                $0.array("toolExecutionNotifications") {
                    $0.object {
                        $0.string("level", "warning")
                        text("message", notice, &$0)
                    }
                }
            }
        }
        let indices = Dictionary(
            report.rules.enumerated().map { ($1.id, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        json.array("results") { json in
            for finding in results { json.object { result(finding, indices[finding.rule], &$0) } }
        }
    }

    private static func rule(_ rule: RuleDescription, _ json: inout JSONLine) {
        let explanation = rule.explanation.namingUnprintables()
        json.string("id", rule.id.rawValue)
        let sentence = explanation.firstRange(of: ". ").map { explanation[..<$0.lowerBound] + "." }
        text("shortDescription", sentence.map(String.init) ?? explanation, &json)
        text("fullDescription", explanation, &json)
        text("help", explanation, &json)
        json.object("defaultConfiguration") { $0.string("level", rule.severity.rawValue) }
        json.object("properties") {
            $0.array("tags") { $0.string(nil, "its:\((RuleSet.byID[rule.id]?.issue ?? .other).rawValue)") }
        }
    }

    private static func result(_ finding: ReportedFinding, _ index: Int?, _ json: inout JSONLine) {
        json.string("ruleId", finding.rule.rawValue)
        if let index { json.integer("ruleIndex", index) }
        json.string("level", finding.severity.rawValue)
        // Prevents `[text](address)`, which would be a link.
        text("message", "\(finding.text) \(finding.remedy)".replacing("](", with: "] ("), &json)
        json.array("locations") { json in
            if let place = finding.place { json.object { location(place, finding.snippet, &$0) } }
        }
        if !finding.related.isEmpty {
            json.array("relatedLocations") { json in
                for (number, place) in finding.related.enumerated() {
                    json.object {
                        $0.integer("id", number + 1)
                        location(place, nil, &$0)
                    }
                }
            }
        }
        json.object("partialFingerprints") { $0.string("glossport/v1", finding.fingerprint.description) }
        json.object("properties") {
            if let locale = finding.locale { $0.string("locale", locale) }
            if let message = finding.message { $0.string("message", message) }
            if let field = finding.field { $0.string("field", field) }
            if let excerpt = finding.excerpt { $0.string("excerpt", excerpt) }
            if let range = finding.range { $0.object("range") { Self.range(range, &$0) } }
        }
    }

    /// The place in the snippet, because columns cannot indicate it if a file escapes characters.
    private static func range(_ range: TextRange, _ json: inout JSONLine) {
        func array(_ name: StaticString, _ range: Range<Int>) {
            json.array(name) {
                $0.integer(nil, range.lowerBound)
                $0.integer(nil, range.upperBound)
            }
        }
        array("scalars", range.scalars)
        array("utf16", range.utf16)
    }

    private static func location(_ place: ReportedFinding.Place, _ snippet: String?, _ json: inout JSONLine) {
        json.object("physicalLocation") {
            $0.object("artifactLocation") {
                let uri = PercentEncoding.encoded(place.path)
                let isElsewhere = place.path.hasPrefix("/")
                $0.string("uri", isElsewhere ? "file://" + uri : uri)
                if !isElsewhere { $0.string("uriBaseId", root) }
            }
            $0.object("region") {
                $0.integer("startLine", place.line)
                $0.integer("startColumn", place.column)
                if let snippet { text("snippet", snippet, &$0) }
            }
        }
        guard let inner = place.innerPath else { return }
        json.array("logicalLocations") {
            $0.object {
                $0.string("fullyQualifiedName", inner.namingUnprintables())
                $0.string("kind", "resource")
            }
        }
    }

    private static func text(_ name: StaticString, _ text: String, _ json: inout JSONLine) {
        json.object(name) { $0.string("text", text) }
    }
}
