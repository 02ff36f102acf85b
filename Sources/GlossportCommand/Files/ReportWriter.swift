private import Foundation
import GlossportChecking
import GlossportReading

/// Writes the reports that were asked for.
struct ReportWriter {
    private let orders: [(kind: ReportKind, file: OutputFile?)]
    private let project: String?

    /// Before anything is read, so that a mistake shows at once.
    init(_ options: ReportOptions, _ workspace: Workspace) throws {
        orders = try options.orders().map { kind, path in
            (kind, try path.map { try OutputFile($0, .report(kind), in: workspace.projectFolder) })
        }
        project = workspace.path
    }

    /// Writes all of them, whether or not there are errors.
    func write(_ review: Review) throws {
        guard !orders.isEmpty else { return }
        let report = Report(review, try context)
        for (kind, file) in orders {
            if let text = kind.text(of: report), let file {
                try file.write(text.utf8)
            } else {
                for line in GitHubReport.annotations(of: report) { Output.report(DataText(line)) }
                try appendSummary(of: report)
            }
        }
    }

    private var context: Report.Context {
        get throws {
            let current = FileManager.default.currentDirectoryPath
            return Report.Context(
                version: GlossportCommand.version,
                folder: RepositoryFolder(root: Self.repository(of: current) ?? current, current: current),
                project: try project.map { ProjectPlaces(try ProjectText.text(of: $0), path: $0) }
            )
        }
    }

    /// The nearest folder above that git knows.
    private static func repository(of folder: String) -> String? {
        var url = URL(filePath: folder, directoryHint: .isDirectory)
        while true {
            if FileManager.default.fileExists(atPath: url.appending(path: ".git").path) { return url.path }
            let above = url.deletingLastPathComponent()
            guard above.path.count < url.path.count else { return nil }
            url = above
        }
    }

    /// Adds to what earlier commands of the step have written.
    private func appendSummary(of report: Report) throws {
        guard let path = ProcessInfo.processInfo.environment["GITHUB_STEP_SUMMARY"], !path.isEmpty else { return }
        let descriptor = try OutputFile(path, .stepSummary).openForAppending(isPrivate: false)
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            let used = Int(try file.seekToEnd())
            try file.write(contentsOf: Data(GitHubReport.summary(of: report, after: used).utf8))
        } catch {
            throw OutputFile.unwritable(path)
        }
    }
}
