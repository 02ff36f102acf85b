import Testing

@Suite("`adopt`")
struct AdoptTests {
    private static let columns = "MessageID,ProductID,CultureCode,Scenario,HeaderText"

    @Test(
        "Commands show messages adopted from another tool under their names"
    )
    func names() async throws {
        let project = try TestProject.keep()
        _ = try await Emulator.with(in: project) { emulator in
            func call(_ arguments: String...) async throws -> Glossport {
                try await Glossport.run(
                    arguments,
                    in: project,
                    environment: ["GLOSSPORT_ENDPOINT": emulator.endpoint, "GLOSSPORT_JOURNAL": "other.sqlite"]
                )
            }
            let first = try await Glossport.run("import", "--endpoint", emulator.endpoint, in: project)
            #expect(first.exitCode == 0, "\(first.output)")
            let ids = try await Glossport.run("ids", "-o", "json", in: project).json()
            let german = try #require(ids["messages"]?.elements.first { $0["locale"]?.string == "de-DE" })
            let id = try #require(german["id"]?.string)
            let gone = "00000000-0000-4000-8000-000000000001"
            try project.write(
                "\(Self.columns)\n\(id.uppercased()),p,de-DE,welcome,\n\(gone),p,fr,welcome,\n",
                to: "manager.csv"
            )
            let adopted = try await call("adopt", "manager.csv")
            #expect(adopted.exitCode == 0, "\(adopted.output)")
            #expect(adopted.stdout == "1 message has a name now.\n")
            #expect(adopted.stderr.contains("\(gone) (welcome fr-FR) is not at the service"))
            let list = try await call("messages", "list", "--message", "welcome")
            #expect(list.stdout.contains("welcome  de-DE") && list.stdout.contains("1 of them selected"))
            #expect(try await call("explain", String(id.prefix(8))).stdout.contains("\(id) is welcome de-DE"))

            try project.writeKeep(german: "Bleib noch")
            let conflict = try await call("import")
            #expect(conflict.exitCode == 5, "\(conflict.output)")
            #expect(conflict.stdout.contains("welcome de-DE"))
            #expect(try await call("plan").stdout.contains("welcome de-DE"))
            let coverage = try await call("coverage")
            #expect(coverage.stdout.contains("\(TestProject.product) in de-DE shows welcome de-DE"))
            let seen = try await call("simulate", "--product", TestProject.product, "--locale", "de-DE")
            #expect(seen.stdout.contains("the message welcome de-DE (\(id))"))
            #expect(try await call("prune").stdout.contains("1 message of other tools stays: welcome de-DE."))
        }
    }

    @Test(
        "An invalid table row gives exit code 2 and an error that states the reason",
        arguments: [
            ("x,p,de-DE,w,", "t.csv:2:11: error: “x” is not a UUID."),
            ("\(id),p,xx,w,", "“xx” is not an App Store locale."),
            ("\(id),p,de-DE,w,\n\(id),p,de-DE,v,", "is in lines 2 and 3."),
        ]
    )
    func refused(rows: String, words: String) async throws {
        let project = try TestProject.keep()
        try project.write("\(Self.columns)\n\(rows)\n", to: "t.csv")
        let call = try await Glossport.run("adopt", "t.csv", in: project)
        #expect(call.exitCode == 2)
        #expect(call.stderr.contains(words), "\(call.stderr)")
    }

    @Test("Other columns of an export, such as a second identifier and texts, are ignored")
    func others() async throws {
        let project = try TestProject.keep()
        for table in [
            "Message ID,Name,Header,Identifier,Language,Body\nx,welcome,Bleib,7,de-DE,Wir wecken dich.\n",
            "Identifier,Message,Language\nx,welcome,de-DE\n",
            "Identifier,\"Message, internal\",Message,Language,\"Notes, too\"\nx,no,welcome,de-DE,y\n",
        ] {
            try project.write(table, to: "t.csv")
            let call = try await Glossport.run("adopt", "t.csv", in: project)
            #expect(call.stderr.contains("“x” is not a UUID."), "\(call.stderr)")
        }
    }

    @Test("A missing column is reported with the existing columns, and the `key` option selects one of them")
    func columns() async throws {
        let project = try TestProject.keep()
        try project.write("Apple,locale,name\nx,de-DE,w\n", to: "t.csv")
        let call = try await Glossport.run("adopt", "t.csv", in: project)
        #expect(call.exitCode == 2)
        #expect(call.stderr.contains("t.csv has no column with ids: it has Apple, locale, name."))
        let named = try await Glossport.run("adopt", "t.csv", "--option", "key=Apple", in: project)
        #expect(named.stderr.contains("“x” is not a UUID."))
    }
}

private let id = "5d0f9bb6-7c07-5a3f-9a5e-4b8f0f0d7a11"
