import Foundation
import Testing

/// Runs the commands of pages as a reader would: in one shell, one after another, in an empty folder.
@Suite(
    "Commands on tutorial pages",
    .enabled(if: ForeignTool.openSSL.isWanted, "openssl is not installed; `make test-all` installs it.")
)
struct TutorialTests {
    /// A command on the page, as typed lines and expected output.
    private struct Step {
        var typed: [String]
        var shown: [String] = []

        /// The command without prompts.
        var command: String {
            ([typed[0].dropFirst(2)] + typed.dropFirst().map { $0.dropFirst(2) }).joined(separator: "\n")
        }
    }

    @Test("Every command works and prints the page's output", arguments: ["docs/tutorial.md", "docs/automation.md"])
    func page(page: String) async throws {
        let text = try String(contentsOfFile: Repository.file(page), encoding: .utf8)
        // Every second part is a console block.
        let parts = text.components(separatedBy: "```console\n").enumerated().flatMap { index, part -> [String] in
            guard index > 0, let end = part.range(of: "```\n") else { return [part] }
            return [String(part[..<end.lowerBound]), String(part[end.lowerBound...])]
        }
        var blocks = parts.indices.filter { !$0.isMultiple(of: 2) }.map { Self.steps(of: parts[$0]) }
        let commands = blocks.enumerated().flatMap { index, steps in
            steps.enumerated().map { ($0 == 0 ? Self.saving(parts[2 * index]) : "") + $1.command }
        }
        let seen = try await Self.run(commands)
        var rest = seen[...]
        for block in blocks.indices {
            for step in blocks[block].indices { blocks[block][step].shown = rest.popFirst() ?? ["nothing was run"] }
        }
        let written = parts.enumerated().map { index, part in
            guard !index.isMultiple(of: 2) else { return part }
            let lines = blocks[index / 2].flatMap { $0.typed + $0.shown }
            return "```console\n" + lines.map { $0 + "\n" }.joined()
        }.joined()
        guard written != text else { return }
        if ProcessInfo.processInfo.environment["GLOSSPORT_E2E_RECORD"] == nil {
            #expect(written == text, "GLOSSPORT_E2E_RECORD=1 writes what is seen into the page")
        } else {
            try Data(written.utf8).write(to: URL(fileURLWithPath: Repository.file(page)))
            Issue.record("Recorded \(page): read it, then run again.")
        }
    }

    /// Returns commands that save the files shown between two blocks, each below a sentence that ends with its path.
    private static func saving(_ prose: String) -> String {
        prose.matches(of: /`(?<path>[\w\/.]+)`:\n\n```\n(?<text>(?:.+\n)+?)```\n/).map { file in
            "cat > \(file.path) <<'END'\n\(file.text)END\n"
        }.joined()
    }

    private static func steps(of block: String) -> [Step] {
        block.split(separator: "\n", omittingEmptySubsequences: false).dropLast().reduce(into: []) { steps, line in
            if line.hasPrefix("$ ") {
                steps.append(Step(typed: [String(line)]))
            } else if !steps.isEmpty, line.hasPrefix("> "), steps[steps.count - 1].shown.isEmpty {
                steps[steps.count - 1].typed.append(String(line))
            } else if !steps.isEmpty {
                steps[steps.count - 1].shown.append(String(line))
            }
        }
    }

    /// Runs the commands in one shell and returns the output of each, without parts that differ between runs.
    private static func run(_ commands: [String]) async throws -> [[String]] {
        let project = try TestProject()
        for name in ["glossport.yaml", TestProject.keyFile, "public.pem"] {
            try FileManager.default.removeItem(atPath: project.file(name))
        }
        let mark = "--- \(UUID().uuidString)"
        // Uses a free port and waits until the emulator listens; background processes end with the shell.
        var script = "cd \"$HOME\"\ntrap 'kill $(jobs -p) 2>/dev/null' EXIT\n"
        for command in commands {
            script += command.replacing("--port 8080", with: "--port 0").replacing(":8080", with: ":$port") + "\n"
            if command.hasSuffix("&") {
                script += """
                    for _ in $(seq 3000); do grep -q '^Listening on ' emulator.log 2>/dev/null && break; sleep 0.1; done
                    port=$(sed -n 's/^Listening on .*:\\([0-9]*\\).*/\\1/p' emulator.log)

                    """
            }
            script += "echo '\(mark)'\n"
        }
        try project.write(script, to: ".tutorial.sh")
        let output = project.file(".tutorial.out")
        let shell = try ChildProcess(
            ChildProcess.Launch(
                executable: "/bin/bash",
                arguments: ["-c", "exec bash .tutorial.sh 2>&1"],
                environment: [
                    "PATH": URL(fileURLWithPath: Executable.glossport.path).deletingLastPathComponent().path
                        + ":/usr/bin:/bin",
                    "HOME": project.path, "LANG": "en_US.UTF-8", "TERM": "dumb", "DICPATH": "/nowhere",
                ],
                folder: project.path,
                outputPath: output,
                errorPath: project.file(".tutorial.err")
            )
        )
        _ = await shell.end()
        let text = try String(contentsOfFile: output, encoding: .utf8)
        return text.components(separatedBy: mark + "\n").dropLast().map { shown in
            shown.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { stable(String($0)) }
        }
    }

    /// Replaces the parts of a line that differ between runs, such as times, sizes, IDs and ports.
    private static func stable(_ line: String) -> String {
        line.replacing(/[0-9.]+ s\b/, with: "… s")
            .replacing(/[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/, with: "…")
            .replacing(/("writer":")[0-9a-f-]+/) { "\($0.1)…" }
            .replacing(/[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9:]{8} (?:UTC|[+-][0-9:]{5})/, with: "…")
            .replacing(/[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z/, with: "…")
            .replacing(/("elapsedSeconds" ?: ?)[0-9.]+/) { "\($0.1)0.1" }
            .replacing(/("(?:median|longest)Seconds" ?: ?)[0-9]+/) { "\($0.1)0" }
            .replacing(/("(?:run|number)" ?: ?)[0-9]+/) { "\($0.1)1" }
            .replacing(/[0-9.,]+ [kM]B/, with: "… kB")
            .replacing(/127\.0\.0\.1:[0-9]+/, with: "127.0.0.1:8080")
    }
}
