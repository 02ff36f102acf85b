import Glossport

/// Lets only deliveries without errors pass.
enum CheckGate {
    /// Checks, and shows findings on stderr.
    ///
    /// - Throws: `ExitStatus.findings` if there are errors.
    static func pass(_ workspace: Workspace, verbose: Bool) throws -> (
        catalog: Catalog, report: CheckReport, sources: [SourceFile]
    ) {
        let (collected, findings) = try workspace.check()
        let report = CheckReport(collected, findings)
        let list = FindingList(findings, verbose: verbose, terminal: .stderr)
        for line in list.lines { Output.talk(line) }
        if !list.lines.isEmpty { Output.talk("") }
        if report.counts.errors > 0 {
            Output.talk(
                "\(report.summary) Nothing was sent. Correct the errors, or change their severity under `rules:`."
            )
            throw ExitStatus.findings
        }
        return (collected.catalog, report, collected.sources)
    }
}
