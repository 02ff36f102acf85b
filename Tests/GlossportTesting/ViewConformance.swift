package import Glossport
import GlossportProject

/// Checks the SQL views of a journal database: items in doubt, requests spent, current defaults, and runs.
package enum ViewConformance {
    /// Records sample events in a journal and queries the views of its database.
    ///
    /// - Parameters:
    ///   - journal: An empty journal.
    ///   - rows: Runs an SQL query and returns the cells of each row as text.
    /// - Returns: A sentence for each wrong answer.
    /// - Throws: Errors of the journal and of `rows`.
    package static func violations(
        _ journal: Journal,
        rows: (String) throws -> [[String?]]
    ) async throws -> [String] {
        let run = try await journal.beginRun(JournalSamples.run())
        let items = JournalSamples.items(3)
        try await journal.want(items, in: run)
        try await journal.attempt(items[0].id, .accepted, to: .uploaded, proof: .response, in: run)
        try await journal.attempt(items[1].id, .unknown, to: .unknown, in: run)
        let slot = DefaultSlot(product: "annual", locale: "de-DE")
        try await journal.setDefault(slot, items[1].id, at: JournalSamples.moment(3), in: run)
        try await journal.setDefault(slot, items[0].id, at: JournalSamples.moment(4), in: run)
        try await journal.endRun(run, at: JournalSamples.moment(5), exitCode: 9)
        var violations = Violations()
        violations.expect(
            try rows("SELECT id, message, locale, state FROM item WHERE state IN ('sending', 'unknown')"),
            [[items[1].id.description, "keep-annual", "de-DE", "unknown"]],
            "items in doubt"
        )
        violations.expect(
            try rows("SELECT endpoint, count(*) FROM attempt GROUP BY endpoint"),
            [["uploadMessage", "2"]],
            "what was spent"
        )
        violations.expect(
            try rows("SELECT app, environment, product, locale, item, kind FROM default_now"),
            [["com.example.northlight", "sandbox", "annual", "de-DE", items[0].id.description, "default-set"]],
            "the defaults"
        )
        violations.expect(
            try rows("SELECT number, command, tool_version, pid, exit_code, wanted FROM run"),
            [["1", "import", "0.0.0-test", "\(ProcessIdentity.current.pid)", "9", "3"]],
            "the runs"
        )
        return violations.sentences
    }
}
