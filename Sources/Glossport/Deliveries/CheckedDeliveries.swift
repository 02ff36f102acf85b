package import GlossportChecking
package import GlossportProject
public import GlossportReading

/// Deliveries without errors.
///
/// Only these can be planned, approved or sent.
public struct CheckedDeliveries: Sendable {
    /// The warnings and notes about the deliveries.
    public let findings: [Finding]
    package let project: Project
    package let catalog: Catalog
    /// Whether all deliveries, messages and locales are included.
    ///
    /// Only then does the absence of an item mean that the project no longer wants it.
    package let isWhole: Bool
    private let files: [SourceFile]

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

    /// Creates deliveries without checking for errors, for tests and simulations.
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

    /// The delivered files in the form that the journal records.
    package var sources: [RunStart.Source] { get throws { try files.map { try $0.runSource } } }

    /// The items that are desired at a destination.
    ///
    /// Ids that were deleted at the destination are not reused.
    package func items(after known: JournalContents) -> DesiredItems {
        let deleted = known.records.filter { $0.state == .deleted }.map(\.item.id)
        return ItemFactory.items(of: catalog, for: project, deleted: Set(deleted))
    }

    /// The defaults of a destination that the project no longer wants.
    ///
    /// A partial delivery withdraws nothing.
    ///
    /// In production, `run` reads the current defaults of these slots from the service, for this computation only. A
    /// default that was set by others stays.
    ///
    /// - Throws: `GlossportError` from the journal, or if the service can't be reached.
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

/// Deliveries with errors; they are not processed any further.
public struct RefusedDeliveries: Error, RunResult {
    package let review: Review

    package init(_ review: Review) { self.review = review }

    /// Always ``ExitStatus/findings``; nothing was sent.
    public var status: ExitStatus { .findings }
    /// The errors, warnings and notes about the deliveries.
    public var findings: [Finding] { review.findings }
}
