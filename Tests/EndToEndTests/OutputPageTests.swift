import Foundation
import Testing

/// Checks that *Output formats*, the page for authors of scripts, lists exactly the members that commands print.
@Suite("Output formats")
struct OutputPageTests {
    private struct Section {
        /// The members that have a row in the section's table.
        var rows: Set<String> = []
        /// The members that may be absent according to the page.
        var optional: Set<String> = []
        /// All words in code spans.
        var words: Set<String> = []

        init(_ text: Substring) {
            words = Set(text.matches(of: /`([A-Za-z0-9]+)`/).map { String($0.1) })
            for line in text.split(separator: "\n") where line.hasPrefix("| `") {
                let cell = line.dropFirst(2).prefix { $0 != "|" }
                let names = cell.matches(of: /`([A-Za-z0-9]+)`/).map { String($0.1) }
                rows.formUnion(names)
                if line.contains("absent") || line.contains("only if") || line.contains("as far as")
                    || line.contains("if that is")
                {
                    optional.formUnion(names)
                }
            }
        }
    }

    private static let page: [String: Section] = {
        let path = "docs/output.md"
        let text = (try? String(contentsOfFile: Repository.file(path), encoding: .utf8)) ?? ""
        let sections = text.split(separator: "\n## ").dropFirst().map { section in
            (String(section.prefix { $0 != "\n" }), Section(section))
        }
        return Dictionary(uniqueKeysWithValues: sections)
    }()

    /// Returns all words in code spans of some sections.
    private static func words(_ sections: String...) -> Set<String> {
        sections.reduce(into: []) { $0.formUnion(page[$1]?.words ?? []) }
    }

    /// Members whose own members have variable names, such as counts by kind or a reader's words.
    private static let free: Set<String> = [
        "skipped", "detected", "items", "reviews", "defaults", "requests", "failures",
    ]

    private static func members(of value: Any, in place: String = "") -> Set<String> {
        switch value {
        case let object as [String: Any]:
            guard !free.contains(place) else { return [] }
            return object.reduce(into: Set(object.keys)) { $0.formUnion(members(of: $1.value, in: $1.key)) }
        case let array as [Any]: return array.reduce(into: []) { $0.formUnion(members(of: $1)) }
        default: return []
        }
    }

    /// Returns a project with the sample's deliveries and images.
    private func project() throws -> TestProject {
        let project = try TestProject()
        for name in ["vendor", "images", "glossport.yaml"] {
            try FileManager.default.removeItemIfThere(project.file(name))
            try FileManager.default.copyItem(
                atPath: Repository.file("samples/northlight/\(name)"),
                toPath: project.file(name)
            )
        }
        return project
    }

    private static let plugin = Repository.file("samples/northlight-wiki/tools/glossport-reader-markdown")

    @Test("output.md documents every JSON member of a command, and every mandatory member is printed")
    func members() async throws {
        let project = try project()
        try project.write(try project.text("glossport.yaml") + "requireApproval: true\n", to: "approval.yaml")
        let (calls, _) = try await Emulator.with(
            in: project,
            more: ["--approve-after", "0s", "--performance-test-time", "1ms"]
        ) { emulator in
            _ = try await Glossport.run(
                ["realtime", "url", "https://example.com", "--endpoint", emulator.endpoint],
                in: project
            )
            var calls: [(section: String, call: Glossport)] = []
            for (section, arguments) in [
                ("brief, reject", ["brief", "--locale", "ja", "--out", "brief"]), ("validate", ["validate"]),
                ("brief, reject", ["reject", "--out", "kit"]), ("plan", ["plan"]),
                ("approve", ["approve", "--all-locales", "--by", "Noa Levi", "--note", "Ticket 4711"]),
                ("approve", ["approve", "--list"]), ("plan", ["plan", "--project", "approval.yaml"]),
                ("import", ["import"]), ("settle", ["settle"]),
                ("coverage", ["coverage"]), ("ids", ["ids"]), ("status", ["status", "-v"]), ("doctor", ["doctor"]),
                ("journal check", ["journal", "check"]), ("journal rebuild", ["journal", "rebuild"]),
                ("readers", ["readers"]),
                ("plugin check", ["plugin", "check", Self.plugin]),
                ("locales", ["locales"]),
                ("realtime", ["realtime"]), ("realtime test", ["realtime", "test", "--original-transaction-id", "1"]),
                ("defaults list", ["defaults", "list"]), ("messages list, images list", ["messages", "list"]),
                ("messages list, images list", ["images", "list"]),
                ("messages show", ["messages", "show", "keep-annual"]), ("prune", ["prune", "--yes"]),
                ("read", ["read", "vendor"]),
            ] {
                let isLines = section == "read"
                let call = try await Glossport.run(
                    arguments + (isLines ? [] : ["--output", "json"]),
                    in: project,
                    environment: ["GLOSSPORT_ENDPOINT": emulator.endpoint]
                )
                calls.append((section, call))
            }
            return calls
        }
        for (name, call) in calls {
            let section = try #require(Self.page[name], "the page has no section “\(name)”: \(call.output)")
            let text =
                name == "read" ? "[" + call.stdout.split(separator: "\n").joined(separator: ",") + "]" : call.stdout
            let value = try #require(
                try? JSONSerialization.jsonObject(with: Data(text.utf8)),
                "\(name): \(call.output)"
            )
            let shared = Self.words("Values", ["import": "settle", "plan": "validate"][name] ?? "Overview")
            let unknown = Self.members(of: value).subtracting(section.words).subtracting(shared)
            #expect(unknown == [], "members of `\(name)` that the page lacks")
            // Optional members (“absent”, “only if”) are not in every document.
            #expect(
                section.rows.subtracting(section.optional).subtracting(Self.members(of: value)) == [],
                "rows of \(name)"
            )
        }
    }
}

/// The output of changes and failures, and during a run.
extension OutputPageTests {
    @Test("output.md documents every JSON member of a change, and every mandatory member is printed")
    func changes() async throws {
        let project = try project()
        let id = "5d0f9bb6-7c07-5a3f-9a5e-4b8f0f0d7a11"
        try project.write("MessageID,Scenario,CultureCode\n\(id),welcome,de-DE\n", to: "names.csv")
        let slot = ["--product", "com.example.northlight.annual", "--locale", "de-DE"]
        let defaults = "defaults set, delete, rollback, hold, release"
        let (calls, _) = try await Emulator.with(in: project, "--approve-after", "0s") { emulator in
            func call(_ arguments: [String]) async throws -> Glossport {
                try await Glossport.run(
                    arguments + ["--output", "json"],
                    in: project,
                    environment: ["GLOSSPORT_ENDPOINT": emulator.endpoint]
                )
            }
            #expect(try await call(["import"]).exitCode == 0)
            let shown = try #require(
                try await call(["defaults", "list"]).json().elements.first { $0["locale"]?.string == "de-DE" }
            )
            let current = try #require(shown["current"]?.string)
            var calls: [(section: String, call: Glossport)] = []
            for (section, arguments) in [
                (defaults, ["defaults", "hold"] + slot), (defaults, ["defaults", "release"] + slot),
                (defaults, ["defaults", "delete"] + slot), (defaults, ["defaults", "set", current] + slot),
                (defaults, ["defaults", "rollback", "--empty"]), (defaults, ["defaults", "rollback"]),
                ("simulate", ["simulate"] + slot), ("explain", ["explain", current]),
                ("adopt", ["adopt", "names.csv"]),
                ("realtime", ["realtime", "url", "https://example.com/a"]),
                ("realtime", ["realtime", "url", "--delete"]),
                ("messages delete, images delete", ["messages", "delete", id, "--yes"]),
                ("messages delete, images delete", ["images", "delete", id, "--yes"]),
                ("journal compact", ["journal", "compact"]),
                ("journal copy", ["journal", "copy", "copy.sqlite"]), ("preview", ["preview"]),
                ("accept", ["accept", "--all", "--by", "Noa Levi", "--why", "Old texts"]),
                ("plugin new", ["plugin", "new", "ini"]),
                ("plugin trust", ["plugin", "trust", Self.plugin]),
                ("init", ["init", "--project", "new.yaml"]), ("init", ["init", "--update"]),
            ] {
                calls.append((section, try await call(arguments)))
            }
            return calls
        }
        var printed: [String: Set<String>] = [:]
        for (name, call) in calls {
            #expect(call.exitCode == 0, "\(name): \(call.output)")
            let section = try #require(Self.page[name], "the page has no section “\(name)”")
            let value = try #require(
                try? JSONSerialization.jsonObject(with: Data(call.stdout.utf8)) as? [String: Any],
                "\(name): \(call.output)"
            )
            let members = Self.members(of: value)
            printed[name, default: []].formUnion(members)
            #expect(value["schema"] != nil, "\(name)")
            let shared = Self.words("Values", "Overview")
            #expect(
                members.subtracting(section.words).subtracting(shared) == [],
                "members of `\(name)` that the page lacks"
            )
        }
        for (name, members) in printed {
            let section = try #require(Self.page[name])
            #expect(section.rows.subtracting(section.optional).subtracting(members) == [], "rows of \(name)")
        }
    }

    @Test("output.md documents every JSON member of a failure and of an event")
    func failuresAndEvents() async throws {
        let project = try project()
        let (calls, _) = try await Emulator.with(in: project, "--approve-after", "0s") { emulator in
            var calls: [Glossport] = []
            for arguments in [
                ["import", "--deadline", "0s", "-o", "json"], ["import", "--wait-for-review", "1s", "-o", "jsonl"],
                ["import", "--endpoint", "http://127.0.0.1:1", "--max-wait", "0s", "-o", "json"],
            ] {
                let environment = ["GLOSSPORT_ENDPOINT": emulator.endpoint]
                calls.append(try await Glossport.run(arguments, in: project, environment: environment))
            }
            try FileManager.default.removeItem(atPath: project.file("vendor/xliff"))
            calls.append(try await Glossport.run("import", "-o", "json", in: project))
            return calls
        }
        #expect(calls.map(\.exitCode) == [10, 0, 6, 4], "\(calls.map(\.output))")
        let failures = try #require(Self.page["Failures"])
        var seen: Set<String> = []
        for call in [calls[0]] + calls[2...] {
            let object = try #require(try? JSONSerialization.jsonObject(with: Data(call.stdout.utf8)))
            seen.formUnion(Self.members(of: object))
        }
        let known = failures.words.union(Self.words("Values", "validate"))
        #expect(seen.subtracting(known) == [], "members of failures that the page lacks")
        // No failure here ends a stream of events, concerns a saved plan or results from a lack of quota.
        #expect(failures.rows.subtracting(seen) == ["event", "differences", "resumeAt", "left"], "rows of failures")
        let words = Self.words("Values", "Events", "import", "settle")
        for line in calls[1].stdout.split(separator: "\n") {
            let event = try #require(try? JSONSerialization.jsonObject(with: Data(line.utf8)))
            #expect(Self.members(of: event).subtracting(words) == [], "\(line)")
        }
    }
}

extension FileManager {
    fileprivate func removeItemIfThere(_ path: String) throws {
        if fileExists(atPath: path) { try removeItem(atPath: path) }
    }
}
