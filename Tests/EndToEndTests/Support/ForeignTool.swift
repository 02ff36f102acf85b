import Foundation
import Testing

/// A program that others wrote and that `make test` installs.
enum ForeignTool {
    case python
    /// Python with Apple's library.
    case appleLibrary
    case chromeDriver
    case openSSL
    case xmllint

    var path: String {
        switch self {
        case .python: "/usr/bin/python3"
        case .appleLibrary: Repository.file(".build/apple-library/bin/python3")
        case .chromeDriver: "/usr/bin/chromedriver"
        case .openSSL: "/usr/bin/openssl"
        case .xmllint: "/usr/bin/xmllint"
        }
    }

    /// Whether to use it: where it is missing, a test may be skipped, but not where the change is judged (`.ci/run`).
    var isWanted: Bool {
        FileManager.default.isExecutableFile(atPath: path)
            || ProcessInfo.processInfo.environment["GLOSSPORT_SKIP_NOTHING"] != nil
    }

    /// Runs it and returns its lines.
    ///
    /// - Throws: If it can't be started.
    func run(_ arguments: [String], in project: TestProject) async throws -> [String] {
        let (output, errors) = (project.file("tool.out"), project.file("tool.err"))
        let process = try ChildProcess(
            ChildProcess.Launch(
                executable: path,
                arguments: arguments,
                environment: ["PATH": "/usr/bin:/bin", "HOME": project.path, "LANG": "C.UTF-8"],
                folder: project.path,
                outputPath: output,
                errorPath: errors
            )
        )
        let end = await process.end()
        let text = try [output, errors].map {
            String(decoding: try Data(contentsOf: URL(fileURLWithPath: $0)), as: UTF8.self)
        }
        #expect(end == .exited(0), "\(text.joined())")
        return text[0].split(separator: "\n").map(String.init)
    }
}
