private import Foundation
import GlossportChecking
import GlossportReading

/// Writes the reports that were asked for.
struct ReportWriter {
    private let orders: [(kind: ReportKind, path: String?)]
    private let project: String?

    /// Before anything is read, so that a mistake shows at once.
    ///
    /// - Throws: `GlossportError` for reports that make no sense, and for places where none may be written.
    init(_ options: ReportOptions, _ workspace: Workspace) throws {
        orders = try options.orders()
        project = workspace.path
        for path in orders.compactMap(\.path) { try workspace.projectFolder.check(output: path) }
    }

    /// Writes all of them, whether or not there are errors.
    ///
    /// - Throws: `GlossportError` for a file that can't be written.
    func write(_ review: Review) throws {
        guard !orders.isEmpty else { return }
        let report = Report(review, try context)
        for (kind, path) in orders {
            if let text = kind.text(of: report), let path {
                try Self.refuse(path, among: [project].compactMap(\.self) + review.collected.sources.map(\.path))
                try OutputFile.write(text.utf8, to: path)
            } else {
                for line in GitHubReport.annotations(of: report) { Output.talk(DataText(line)) }
                try appendSummary(of: report)
            }
        }
    }

    private var context: Report.Context {
        get throws {
            let current = FileManager.default.currentDirectoryPath
            return Report.Context(
                version: GlossportCommand.version,
                words: { $0.words },
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

    /// A slip of the pen must not cost a delivery.
    private static func refuse(_ path: String, among inputs: [String]) throws {
        let file = URL(filePath: path).resolvingSymlinksInPath().path
        guard inputs.contains(where: { URL(filePath: $0).resolvingSymlinksInPath().path == file }) else { return }
        throw GlossportError(
            .invalidOption,
            "A report can't replace \(path), which was just read.",
            remedy: "Give it another path."
        )
    }

    /// Adds to what earlier commands of the step have written.
    private func appendSummary(of report: Report) throws {
        guard let path = ProcessInfo.processInfo.environment["GITHUB_STEP_SUMMARY"], !path.isEmpty else { return }
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw OutputFile.unwritable(path) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            let used = Int(try file.seekToEnd())
            try file.write(contentsOf: Data(GitHubReport.summary(of: report, after: used).utf8))
        } catch {
            throw OutputFile.unwritable(path)
        }
    }
}
