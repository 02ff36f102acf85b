import ArgumentParser
import Glossport
import GlossportProject

struct SettleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settle",
        abstract: "Check what Apple has approved, and make it the default.",
        discussion: """
            Reads the service's list once, then sets every default that the last imports wanted and that is now approved. It does \
            not wait, and is safe to run at any time, such as from cron. Until a message is approved in all its locales, customers \
            keep seeing the old one (see `flip:` in the project file). Defaults that the project file no longer names are removed only if an import has agreed \
            to that. Glossport reads the current default before it replaces it: a default that was set \
            from elsewhere stays and is reported as a conflict (exit code 5).

            EXAMPLES
              glossport settle
              glossport settle --environment production --output json
              glossport settle --message keep-annual

            Exit code 9 means that reviews are pending or withdrawn defaults are still shown, 12 that Apple has rejected a message.
            """
    )

    @OptionGroup var settling: SettlingOptions

    func run() async throws { try await settling.run { _ in } }
}

/// The options of `settle` and `wait`.
struct SettlingOptions: ParsableArguments {
    @OptionGroup(title: "Project") var project: ProjectOptions
    @OptionGroup(title: "Project") var several: SeveralOptions
    @OptionGroup(title: "Service") var service: ServiceOptions
    @OptionGroup(title: "Defaults") var takeOver: TakeOverOptions
    @OptionGroup(title: "Defaults") var replacement: ReplacementOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions
    @OptionGroup(title: "Limits") var lock: LockOptions
    @OptionGroup var consent: ConsentOptions
    @OptionGroup var review: ReviewOptions
    @OptionGroup var selection: SelectionOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    /// Sets approved defaults, and prints the report, which is the last line of an event stream.
    func run(_ adjust: (inout SettleDefaults) -> Void) async throws {
        let workspace = try Workspace(project, needsApp: true)
        let progress = RunProgress(output.output)
        let session = try workspace.session(
            service,
            limits,
            lock,
            asking: TerminalConversation(agreed: consent.yes),
            showing: progress
        )
        var work = SettleDefaults(takeOver.options, replacements: replacement.replacements)
        work.selection = try selection.selection()
        work.pendingIsDone = review.pendingOK
        adjust(&work)
        let finished = try await session.perform(work)
        let status = finished.output.status
        let report = SettleReport(finished.output.summary, session.destination, status)
        output.show(Joined(report, report.summary), RunStampReport(finished.stamp, ended: session.time.now), progress)
        if status != .done { throw status }
    }
}
