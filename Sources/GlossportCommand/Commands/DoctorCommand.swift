import ArgumentParser
import Glossport
import GlossportProject
import GlossportReading

/// Checks each prerequisite of an import in turn; with `--probe`, tests the sandbox instead, for behavior that Apple
/// does not document.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check key, clock, token, access, quota, journal, messages and dictionaries.",
        discussion: """
            Makes two requests, for the list of messages and the real-time URL, and records them in the journal if there is one. \
            Shows no secrets.

            --probe asks the sandbox what Apple does not document: how it counts texts, how late lists are, which locales it \
            takes, and more. It uploads about 20 messages and a picture of its own, deletes them again, and writes \
            probe.json, and probe.md to paste into an issue. The next probe deletes what a stopped or killed one has left.

            EXAMPLES
              glossport doctor
              glossport doctor --environment production
              glossport doctor -o json | jq '.checks[] | select(.verdict == "problem")'
              glossport doctor --probe

            Exit code 7 means that the key, the token or access is refused; 3 means any other problem, or a question of a probe \
            without an answer.
            """
    )

    @OptionGroup var access: AccessOptions
    @OptionGroup(title: "Project") var several: SeveralOptions
    @OptionGroup(title: "Probe") var probe: ProbeOptions
    @OptionGroup(title: "Probe") var consent: ConsentOptions
    @OptionGroup(title: "Limits") var lock: LockOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func validate() throws {
        if probe.probeQuota, !probe.probe { throw ValidationError("--probe-quota needs --probe.") }
    }

    func run() async throws {
        guard !probe.probe else { return try await runProbe() }
        let session = try access.session()
        var diagnosis = Diagnosis(session.destination)
        try await DiagnoseSetup().perform(in: session, &diagnosis)
        if Readers.languages == nil {
            diagnosis.unknown(
                .languages,
                "Not checked in any text: this build has no CLD2, so rules about languages don't run."
            )
        }
        diagnosis.judge(Readers.spelling, for: session.project.locales.expected)
        output.show(DoctorReport(diagnosis))
        if diagnosis.status != .done { throw diagnosis.status }
    }

    private func runProbe() async throws {
        let workspace = try Workspace(access.project, needsApp: true)
        let files = try probe.files(in: workspace.projectFolder)
        let conversation = TerminalConversation(agreed: consent.yes)
        let work = ProbeService(spendsQuota: probe.probeQuota)
        let session = work.session(try access.session(in: workspace, lock, asking: conversation))
        let report = try await session.perform(work).output
        try files.document.write("\(JSON.document(report).text)\n".utf8)
        try files.page.write(report.page.utf8)
        output.show(ProbeOutput(report: report))
        Output.report("Wrote \(files.document.path) and \(files.page.path).")
        if report.status != .done { throw report.status }
    }
}
