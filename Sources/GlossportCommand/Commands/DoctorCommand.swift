import ArgumentParser
import Glossport
import GlossportProject

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
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
        let session = try access.session()
        var diagnosis = Diagnosis(session.destination)
        try await DiagnoseSetup().perform(in: session, &diagnosis)
        output.show(DoctorReport(diagnosis))
        if diagnosis.status != .done { throw diagnosis.status }
    }
}
