import Foundation
import Testing

/// A terminal that `script` plays.
enum PseudoTerminal {
    /// The output as a terminal receives it.
    ///
    /// - Parameters:
    ///   - call: A line for the shell.
    ///   - project: The current folder.
    ///   - environment: Variables on top of the bare ones.
    ///   - input: A file to be typed.
    /// - Returns: Everything that is written to it.
    /// - Throws: If it can't be started.
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
