import GlossportChecking
import GlossportReading

/// Lets only deliveries without errors pass.
enum CheckGate {
    /// Checks, and shows findings on stderr.
    ///
    /// - Parameters:
    ///   - workspace: The project and its deliveries.
    ///   - verbose: Whether notes are shown.
    ///   - takesDigests: Whether what is read is hashed, for the journal.
    ///   - reports: What is written beside, whether or not there are errors; `nil` for commands that write none.
    ///   - refusal: What errors mean for the command.
    /// - Returns: What was read.
    /// - Throws: ``FindingsRefusal`` if there are errors.
    static func pass(
        _ workspace: Workspace,
        verbose: Bool,
        takesDigests: Bool = false,
        reports: ReportOptions? = nil,
        refusal: String = "Nothing was sent."
    ) throws -> (
        catalog: Catalog, report: CheckReport, sources: [SourceFile]
    ) {
        let writer = try reports.map { try ReportWriter($0, workspace) }
        let review = try workspace.check(takesDigests: takesDigests)
        let report = CheckReport(review)
        let list = FindingList(review.findings, verbose: verbose, all: "`glossport validate --all`", terminal: .stderr)
        for line in list.lines { Output.talk(line) }
        if !list.lines.isEmpty { Output.talk("") }
        try writer?.write(review)
        if report.counts.errors > 0 {
            Output.talk(
                "\(report.summary) \(refusal) Correct the errors, or change their severity under `rules:`."
            )
            throw FindingsRefusal(check: report)
        }
        return (review.catalog, report, review.collected.sources)
    }
}
