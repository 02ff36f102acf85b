import Foundation
import Testing

/// Tests with a small dictionary of their own.
@Suite("Spelling")
struct SpellingTests {
    private let project: TestProject

    init() throws {
        project = try TestProject("deliveries: [{ path: vendor/ }]")
        try project.write("SET UTF-8\n", to: "dictionaries/de_DE.aff")
        try project.write("4\nBleib\nfür\ndich\nda\n", to: "dictionaries/de_DE.dic")
        try project.write(
            "key,locale,text\nkeep.header,de-DE,Bleib fuer dich da\nkeep.body,de-DE,Bleib da\nkeep.header,pl,Witaj\nkeep.body,pl,Witaj znowu\n",
            to: "vendor/texts.csv"
        )
    }

    private func validate(_ environment: [String: String] = [:]) async throws -> JSONValue {
        let names = ["DICPATH": project.file("dictionaries"), "XDG_CACHE_HOME": project.file("cache")]
        return try await Glossport.run(
            ["validate", "--output", "json"],
            in: project,
            environment: names.merging(environment) { $1 }
        ).json()
    }

    private func spelling(_ report: JSONValue) -> [String] {
        let rules = ["misspelling", "unknown-word", "lost-accents"]
        return report["findings"]?.elements.filter { rules.contains($0["rule"]?.string ?? "") }
            .compactMap { $0["text"]?.string } ?? []
    }

    private let misspelling = "header of keep in de-DE has “fuer”, which may be misspelt for “für”."
    private let missing = "Spelling was not checked in pl."

    @Test(
        "A misspelling and a missing dictionary are reported, whatever the state of the cache"
    )
    func cache() async throws {
        let file = "cache/glossport/spelling/de_DE.txt"
        for content in [nil, nil, "damaged", ""] {
            if let content { try project.write(content, to: file) }
            #expect(spelling(try await validate()) == [misspelling, missing])
            #expect(try String(contentsOfFile: project.file(file), encoding: .utf8).contains("fuer\tafür\n"))
        }
        #expect(spelling(try await validate(["XDG_CACHE_HOME": "/proc"])) == [misspelling, missing])
    }

    @Test("Without dictionaries, nothing fails, and `doctor` names the packages")
    func without() async throws {
        #expect(spelling(try await validate(["DICPATH": "/nowhere"])) == ["Spelling was not checked in de-DE, pl."])
        let doctor = try await Glossport.run("doctor", "--endpoint", "http://127.0.0.1:1", in: project)
        #expect(doctor.stdout.contains("hunspell-de-de"), "\(doctor.output)")
    }

    @Test("In untrusted mode, nothing is written, and no dictionary beside the deliveries is opened")
    func untrusted() async throws {
        let call = try await Glossport.run(
            ["validate", "--untrusted", "--output", "json"],
            in: project,
            environment: ["DICPATH": project.file("dictionaries"), "XDG_CACHE_HOME": project.file("cache")]
        )
        #expect(spelling(try call.json()) == ["Spelling was not checked in de-DE, pl."])
        #expect(!FileManager.default.fileExists(atPath: project.file("cache")))
    }
}

/// Misspellings written in advance, among correct texts, with Debian's dictionaries.
@Suite("Spelling with Debian's dictionaries")
struct SpellingTrialTests {
    /// A text and its expected finding.
    private struct Line {
        var finding, locale, text: String
    }

    private static let lines = (try? String(contentsOfFile: Repository.file(path), encoding: .utf8)).map { text in
        text.split(separator: "\n").dropFirst().map { line in
            let columns = line.split(separator: "\t").map(String.init)
            return Line(finding: columns[0], locale: columns[1], text: columns[2])
        }
    }

    private static let path = "Tests/EndToEndTests/Checks/spelling.tsv"
    private static let dictionaries = "/usr/share/hunspell"
    /// Whether the last package in `Scripts/dictionaries` is installed.
    private static let hasDictionaries =
        FileManager.default.fileExists(atPath: dictionaries + "/vi_VN.dic") || ForeignTool.skipsNothing

    @Test(
        "Every misspelling gives one warning of the expected rule, and correct texts give none",
        .enabled(if: hasDictionaries, "The dictionaries are not there; `make test-all` installs them.")
    )
    func slips() async throws {
        let project = try TestProject("deliveries: [{ path: vendor/ }]")
        let lines = try #require(Self.lines)
        let rows = lines.enumerated().map { "m\($0).body\t\($1.locale)\t\($1.text)\n" }
        try project.write("key\tlocale\ttext\n" + rows.joined(), to: "vendor/texts.tsv")
        let call = try await Glossport.run(
            ["validate", "--output", "json"],
            in: project,
            environment: ["DICPATH": Self.dictionaries]
        )
        let findings = try #require(call.json()["findings"]?.elements)
        let rules = ["misspelling", "lost-accents", "wrong-language"]
        for (index, line) in lines.enumerated() {
            let own = findings.filter { $0["message"]?.string == "m\(index)" && $0["severity"]?.string != "note" }
                .compactMap { $0["rule"]?.string }.filter(rules.contains)
            #expect(own == (line.finding == "right" ? [] : [line.finding]), "\(line.locale): \(line.text)")
        }
    }
}
