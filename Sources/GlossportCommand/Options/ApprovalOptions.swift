import ArgumentParser
import GlossportChecking
import GlossportImporting
import GlossportReading

/// Whether somebody must have approved what is sent.
struct ApprovalOptions: ParsableArguments {
    @Flag(
        name: .customLong("require-approval"),
        help: "Refuse locales that nobody has approved as they are."
    )
    var isRequired = false

    /// Refuses a choice of messages, for an approval is of all messages of a locale.
    func check(_ selection: SelectionOptions) throws {
        guard isRequired, !selection.messages.isEmpty else { return }
        throw GlossportError(
            .invalidOption,
            "--require-approval looks at whole locales, and --message chooses a part of them.",
            remedy: "Leave one of the two out."
        )
    }

    /// Stops before anything is sent, if it is required, where what is wanted is not approved as it is.
    ///
    /// - Parameters:
    ///   - items: What is wanted.
    ///   - journal: Knows who has approved what.
    ///   - destination: Where it is to go.
    /// - Throws: ``GlossportError`` with the code ``GlossportError/Code/drift``.
    func gate(_ items: WantedItems, _ journal: any Journal, _ destination: Destination) async throws {
        guard isRequired else { return }
        let report = ApprovalReport(
            try await ApprovalStanding.wanted(items, in: journal, at: destination),
            destination
        )
        let missing = report.unapproved
        let locales = missing.map(\.locale).joined(separator: ",")
        try ImportJob.refuse(
            report.complaints,
            """
            \(Plural.of(missing.count, "locale is", "locales are")) not approved as \(missing.count == 1 ? "it is" : "they are"); \
            nothing was sent.
            """,
            remedy: """
                Look at it with `glossport preview --locale \(locales)`, and write down who approves it: `glossport approve --environment \
                \(destination.environment.rawValue) --locale \(locales) --by NAME`.
                """
        )
    }
}

extension ApprovalStanding {
    /// The standings of the locales in which something is wanted.
    static func wanted(
        _ items: WantedItems,
        in journal: any Journal,
        at destination: Destination
    ) async throws -> [ApprovalStanding] {
        of(items.texts(for: destination.app), approvals: try await journal.approvals(at: destination))
            .filter { $0.texts != nil }
    }
}
