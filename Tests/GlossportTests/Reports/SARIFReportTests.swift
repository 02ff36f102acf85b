import Foundation
import GlossportChecking
import GlossportReading
import GlossportReporting
import Testing

@Suite("Reports: SARIF and Code Quality")
struct SARIFReportTests {
    private typealias Object = [String: Any]

    private func document(_ kind: ReportKind, _ report: Report) throws -> Any {
        let text = try #require(kind.text(of: report))
        return try JSONSerialization.jsonObject(with: Data(text.utf8))
    }

    private func run(_ report: Report) throws -> Object {
        let log = try #require(try document(.sarif, report) as? Object)
        return try #require((log["runs"] as? [Object])?.first)
    }

    private func results(_ findings: [Finding]) throws -> [Object] {
        try #require(try run(ReportSample.report(findings))["results"] as? [Object])
    }

    private func location(_ result: Object) throws -> Object {
        try #require((result["locations"] as? [Object])?.first)
    }

    private func artifact(_ result: Object) throws -> Object {
        let physical = try #require(try location(result)["physicalLocation"] as? Object)
        return try #require(physical["artifactLocation"] as? Object)
    }

    @Test("The run declares that columns are counted in Unicode scalars")
    func columns() throws {
        let run = try run(ReportSample.report([ReportSample.finding()]))
        #expect(run["columnKind"] as? String == "unicodeCodePoints")
        let result = try #require((run["results"] as? [Object])?.first)
        let physical = try #require(try location(result)["physicalLocation"] as? Object)
        #expect(physical["region"] as? [String: Int] == ["startLine": 2, "startColumn": 7])
    }

    @Test("Severities map to SARIF levels, and each rule is listed once")
    func levels() throws {
        let findings = Severity.allCases.map { ReportSample.finding($0) }
        #expect(try results(findings).compactMap { $0["level"] as? String } == ["error", "warning", "note"])
        let run = try run(ReportSample.report(findings))
        let driver = try #require((run["tool"] as? [String: Object])?["driver"])
        let rules = try #require(driver["rules"] as? [Object])
        #expect(rules.count == RuleSet.all.count)
        let index = try #require(try results(findings)[0]["ruleIndex"] as? Int)
        #expect(rules[index]["id"] as? String == "text-too-long")
        #expect((rules[index]["properties"] as? Object)?["tags"] as? [String] == ["its:length"])
        #expect(driver["semanticVersion"] as? String == "1.2.3")
    }

    @Test("Paths are percent-encoded and relative to the repository's folder")
    func uris() throws {
        let inner = SourceLocation(path: ReportSample.archive + "/xliff/fr ü.xliff", line: 12, column: 9)
        let elsewhere = SourceLocation(path: "/data/ä:b%.csv", line: 1, column: 1)
        let found = try results([ReportSample.finding(at: inner), ReportSample.finding(at: elsewhere)])
        #expect(
            try artifact(found[0]) as? [String: String] == [
                "uri": "app/vendor/2026%2011.zip", "uriBaseId": "%SRCROOT%",
            ]
        )
        let logical = try #require(try location(found[0])["logicalLocations"] as? [[String: String]])
        #expect(logical == [["fullyQualifiedName": "xliff/fr ü.xliff", "kind": "resource"]])
        #expect(try artifact(found[1]) as? [String: String] == ["uri": "file:///data/%C3%A4%3Ab%25.csv"])
    }

    @Test("A fingerprint depends on the text, not on the location")
    func fingerprints() throws {
        let elsewhere = SourceLocation(path: "new/de.csv", line: 99, column: 1)
        let prints = try results([
            ReportSample.finding(), ReportSample.finding(at: elsewhere), ReportSample.finding(field: "body"),
        ]).compactMap { ($0["partialFingerprints"] as? [String: String])?["glossport/v1"] }
        #expect(prints.count == 3 && prints[0] == prints[1] && prints[0] != prints[2])
    }

    @Test("A vendor's text cannot become a link")
    func links() throws {
        let message = try results(ReportSample.hostileFindings).compactMap { $0["message"] as? [String: String] }
        #expect(message.count == ReportSample.hostile.count)
        #expect(!message.contains { $0["text"]?.contains("](") != false })
    }

    @Test("Beyond 25,000 findings, only the most severe are kept, and the run states it")
    func limit() throws {
        let notes = Array(repeating: ReportSample.finding(.note), count: 25_000)
        let run = try run(ReportSample.report(notes + [ReportSample.finding(.error)]))
        let results = try #require(run["results"] as? [Object])
        #expect(results.count == 25_000)
        #expect(results.first?["level"] as? String == "error")
        let invocation = try #require((run["invocations"] as? [Object])?.first)
        let notice = try #require((invocation["toolExecutionNotifications"] as? [Object])?.first)
        let text = "There are 25001 findings; the 1 least severe of them are not here."
        #expect((notice["message"] as? [String: String]) == ["text": text])
    }

    @Test("Code Quality has a separate fingerprint for each issue")
    func codeQuality() throws {
        let report = ReportSample.report(Severity.allCases.map { ReportSample.finding($0) })
        let issues = try #require(try document(.codequality, report) as? [Object])
        #expect(issues.compactMap { $0["severity"] as? String } == ["critical", "minor", "info"])
        #expect(Set(issues.compactMap { $0["fingerprint"] as? String }).count == 3)
        let location = try #require(issues[0]["location"] as? Object)
        #expect(location["path"] as? String == "app/vendor/de.csv")
        #expect(location["lines"] as? [String: Int] == ["begin": 2])
    }
}
