private import Foundation
import GlossportChecking
import GlossportProject
import GlossportReading
import GlossportReporting

struct ReportWriter {
    private let orders: [(kind: ReportKind, file: OutputFile?)]
    private let project: String?

    /// Checks the paths before any delivery is read, so that mistakes show immediately.
    init(_ options: ReportOptions, _ workspace: Workspace) throws {
        orders = try options.orders().map { kind, path in
            (kind, try path.map { try OutputFile($0, .report(kind), in: workspace.projectFolder) })
        }
        project = workspace.path
    }

    /// Writes all reports, whether or not the review contains errors.
    ///
    /// With `beforePlan`, ``write(_:above:)`` follows if there are no errors, and writes the step summary.
    ///
    /// - Throws: ``GlossportError`` if a file can't be written.
    func write(_ review: Review, beforePlan isPlanned: Bool = false) throws {
        guard !orders.isEmpty else { return }
        let report = Report(review, try context)
        for (kind, file) in orders {
            if let text = kind.text(of: report), let file {
                try file.write(text.utf8)
            } else {
                for line in GitHubReport.annotations(of: report) { Output.report(DataText(line)) }
                guard !isPlanned || report.count(.error) > 0 else { continue }
                try appendSummary { GitHubReport.summary(of: report, after: $0) }
            }
        }
    }

    /// Writes a plan above the findings in the Markdown and GitHub reports; if planning has failed and `plan` is `nil`,
    /// writes only the findings.
    func write(_ plan: PlanMarkdown?, above review: Review) throws {
        guard orders.contains(where: { [.markdown, .github].contains($0.kind) }) else { return }
        let report = Report(review, try context)
        let text =
            plan?.text { report.findings.isEmpty ? "" : MarkdownReport.text(of: report, limit: $0) }
            ?? MarkdownReport.text(of: report, limit: PlanMarkdown.limit)
        for (kind, file) in orders {
            switch kind {
            case .markdown: try file?.write(ReportKind.markdownFile(text).utf8)
            case .github: try appendSummary { $0 + text.utf8.count <= GitHubReport.maximumSummary ? text : "" }
            case .sarif, .junit, .codequality: break
            }
        }
    }

    private var context: Report.Context {
        get throws {
            let current = FileManager.default.currentDirectoryPath
            return Report.Context(
                version: GlossportCommand.version,
                folder: RepositoryFolder(root: Self.repository(of: current) ?? current, current: current),
                project: try project.map { ProjectVocabulary(try ProjectText.text(of: $0), path: $0) }
            )
        }
    }

    /// The folder or its nearest parent folder that contains `.git`.
    private static func repository(of folder: String) -> String? {
        var url = URL(filePath: folder, directoryHint: .isDirectory)
        while true {
            if FileManager.default.fileExists(atPath: url.appending(path: ".git").path) { return url.path }
            let above = url.deletingLastPathComponent()
            guard above.path.count < url.path.count else { return nil }
            url = above
        }
    }

    /// Appends to the summary of the GitHub step, which earlier commands may have written; does nothing outside GitHub.
    ///
    /// - Parameter text: Returns the text to append, given the number of bytes already in the summary.
    /// - Throws: ``GlossportError`` if the file can't be written.
    private func appendSummary(_ text: (_ used: Int) -> String) throws {
        guard let path = ProcessInfo.processInfo.environment["GITHUB_STEP_SUMMARY"], !path.isEmpty else { return }
        let descriptor = try OutputFile(path, .stepSummary).openForAppending(isPrivate: false)
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            let used = Int(try file.seekToEnd())
            try file.write(contentsOf: Data(text(used).utf8))
        } catch {
            throw OutputFile.unwritable(path)
        }
    }
}

extension OutputKind {
    static func report(_ kind: ReportKind) -> OutputKind {
        OutputKind(name: "a report of the kind \(kind.rawValue)", flag: "--report", hasWritten: kind.hasWritten)
    }

    /// The summary of a GitHub step, shared by all commands of the step.
    static let stepSummary = OutputKind(name: "a summary", flag: "GITHUB_STEP_SUMMARY") { _ in true }
}
