import GlossportProject
import GlossportReading
import GlossportReporting
import Testing

@Suite("Reports: findings and their locations")
struct ReportTests {
    private let project = ProjectVocabulary(
        """
        app: com.example.app
        locales:
          expected:
            - de-DE
            - ja
        messages:
          keep: { kind: text }
          winback:
            kind: text
        """,
        path: "glossport.yaml"
    )

    private func place(_ finding: Finding) -> String? {
        ReportSample.report([finding], project: project).findings.first?.place?.description
    }

    @Test("Paths are relative to the repository's folder, even if the command runs in a subfolder")
    func paths() {
        #expect(place(ReportSample.finding()) == "app/vendor/de.csv:2:7")
        let folder = RepositoryFolder(root: "/r", current: "/r/app")
        let paths = [
            "./a/../b.csv": "app/b.csv", "../b.csv": "b.csv", "/r/x/b.csv": "x/b.csv", "../../b.csv": "/b.csv",
            "/elsewhere/b.csv": "/elsewhere/b.csv", "/rr/b.csv": "/rr/b.csv",
        ]
        for (path, expected) in paths { #expect(folder.path(of: path) == expected) }
    }

    @Test("A finding without a location points to the project file's line that requires the item")
    func withoutPlace() {
        let message = ReportSample.finding(at: nil, locale: "fr-FR", message: "winback", field: nil)
        #expect(place(message) == "app/glossport.yaml:8:3")
        let locale = ReportSample.finding(at: nil, locale: "ja", message: nil, field: nil)
        #expect(place(locale) == "app/glossport.yaml:5:7")
        let nothing = ReportSample.finding(at: nil, locale: nil, message: nil, field: nil)
        #expect(place(nothing) == "app/glossport.yaml:1:1")
    }

    @Test("A finding without a location points to its text, or without a text and project to the first file")
    func withoutProject() {
        #expect(place(ReportSample.finding(at: nil)) == "app/example:1:1")
        let nothing = ReportSample.finding(at: nil, locale: nil, message: nil, field: nil)
        #expect(ReportSample.report([nothing]).findings.first?.place?.path == "app/vendor/de.csv")
    }

    @Test("A finding in an archive points to the archive and names the file in it")
    func archives() throws {
        let inner = SourceLocation(path: ReportSample.archive + "/xliff/fr ü.xliff", line: 12, column: 9)
        let finding = try #require(ReportSample.report([ReportSample.finding(at: inner)]).findings.first)
        #expect(finding.place?.path == "app/vendor/2026 11.zip")
        #expect(finding.place?.innerPath == "xliff/fr ü.xliff")
        #expect(finding.place?.line == 1)
        #expect(finding.text == "It is too long. (In the file: xliff/fr ü.xliff:12:9)")
    }

    @Test(
        "A suffix after a file's name, such as a sheet, cannot lead to another file",
        arguments: ["../src/App.swift", "../../../etc/passwd", "\u{301}/../../src/App.swift", "/etc/passwd", "S"]
    )
    func parts(part: String) throws {
        for file in ["vendor/de.csv", ReportSample.archive, ReportSample.archive + "/xliff/fr ü.xliff"] {
            let place = SourceLocation(path: "\(file)/\(part)", line: 12, column: 9)
            var finding = ReportSample.finding(at: place)
            finding.related = [place]
            let reported = try #require(ReportSample.report([finding]).findings.first)
            let disk = file.hasPrefix(ReportSample.archive) ? ReportSample.archive : file
            #expect(reported.place?.path == "app/" + disk)
            #expect(reported.place?.innerPath == String("\(file)/\(part)".utf8.dropFirst(disk.utf8.count + 1)))
            #expect(reported.place?.line == 1 && reported.place?.column == 1)
            #expect(reported.related.first == reported.place)
            #expect(reported.place?.description == "app/\(file)/\(part):12:9".namingUnprintables())
        }
    }

    @Test("The most severe findings come first")
    func order() {
        let report = ReportSample.report([
            ReportSample.finding(.note), ReportSample.finding(.error), ReportSample.finding(.warning),
        ])
        #expect(report.findings.map(\.severity) == [.error, .warning, .note])
        #expect(report.counts == "1 error, 1 warning, 1 note. 2 files and 2 texts were checked.")
    }

    @Test("A report's texts contain no control characters")
    func unprintables() {
        for finding in ReportSample.report(ReportSample.hostileFindings).findings {
            let shown = [finding.text, finding.remedy, finding.place?.description, finding.locale, finding.message]
            for text in shown.compactMap(\.self) {
                #expect(!text.unicodeScalars.contains { $0.value < 0x20 || [0x202E, 0x2028].contains($0.value) })
            }
        }
    }
}
