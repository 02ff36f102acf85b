import Foundation
import Testing

@Suite("The log of requests")
struct RequestLogTests {
    private func project() throws -> TestProject {
        let project = try TestProject("deliveries: [{ path: vendor/ }]")
        try project.add(.small)
        return project
    }

    @Test("The log contains every request and its attempts, but no secrets and no texts")
    func everything() async throws {
        let project = try project()
        let (call, service) = try await Emulator.with(in: project, "--fault", "500-before/uploadMessage@2") {
            emulator in
            try await Glossport.run(
                "import",
                "--log",
                "log.jsonl",
                "--max-wait",
                "1m",
                in: project,
                environment: ["GLOSSPORT_ENDPOINT": emulator.endpoint]
            )
        }
        #expect(call.exitCode == 0, "\(call.output)")
        let text = try project.text("log.jsonl")
        let lines = try text.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
        #expect(lines.count == service.requests.count)
        #expect(lines.filter { $0["method"]?.string == "PUT" }.count == service.uploads.count)
        #expect(lines.compactMap { $0["attempt"]?.int }.max() ?? 0 > 1)
        #expect(Set(lines.compactMap { $0["status"]?.int }) == Set(service.requests.compactMap(\.status)))
        for line in lines {
            #expect(line["time"]?.string?.hasSuffix("Z") == true)
            #expect(line["path"]?.string?.hasPrefix("/inApps/v1/messaging/") == true)
            #expect(line["milliseconds"]?.int ?? -1 >= 0)
            #expect(line["server"]?.string?.hasPrefix("http://127.0.0.1:") == true)
        }
        #expect(!text.contains("eyJ") && !text.contains("Bearer") && !text.contains("✦"))
        for line in project.privateKey.split(separator: "\n") { #expect(!text.contains(line)) }
        let mode =
            try FileManager.default.attributesOfItem(atPath: project.file("log.jsonl"))[.posixPermissions] as? Int
        #expect(mode == 0o600)
        // The page must list every member of a line.
        let page = try String(
            contentsOfFile: Repository.file("docs/output.md"),
            encoding: .utf8
        )
        let section = page.split(separator: "\n## ").first { $0.hasPrefix("The log of requests") } ?? ""
        for member in lines.reduce(into: Set<String>(), { $0.formUnion($1.members) }) {
            #expect(section.contains("`\(member)`"), "\(member)")
        }
    }

    @Test("Later runs append to the log, and it also contains requests without an answer")
    func appended() async throws {
        let project = try project()
        let (codes, _) = try await Emulator.with(in: project) { emulator in
            let arguments = ["doctor", "--endpoint", emulator.endpoint, "--log", "log.jsonl"]
            let first = try await Glossport.run(arguments, in: project)
            let second = try await Glossport.run(arguments, in: project)
            return [first.exitCode, second.exitCode]
        }
        #expect(codes == [0, 0])
        #expect(try project.text("log.jsonl").split(separator: "\n").count == 4)
        // Port 9 has no listener.
        _ = try await Glossport.run(
            "messages",
            "list",
            "--log",
            "log.jsonl",
            "--max-wait",
            "0s",
            "--endpoint",
            "http://127.0.0.1:9",
            in: project
        )
        let last = try #require(try project.text("log.jsonl").split(separator: "\n").last)
        let line = try JSONValue(parsing: String(last))
        #expect(line["status"] == nil)
        #expect(line["outcome"]?.string == "not-sent")
    }

    @Test(
        "A file that is not a request log is not changed, and nothing is sent",
        arguments: ["glossport.yaml", "link", "no/where"]
    )
    func otherFiles(path: String) async throws {
        let project = try project()
        try FileManager.default.createSymbolicLink(atPath: project.file("link"), withDestinationPath: "elsewhere.jsonl")
        let before = try project.text("glossport.yaml")
        let (call, service) = try await Emulator.with(in: project) { emulator in
            try await Glossport.run(
                "import",
                "--log",
                path,
                in: project,
                environment: ["GLOSSPORT_ENDPOINT": emulator.endpoint]
            )
        }
        #expect(call.exitCode == 2)
        #expect(service.requests.isEmpty)
        #expect(try project.text("glossport.yaml") == before)
        #expect(!project.exists("elsewhere.jsonl"))
    }
}
