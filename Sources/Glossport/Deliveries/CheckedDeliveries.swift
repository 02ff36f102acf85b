package import GlossportChecking
package import GlossportProject
public import GlossportReading

/// Deliveries without errors: the only ones that are planned, approved or sent.
public struct CheckedDeliveries: Sendable {
    /// Their warnings and notes.
    public let findings: [Finding]
    package let project: Project
    package let catalog: Catalog
    /// Whether nothing was left out, so that what is lacking is superfluous.
    package let isWhole: Bool
    private let files: [SourceFile]

    /// - Parameters:
    ///   - review: The texts and findings of the deliveries.
    ///   - selection: The selected locales and messages.
    /// - Throws: ``RefusedDeliveries`` if there are errors.
    package init(_ review: Review, selection: Selection = Selection()) throws(RefusedDeliveries) {
        guard !review.findings.contains(where: { $0.severity == .error }) else { throw RefusedDeliveries(review) }
        self.init(
            review.catalog,
            for: review.project,
            isWhole: selection.isEverything && selection.hasWholeDeliveries,
            files: review.collected.sources,
            findings: review.findings
        )
    }

    /// Texts that need no check, for tests and simulations.
    package init(
        _ catalog: Catalog,
        for project: Project,
        isWhole: Bool = true,
        files: [SourceFile] = [],
        findings: [Finding] = []
    ) {
        self.findings = findings
        self.catalog = catalog
        self.project = project
        self.isWhole = isWhole
        self.files = files
    }

    /// The delivered files as the journal remembers them.
    package var sources: [RunStart.Source] { get throws { try files.map { try $0.runSource } } }

    /// The items that are wanted at a destination; ids that were deleted there are not used again.
    package func items(after known: JournalContents) -> DesiredItems {
        let deleted = known.records.filter { $0.state == .deleted }.map(\.item.id)
        return ItemFactory.items(of: catalog, for: project, deleted: Set(deleted))
    }

    /// The defaults of a destination that the project no longer wants; a part of the deliveries withdraws nothing.
    ///
    /// - Parameters:
    ///   - items: The delivered items.
    ///   - known: The contents of the journal.
    ///   - run: Asks in production what customers see there now, for this look only; the defaults of others stay.
    /// - Returns: The defaults.
    /// - Throws: `GlossportError` of the journal, or if the service can't be asked.
    func withdrawals(
        _ items: DesiredItems,
        after known: JournalContents,
        asking run: Run? = nil
    ) async throws -> Withdrawals {
        guard isWhole else { return Withdrawals() }
        var defaults = known.defaults
        func withdrawals() -> Withdrawals {
            Withdrawals(defaults, of: known.records, delivered: items.delivered(for: project), for: project)
        }
        let planned = withdrawals()
        guard let run, run.isProduction, !planned.shown.isEmpty else { return planned }
        let answers = try await run.shownDefaults(in: planned.shown.map(\.slot))
        for (index, record) in defaults.enumerated() {
            let present: ServiceID?
            switch answers[record.slot] {
            case .message(let id)?: present = id
            case .empty?: present = nil
            case .unknown?, nil: continue
            }
            defaults[index].seen = DefaultRecord.Seen(present, at: run.time.now, isOurs: false)
        }
        return withdrawals()
    }
}

/// Deliveries with errors, which nothing is made of.
public struct RefusedDeliveries: Error, RunResult {
    package let review: Review

    package init(_ review: Review) { self.review = review }

    /// Findings, and nothing was sent.
    public var status: ExitStatus { .findings }
    /// Their errors, and the warnings beside them.
    public var findings: [Finding] { review.findings }
}
