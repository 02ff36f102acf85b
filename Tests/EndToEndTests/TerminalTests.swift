import Foundation
import Testing

/// The output in terminals of different widths.
@Suite("Terminal")
struct TerminalTests {
    private static let product = "com.example.northlight.subscriptions.premium.family.annual"

    /// Returns a project with texts and names that are long, wide, without spaces or written from right to left.
    private func project() throws -> TestProject {
        let message = "keep-annual-subscribers-of-the-family-plan-who-are-about-to-cancel"
        let project = try TestProject(
            """
            deliveries: [{ path: vendor/ }]
            locales: { expected: [de-DE, ja, ar-SA, th] }
            messages:
              \(message): { defaultFor: [\(Self.product), \(Self.product).two] }
              brief: { defaultFor: [com.example.brief] }
            """
        )
        try write(project, message, german: "Donaudampfschifffahrtsgesellschaftskapitäne bleiben uns treu")
        return project
    }

    private func write(_ project: TestProject, _ message: String, german: String) throws {
        try project.write(
            """
            key,de-DE,ja,ar-SA,th
            \(message).header,\(german),一年で最も美しい夜がこれからやってきます。,لا تفوّت أجمل ليالي السنة,คืนที่สวยที่สุดของปีกำลังจะมาถึง
            \(message).body,👩🏽‍🚀🇩🇪 Rumpf,👨‍👩‍👧‍👦をお楽しみください。どうぞこのままお待ちください。,ابقَ معنا,อยู่กับเรา
            brief.header,Kurz,短い,قصير,สั้น
            brief.body,Knapp,短く,باختصار,สั้นๆ

            """,
            to: "vendor/a-folder-with-a-long-name/another-one/texts.csv"
        )
    }

    /// Returns the lines of each command at each width, with its redirected output as `whole`.
    private func show(
        _ commands: [String],
        at widths: [Int],
        in project: TestProject,
        _ emulator: String
    ) async throws -> [(command: String, width: Int, lines: [String], whole: String)] {
        var seen: [(command: String, width: Int, lines: [String], whole: String)] = []
        for command in commands {
            let call = "'\(Executable.glossport.path)' \(command)"
            let environment = ["GLOSSPORT_ENDPOINT": emulator]
            let arguments = command.split(separator: " ").map(String.init)
            let whole = try await Glossport.run(arguments, in: project, environment: environment).output
            for width in widths {
                let text = try await PseudoTerminal.show(
                    "stty cols \(width); \(call)",
                    in: project,
                    environment: environment.merging(["LANG": "C.UTF-8", "NO_COLOR": "1"]) { $1 }
                )
                let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
                seen.append((command, width, lines, whole))
            }
        }
        return seen
    }

    @Test("No line of several words is wider than the terminal, and every shortened word has an ellipsis")
    func widths() async throws {
        let project = try project()
        let widths = [40, 80, 120, 200]
        let (seen, _) = try await Emulator.with(in: project) { emulator in
            var seen = try await show(["validate", "plan", "plan -v"], at: widths, in: project, emulator.endpoint)
            _ = try await Glossport.run("import", "--endpoint", emulator.endpoint, in: project)
            try write(
                project,
                "keep-annual-subscribers-of-the-family-plan-who-are-about-to-cancel",
                german: "Donaudampfschifffahrtsgesellschaftskapitäne bleiben doch hier"
            )
            seen += try await show(
                [
                    "plan", "plan --all", "status", "status -v", "coverage", "coverage -v", "ids", "ids -v",
                    "messages list", "messages show brief -v", "defaults list", "defaults list -v", "settle", "prune",
                    "simulate --product com.example.brief --locale de-DE", "doctor", "journal check", "locales",
                    "readers",
                ],
                at: widths,
                in: project,
                emulator.endpoint
            )
            return seen
        }
        for (command, width, lines, whole) in seen {
            let known = Set(whole.split(whereSeparator: \.isWhitespace).map(String.init))
            #expect(!lines.joined().isEmpty, "\(command)")
            for line in lines {
                // The width of emoji and of scripts without spaces depends on the terminal, so only Latin lines are
                // checked here.
                guard line.unicodeScalars.allSatisfy({ $0.value < 0x500 || $0 == "…" || ("–"..."„").contains($0) })
                else { continue }
                // A single word on its line may be wider than the terminal: a name or a path is not shortened here.
                let words = line.split(separator: " ")
                #expect(line.count <= width || words.count == 1, "\(command) at \(width): \(line)")
                for word in words.map(String.init) where !word.contains("…") && word != "\\" {
                    let isComplete = known.contains(word) || known.contains { $0.contains(word) && word.contains("`") }
                    #expect(isComplete || word.contains(where: \.isNumber), "\(command) at \(width): \(word)")
                }
            }
        }
    }

    @Test("On an ASCII terminal, the output contains only ASCII")
    func ascii() async throws {
        let project = try TestProject.keep()
        let call = "'\(Executable.glossport.path)' status --message kept"
        let seen = try await PseudoTerminal.show(call, in: project, environment: ["LC_ALL": "C"])
        #expect(seen.unicodeScalars.allSatisfy { $0.isASCII }, "\(seen)")
        let unicode = try await PseudoTerminal.show(
            "'\(Executable.glossport.path)' explain zz",
            in: project,
            environment: ["LC_ALL": "C.UTF-8"]
        )
        #expect(!unicode.isEmpty)
    }

    @Test("A plan shows a changed text beside the former one, and JSON contains both")
    func diff() async throws {
        let project = try TestProject.keep()
        let (calls, _) = try await Emulator.with(in: project, "--approve-after", "0s") { emulator in
            let endpoint = ["--endpoint", emulator.endpoint]
            let first = try await Glossport.run(["import"] + endpoint, in: project)
            try project.writeKeep(german: "Bleib doch bei uns")
            return [
                first, try await Glossport.run(["plan"] + endpoint, in: project),
                try await Glossport.run(["plan", "--output", "json"] + endpoint, in: project),
            ]
        }
        #expect(calls.map(\.exitCode) == [0, 0, 0], "\(calls.map(\.output))")
        #expect(
            calls[1].stdout.contains(
                """
                  ~ keep de-DE, default for \(TestProject.product)
                      header  - Bleib bei uns
                              + Bleib {+doch+} bei uns

                """
            ),
            "\(calls[1].stdout)"
        )
        #expect(!calls[1].stdout.contains("DEFAULT FOR"), "what customers see is one list: \(calls[1].stdout)")
        let item = try #require(
            try calls[2].json()["items"]?.elements.first { $0["item"]?["locale"]?.string == "de-DE" }
        )
        #expect(item["former"]?["texts"]?["header"]?.string == "Bleib bei uns")
        #expect(item["changed"]?.elements.compactMap(\.string) == ["header"])
    }

    @Test("A command accepts the beginning of an ID, unless it is unknown or too short")
    func shortIDs() async throws {
        let project = try TestProject.keep()
        let (calls, _) = try await Emulator.with(in: project) { emulator in
            _ = try await Glossport.run("import", "--endpoint", emulator.endpoint, in: project)
            let ids = try await Glossport.run("ids", "--output", "json", in: project).json()
            let id = try #require(ids["messages"]?.elements.first?["id"]?.string)
            return [
                try await Glossport.run("explain", String(id.prefix(9)), in: project),
                try await Glossport.run("messages", "show", String(id.prefix(6)).uppercased(), in: project),
                try await Glossport.run("explain", "00000", in: project),
                try await Glossport.run("explain", "5d", in: project),
                try await Glossport.run("explain", "b5bc29e8x", in: project),
                try await Glossport.run("messages", "show", "keep", "--locale", "fr-FR", in: project),
                try await Glossport.run("messages", "show", "kep", in: project),
            ]
        }
        #expect(calls.map(\.exitCode) == [0, 0, 2, 2, 2, 0, calls[6].exitCode], "\(calls.map(\.output))")
        #expect(calls[0].stdout.contains("Bleib bei uns"))
        #expect(calls[1].stdout.contains("Bleib bei uns"))
        #expect(calls[2].stderr.contains("contains no id that begins with"))
        #expect(calls[3].stderr.contains("too short"))
        #expect(calls[4].stderr.contains("not a UUID"))
        #expect(calls[5].stdout.contains("Restez avec nous") && !calls[5].stdout.contains("Bleib"))
        #expect(calls[6].stderr.contains("Did you mean keep?"))
    }

    @Test("`--locale` and `--message` select items in status, coverage, ids, messages, defaults and settle")
    func selected() async throws {
        let project = try TestProject.keep()
        let (calls, _) = try await Emulator.with(in: project, "--approve-after", "0s") { emulator in
            _ = try await Glossport.run("import", "--endpoint", emulator.endpoint, in: project)
            var calls: [Glossport] = []
            for command in [
                ["status", "-v"], ["coverage", "-v"], ["ids"], ["messages", "list"], ["defaults", "list"], ["settle"],
            ] {
                calls.append(
                    try await Glossport.run(
                        command + ["--locale", "de-DE", "--message", "keep"],
                        in: project,
                        environment: ["GLOSSPORT_ENDPOINT": emulator.endpoint]
                    )
                )
            }
            calls.append(try await Glossport.run("status", "--message", "kepe", in: project))
            return calls
        }
        #expect(calls.dropLast().allSatisfy { $0.exitCode == 0 }, "\(calls.map(\.output))")
        for call in calls.dropLast(2) {
            #expect(call.stdout.contains("de-DE") && !call.stdout.contains("fr-FR"), "\(call.stdout)")
        }
        #expect(calls[5].stdout.contains("set before  1"), "\(calls[5].stdout)")
        #expect(calls[6].exitCode == 2 && calls[6].stderr.contains("Did you mean keep?"), "\(calls[6].output)")
    }
}
