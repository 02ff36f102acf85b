import ArgumentParser
import GlossportChecking
import GlossportImporting

/// Looks at the reviews and sets what can be set.
struct SettleCommand: LimitedCommand {
    static let configuration = CommandConfiguration(
        commandName: "settle",
        abstract: "Check what Apple has approved, and make it the default.",
        discussion: """
            One list call, then every default that the last imports wanted and that is approved now. Ends at once, and can be \
            run at any time, such as from cron. Until a message is approved in all its locales, customers keep seeing the old \
            one (see --flip). What a product shows is asked before it is replaced: what this journal has not set stays, and is \
            shown as a conflict (exit code 5).

            EXAMPLES
              glossport settle
              glossport settle --environment production --output json
              glossport settle --flip each
              glossport settle --message keep-annual

            Exit code 9 says that reviews are pending, 12 that Apple has rejected a message.
            """
    )

    @OptionGroup(title: "Project") var project: ProjectOptions
    @OptionGroup(title: "Service") var service: ServiceOptions
    @OptionGroup(title: "Defaults") var flip: FlipOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions
    @OptionGroup(title: "Limits") var lock: LockOptions
    @OptionGroup(title: "Limits") var submission: SubmissionOptions
    @OptionGroup var absence: AbsenceOptions
    @OptionGroup var consent: ConsentOptions
    @OptionGroup var replacement: ReplacementOptions
    @OptionGroup var review: ReviewOptions
    @OptionGroup var selection: SelectionOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
        let session = try Session(try Workspace(project, needsApp: true), service, limits, lock, absence: absence)
        try await submission.require(session, parks: false)
        try flip.confirmTakingOver(session.destination, consent)
        let status = try await BookedRun.perform(.settle, session, output: output.output) { booked in
            let summary = try await booked.settle(
                flip,
                selection,
                stated: replacement.replacements,
                progress: { booked.events?.show($0) }
            )
            return output.show(SettleReport(summary, session.destination, pendingOK: review.pendingOK), booked)
        }
        if status != .done { throw status }
    }
}

extension FlipOptions {
    /// What imports were confirmed for needs no other question; replacing what others have set does.
    ///
    /// - Throws: As `Confirmation.ask` does.
    func confirmTakingOver(_ destination: Destination, _ consent: ConsentOptions) throws {
        guard takeOver else { return }
        try Confirmation.ask(
            Confirmation.Question(
                deed: "replace defaults that somebody else has set",
                text: "Replace defaults of \(destination) also where somebody else has set them?"
            ),
            destination,
            agreed: consent.yes
        )
    }
}

extension OutputOptions {
    /// Prints the report of a run, as the last line of its events if there are some.
    ///
    /// - Returns: Its exit code.
    func show(_ report: SettleReport, _ booked: BookedRun) -> ExitStatus {
        show(report, of: booked)
        return ExitStatus(rawValue: Int32(report.exitCode)) ?? .unclassified
    }
}
