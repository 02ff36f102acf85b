import ArgumentParser
import Glossport
import GlossportChecking
import GlossportImporting
import GlossportReading

/// Protects an app with a submitted revision from the files of another checkout.
struct SubmissionOptions: ParsableArguments {
    @Flag(help: "Send these files although others were submitted to the fleet; parks the app.")
    var unsubmitted = false

    /// Compares the files with the revision that was submitted for the app.
    ///
    /// A command that brings other texts parks the app: the fleet then needs a person to go on.
    func require(_ workspace: Workspace, _ destination: Destination, parks: Bool = true) async throws {
        guard let store = try workspace.journal.fleet,
            let revision = try await store.revisions()[destination]
        else { return }
        let path = workspace.readsAsWritten ? workspace.path : nil
        let here = if let path { await Self.digest(at: path, destination) } else { InputDigest?.none }
        let person = ProcessIdentity.current.host
        if let error = Self.refusal(of: here, revision, at: destination, isPermitted: unsubmitted) { throw error }
        guard parks, here != revision.digest else { return }
        try await store.park(
            destination,
            note:
                "Other files than revision \(revision.number) were imported on \(person). Submit them, or wake the app."
        )
    }

    /// The error for files that were not submitted; `nil` where they are the submitted ones, or others are permitted.
    static func refusal(
        of here: InputDigest?,
        _ revision: FleetRevision,
        at destination: Destination,
        isPermitted: Bool
    ) -> GlossportError? {
        guard here != revision.digest, !isPermitted else { return nil }
        return GlossportError(
            .notSubmitted,
            "These files are not revision \(revision.number) of \(destination), which was submitted to the fleet. Nothing was sent.",
            remedy:
                "Check that revision out, or submit these files with `glossport fleet submit`. To send them anyway, add --unsubmitted."
        )
    }

    private static func digest(at path: String, _ destination: Destination) async -> InputDigest? {
        let folder = FleetFolder([path], environment: destination.environment, journal: nil)
        return await folder.look(SystemTime.sinceNow).entries[destination]?.digest
    }
}
