import ArgumentParser
import Foundation

@testable import GlossportCommand

/// A temporary folder with a project file and deliveries.
final class ProjectOnDisk {
    let folder = FileManager.default.temporaryDirectory.appending(path: "validate-\(UUID().uuidString)").path

    /// - Parameters:
    ///   - project: The project file without its app and environment.
    ///   - files: The texts of the files, by path.
    /// - Throws: Errors of the file system.
    init(_ project: String, _ files: [String: String]) throws {
        let all = files.merging(["glossport.yaml": "app: com.example.x\nenvironment: sandbox\n" + project]) {
            first,
            _ in first
        }
        for (name, text) in all {
            let url = URL(filePath: path(name))
            let parent = url.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func path(_ name: String) -> String { folder + "/" + name }

    func text(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }

    func write(_ text: String, to name: String) throws { try Data(text.utf8).write(to: URL(filePath: path(name))) }

    /// Runs `validate` and returns its report and lines; the arguments must not name a project.
    func validate(_ arguments: String...) async throws -> (report: CheckReport, lines: String) {
        let command = try ValidateCommand.parse(["--project", folder] + arguments)
        let report = try await command.check(command.workspace).report
        return (report, report.lines(verbose: command.output.verbose, on: .stdout).joined(separator: "\n"))
    }
}
