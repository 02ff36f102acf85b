import Glossport
import GlossportChecking
import GlossportProject
import GlossportReading

/// Shows findings in deliveries, and rejects deliveries with errors.
enum CheckGate {
    /// Checks the deliveries, and prints errors on stderr.
    ///
    /// Warnings are only counted, unless `--verbose` lists them and the notes; `--quiet` omits both.
    ///
    /// With `beforePlan`, the caller adds a plan to the human-readable reports later.
    static func validate(
        _ workspace: Workspace,
        _ output: OutputOptions,
        _ findings: FindingOptions,
        takesDigests: Bool = false,
        reports: ReportOptions? = nil,
        beforePlan isPlanned: Bool = false,
        refusal: String = "Nothing was sent."
    ) async throws -> (deliveries: CheckedDeliveries, report: CheckReport) {
        let writer = try reports.map { try ReportWriter($0, workspace) }
        let review = try await workspace.check(takesDigests: takesDigests, journal: .any)
        let report = CheckReport(review)
        let least: Severity = output.verbose && !findings.quiet ? .note : .error
        let list = FindingList(
            review.findings,
            from: least,
            all: "`glossport validate --all`",
            showsTexts: !findings.quiet,
            terminal: .stderr
        ) { review.id(of: $0).short }
        for line in list.lines { Output.report(line) }
        if !list.lines.isEmpty { Output.report("") }
        let warnings = report.counts.warnings
        if warnings > 0, !output.verbose, !findings.quiet {
            let them = warnings == 1 ? "it" : "them"
            Output.report("\(Plural.of(warnings, "warning")); `glossport validate` lists \(them).")
        }
        let replaced = review.catalog.replaced.count
        if replaced > 0, !findings.quiet {
            let (verb, them) = replaced == 1 ? ("is", "it") : ("are", "them")
            Output.report("\(Plural.of(replaced, "text")) \(verb) not used; `glossport validate` lists \(them).")
        }
        try writer?.write(review, beforePlan: isPlanned)
        do {
            return (try CheckedDeliveries(review, selection: workspace.selection), report)
        } catch {
            Output.report("\(report.summary) \(refusal) Correct the errors, or change their severity under `rules:`.")
            throw error
        }
    }
}
