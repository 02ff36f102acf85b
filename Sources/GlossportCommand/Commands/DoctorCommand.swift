import ArgumentParser
import Glossport
import GlossportChecking
import PluginHost

/// Looks at everything that an import needs, one thing after the other, and says what is wrong.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check key, clock, token, access, quota, journal and messages.",
        discussion: """
            Makes two requests, for the list of messages and the real-time URL, and records them in the journal if there is one. \
            Shows no secrets.

            EXAMPLES
              glossport doctor
              glossport doctor --environment production
              glossport doctor -o json | jq '.checks[] | select(.verdict == "problem")'

            Exit code 7 means that the key, the token or access is refused; 3 means any other problem.
            """
    )

    @OptionGroup var access: AccessOptions
    @OptionGroup(title: "Project") var several: SeveralOptions
    @OptionGroup var absence: AbsenceOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
        let session = try access.session(absence: absence)
        var diagnosis = Diagnosis(session.destination)
        try recordReaders(&diagnosis)
        try await DiagnoseSetup().perform(in: session, &diagnosis)
        output.show(DoctorReport(diagnosis))
        if diagnosis.status != .done { throw diagnosis.status }
    }

    /// Checks the sandbox of listed readers; each was found and described before.
    private func recordReaders(_ diagnosis: inout Diagnosis) throws {
        let listed = try Readers.listed(for: ProjectText.load(access.project.project))
        let confined = listed.filter { $0.sandbox == .strict }.map(\.id).joined(separator: ", ")
        let others = listed.filter { $0.sandbox == .limits }.map(\.id).joined(separator: ", ")
        if !confined.isEmpty, let defect = Sandbox.defect() {
            diagnosis.problem(
                .readers,
                "The readers \(confined) can't be sandboxed. \(defect)",
                remedy:
                    "Write `sandbox: limits` in their entries in \(Readers.ownList ?? "your own list of readers") to run them with limits only."
            )
        } else if !confined.isEmpty {
            diagnosis.fine(
                .readers,
                "The readers \(confined) match what you trusted, and the sandbox works (Landlock \(Sandbox.landlock), seccomp)."
            )
        }
        if !others.isEmpty {
            diagnosis.fine(.readers, "The readers \(others) match what you trusted, and run with limits only.")
        }
    }
}
