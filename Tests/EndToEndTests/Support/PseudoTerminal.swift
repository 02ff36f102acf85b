import Foundation
import Testing

/// A terminal that `script` emulates.
enum PseudoTerminal {
    /// Runs a shell command in a terminal.
    ///
    /// - Parameters:
    ///   - call: The shell command.
    ///   - project: The project whose folder is the current folder.
    ///   - environment: Variables added to a minimal environment.
    ///   - input: The path of a file with the typed input.
    /// - Returns: The output as the terminal receives it.
    /// - Throws: An error if the command cannot be started.
    static func show(
        _ call: String,
        in project: TestProject,
        environment: [String: String] = [:],
        input: String? = nil
    ) async throws -> String {
        let script = "/usr/bin/script"
        try #require(FileManager.default.isExecutableFile(atPath: script))
        let output = project.file("typescript-\(UUID().uuidString)")
        let process = try ChildProcess(
            ChildProcess.Launch(
                executable: script,
                arguments: ["-qec", call, "/dev/null"],
                environment: ["TERM": "xterm", "PATH": "/usr/bin:/bin", "DICPATH": "/nowhere"].merging(environment) {
                    $1
                },
                folder: project.path,
                input: input,
                outputPath: output,
                errorPath: output + ".err"
            )
        )
        _ = await process.end()
        return try String(contentsOfFile: output, encoding: .utf8)
    }
}
