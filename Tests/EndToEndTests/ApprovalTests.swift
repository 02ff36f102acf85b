import Foundation
import Testing

/// Approvals are recorded, and `requireApproval` refuses all other texts.
@Suite("Approvals")
struct ApprovalTests {
    private static func project() throws -> TestProject {
        let project = try TestProject("deliveries: [{ path: vendor/ }]")
        try project.writeKeep(german: "Bleib bei uns")
        return project
    }

    private static func approve(_ arguments: String..., in project: TestProject) async throws -> Glossport {
        try await Glossport.run(["approve"] + arguments, in: project)
    }

    @Test("Approved texts are imported, and nothing is sent if a text has changed since")
    func requireApproval() async throws {
        let project = try Self.project()
        let file = try project.text("glossport.yaml")
        try project.configure("requireApproval: true")
        let (_, service) = try await Emulator.with(in: project, "--approve-after", "0s") { emulator in
            func call(
                _ arguments: String...,
                at endpoint: String? = nil
            ) async throws -> Glossport {
                try await Glossport.run(
                    arguments,
                    in: project,
                    environment: ["GLOSSPORT_ENDPOINT": endpoint ?? emulator.endpoint]
                )
            }
            // An unreachable service: a request would change the exit code.
            let nowhere = "http://127.0.0.1:1"
            let never = try await call("import", at: nowhere)
            #expect(never.exitCode == 4, "\(never.output)")
            #expect(never.stderr.contains("de-DE, fr-FR: not approved"), "\(never.output)")
            #expect(never.stderr.contains("2 locales are not approved as they are; nothing was sent."))

            let first = try await Self.approve("--locale", "de-DE", "--by", "Ana Roth", in: project)
            #expect(first.exitCode == 0, "\(first.output)")
            #expect(try await call("import", "--locale", "de-DE").exitCode == 0)
            let half = try await call("import")
            #expect(half.exitCode == 4)
            #expect(half.stderr.contains("fr-FR: not approved") && !half.stderr.contains("de-DE: "), "\(half.output)")

            #expect(try await Self.approve("--all-locales", "--by", "Noa Levi", in: project).exitCode == 0)
            #expect(try await call("import").exitCode == 0)

            try project.writeKeep(german: "Geh nicht")
            let changed = try await call("import", at: nowhere)
            #expect(changed.exitCode == 4, "\(changed.output)")
            #expect(
                changed.stderr.contains("  de-DE: approved by Noa Levi on ")
                    && changed.stderr.contains(" and changed since (then 1 message, "),
                "\(changed.output)"
            )
            #expect(!changed.stderr.contains("fr-FR"), "\(changed.output)")
            #expect(try await call("import", "--locale", "fr-FR").exitCode == 0)
            try project.write(file, to: "glossport.yaml")
            #expect(try await call("import").exitCode == 0)
        }
        #expect(service.messages.count == 3)
    }

    @Test("A reviewer who has only the page approves by its code, which is refused if even a comma has changed")
    func byMail() async throws {
        let project = try Self.project()
        #expect(try await Glossport.run("preview", in: project).exitCode == 0)
        // The reviewer has only this page.
        let page = try project.text("preview.html")
        let line = try #require(page.firstMatch(of: /<li><code>([A-Z2-9]{4}-[A-Z2-9]{4})<\/code> de-DE – German/))
        let code = String(line.output.1)
        func approve(_ code: String) async throws -> Glossport {
            try await Self.approve("--locale", "de-DE", "--code", code, "--by", "Noa Levi", in: project)
        }
        try project.writeKeep(german: "\"Bleib, bei uns\"")
        let late = try await approve(code)
        #expect(late.exitCode == 4, "\(late.output)")
        #expect(late.stderr.contains("a text or a picture is another one. Nothing was approved."), "\(late.output)")
        #expect(try await Self.approve("--list", in: project).stdout.contains("2 not approved."))
        try project.writeKeep(german: "Bleib bei uns")
        // Users type codes in lower case and without hyphens.
        #expect(try await approve(code.lowercased().replacing("-", with: "")).exitCode == 0)
        #expect(try await Self.approve("--list", in: project).stdout.contains("1 approved, 1 not approved."))
        #expect(try await approve("K7QF-3MZ0").exitCode == 2)
        let other = try await Self.approve("--all-locales", "--code", code, "--by", "Noa", in: project)
        #expect(other.exitCode == 2 && other.stderr.contains("--code approves one locale"), "\(other.output)")
    }

    @Test("Adding a message voids only the approvals of its locales, and removing it restores them")
    func messages() async throws {
        let project = try Self.project()
        #expect(try await Self.approve("--all-locales", "--by", "Noa", in: project).exitCode == 0)
        try project.write("key,locale,text\nmore.header,de-DE,Mehr\nmore.body,de-DE,Text\n", to: "vendor/more.csv")
        func states() async throws -> [String?] {
            let list = try await Self.approve("--list", "--output", "json", in: project)
            return try list.json()["locales"]?.elements.map { $0["state"]?.string } ?? []
        }
        #expect(try await states() == ["changed", "approved"])
        try FileManager.default.removeItem(atPath: project.file("vendor/more.csv"))
        #expect(try await states() == ["approved", "approved"])
        try project.write("key,locale,text\nkeep.header,fr-FR,Restez\nkeep.body,fr-FR,Texte\n", to: "vendor/keep.csv")
        #expect(try await states() == ["not-delivered", "changed"])
    }

    @Test("A withdrawn approval no longer counts and shows who withdrew it")
    func withdrawn() async throws {
        let project = try TestProject.keep()
        #expect(try await Self.approve("--all-locales", "--by", "Noa", "--note", "Ticket 1", in: project).exitCode == 0)
        let call = try await Self.approve(
            "--withdraw",
            "--locale",
            "de-DE",
            "--by",
            "Ana",
            "--note",
            "Wrong price",
            in: project
        )
        #expect(call.exitCode == 0, "\(call.output)")
        let list = try await Self.approve("--list", in: project)
        #expect(list.stdout.contains("WITHDRAWN") && list.stdout.contains("Ticket 1; withdrawn by Ana on "))
        #expect(list.stdout.contains(": Wrong price") && list.stdout.contains("1 approved, 1 withdrawn."))
        try project.configure("requireApproval: true")
        let plan = try await Glossport.run("plan", "--offline", in: project)
        #expect(plan.exitCode == 4)
        #expect(
            plan.stdout.contains("de-DE: approved by Noa on ") && !plan.stdout.contains("fr-FR: "),
            "\(plan.output)"
        )
        let again = try await Self.approve("--withdraw", "--locale", "de-DE", in: project)
        #expect(again.exitCode == 2)
        #expect(again.stderr.contains("There is no approval of de-DE to withdraw."), "\(again.output)")
    }

    @Test("A locale with errors cannot be approved, but other locales can")
    func errors() async throws {
        let project = try TestProject.keep(german: "")
        let call = try await Self.approve("--all-locales", "--by", "Noa", in: project)
        #expect(call.exitCode == 4)
        #expect(call.stderr.contains("Nothing was approved."), "\(call.output)")
        #expect(!project.exists(".glossport/journal.sqlite"))
        #expect(try await Self.approve("--locale", "fr-FR", "--by", "Noa", in: project).exitCode == 0)
    }

    @Test(
        "Wrong usage of approve is refused with the reason",
        arguments: [
            (["--by", "Noa"], "Name the locales with"), (["--all-locales"], "Name the person who approves"),
            (["--all-locales", "--locale", "de-DE", "--by", "Noa"], "--locale and --all-locales cannot be combined."),
            (["--list", "--withdraw"], "--list and --withdraw cannot be combined."),
            (["--all-locales", "--by", "Noa\u{202E}"], "contains the character U+202E"),
            (["--all-locales", "--by", " "], "is empty"),
            (["--locale", "ja", "--by", "Noa"], "Nothing was delivered in ja."),
        ]
    )
    func usage(flags: [String], sentence: String) async throws {
        let project = try TestProject.keep()
        let call = try await Glossport.run(["approve"] + flags, in: project)
        #expect(call.exitCode == 2, "\(call.output)")
        #expect(call.stderr.contains(sentence), "\(call.output)")
        #expect(!project.exists(".glossport/journal.sqlite"))
    }

    @Test("With requireApproval, --message is refused")
    func parts() async throws {
        let project = try TestProject.keep()
        try project.configure("requireApproval: true")
        for command in [["import"], ["plan", "--offline"], ["promote"]] {
            let call = try await Glossport.run(command + ["--message", "keep"], in: project)
            #expect(call.exitCode == 2, "\(call.output)")
            #expect(call.stderr.contains("--message cannot be combined with `requireApproval: true`"), "\(call.output)")
        }
    }

    @Test("The preview shows who approved a locale, and whether it has changed since")
    func preview() async throws {
        let project = try TestProject.keep()
        #expect(try await Self.approve("--all-locales", "--by", "<b>Noa & Co", in: project).exitCode == 0)
        try project.writeKeep(german: "Geh nicht")
        #expect(try await Glossport.run("preview", in: project).exitCode == 0)
        let page = try project.text("preview.html")
        #expect(page.contains("<li><bdi>de-DE: approved by &lt;b&gt;Noa &amp; Co on "), "\(page.prefix(9_000))")
        #expect(page.contains(", and changed since (then 1 message, "))
        #expect(page.contains("<li><bdi>fr-FR: approved by &lt;b&gt;Noa &amp; Co on "))
        #expect(try await Glossport.run("preview", "--message", "keep", in: project).exitCode == 0)
        #expect(!(try project.text("preview.html")).contains("approved by"))
    }
}
