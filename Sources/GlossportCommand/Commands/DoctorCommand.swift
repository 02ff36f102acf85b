import ArgumentParser
private import Foundation
import Glossport
import GlossportChecking
import GlossportImporting
import GlossportReading
import PluginHost
import RetentionMessagingClient

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
    @OptionGroup var absence: AbsenceOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
        let workspace = try Workspace(access.project, needsApp: true)
        let session = try access.session(in: workspace, absence: absence)
        let connection = try ServiceConnection(
            workspace,
            to: session.destination,
            access.service,
            concurrency: session.limits.concurrency,
            time: session.time
        )
        var report = DoctorReport(session.destination)
        try recordReaders(&report)
        let journal = await open(workspace, session.destination, &report)
        do {
            try await connection.withClient { client in
                report.fine(.key, "The private key is readable and signs tokens.")
                try await ask(client, session, journal, &report)
            }
        } catch let error as GlossportError where error.code == .credentials {
            report.note(.key, error)
        }
        if let journal { try await addBudgets(journal, session, &report) }
        output.show(report)
        if let status = report.status { throw status }
    }

    /// Checks the sandbox of listed readers; each was found and described before.
    private func recordReaders(_ report: inout DoctorReport) throws {
        let listed = try Readers.listed(for: ProjectText.load(access.project.project))
        let confined = listed.filter { $0.sandbox == .strict }.map(\.id).joined(separator: ", ")
        let others = listed.filter { $0.sandbox == .limits }.map(\.id).joined(separator: ", ")
        if !confined.isEmpty, let defect = Sandbox.defect() {
            report.problem(
                .readers,
                "The readers \(confined) can't be sandboxed. \(defect)",
                remedy:
                    "Write `sandbox: limits` in their entries in \(Readers.ownList ?? "your own list of readers") to run them with limits only."
            )
        } else if !confined.isEmpty {
            report.fine(
                .readers,
                "The readers \(confined) match what you trusted, and the sandbox works (Landlock \(Sandbox.landlock), seccomp)."
            )
        }
        if !others.isEmpty {
            report.fine(.readers, "The readers \(others) match what you trusted, and run with limits only.")
        }
    }

    private func open(
        _ workspace: Workspace,
        _ destination: Destination,
        _ report: inout DoctorReport
    ) async -> Journal? {
        do {
            let store = try workspace.store
            guard (try? await store.exists()) != false else {
                report.fine(
                    .journal,
                    "There is no journal at \(workspace.journal) yet; `glossport import` creates one."
                )
                return nil
            }
            let journal = try await store.open(.existing)
            let concerns = try await journal.log.concerns()
            for concern in concerns { report.problem(.journal, concern.message, remedy: concern.remedy) }
            guard concerns.isEmpty else { return journal }
            let records = try await journal.allRecords(at: destination)
            let open = records.count(where: \.state.isOpen)
            let rest =
                open > 0
                ? "\(Plural.grouped(open)) of them open; `glossport import` continues with them." : "none open."
            report.fine(
                .journal,
                records.isEmpty
                    ? "The journal \(workspace.journal) is readable and contains nothing about this destination yet."
                    : "The journal \(workspace.journal) can be read: \(Plural.of(records.count, "item")), \(rest)"
            )
            return journal
        } catch {
            report.note(.journal, error)
            return nil
        }
    }

    /// One list call, booked like every other.
    private func ask(
        _ client: RetentionMessagingClient,
        _ session: Session,
        _ journal: Journal?,
        _ report: inout DoctorReport
    ) async throws {
        guard let journal else {
            let probe = await client.probe()
            report.note(probe, at: session.time.now)
            if probe.messages != nil { report.note(realtimeURL: await client.getRealtimeURL().url) }
            return
        }
        let start = RunStart(
            destination: session.destination,
            command: .doctor,
            toolVersion: session.version,
            started: session.time.now
        )
        try await journal.book(start, by: session.time) { run in
            let booked = BookedService(session.access(journal, client), run: run)
            Interrupts.shared.settleFirst()
            let (answer, probe) = try await booked.probe(.listMessages) {
                let probe = await client.probe()
                return (probe.answer, probe)
            }
            try booked.stop.check()
            if let probe {
                report.note(probe, at: session.time.now)
                try await compare(probe.messages, session, journal, &report)
                guard probe.messages != nil else { return ((), report.status ?? .done) }
                let (answer, url) = try await booked.probe(.getRealtimeURL) { await client.getRealtimeURL() }
                if answer.outcome == .accepted || answer.outcome == .notFound {
                    try await journal.recordRealtimeURL(url ?? nil, at: session.time.now, in: run)
                }
                report.note(realtimeURL: url ?? nil)
            } else {
                let wait = TimeText.duration((answer.retryAt ?? session.time.now) - session.time.now)
                report.note(.service, .unknown, "Not checked: the quota for list requests is used up for \(wait).")
            }
            return ((), report.status ?? .done)
        }
    }

    /// Compares the service's list with the journal; fewer items than in earlier lists are a problem.
    private func compare(
        _ held: Int?,
        _ session: Session,
        _ journal: Journal,
        _ report: inout DoctorReport
    ) async throws {
        guard let held else { return }
        let uploaded = try await journal.uploaded(.message, at: session.destination)
        let vanished = try await absence.absences(in: journal, at: session.destination).vanished
            .intersection(uploaded)
        let shown = uploaded.intersection(try await journal.reviews(at: session.destination).keys)
        guard !vanished.isEmpty || held < shown.count else { return }
        let what =
            vanished.isEmpty
            ? "The service holds \(Plural.of(held, "message"))"
            : "\(Plural.of(vanished.count, "message has", "messages have")) vanished at the service, which holds \(Plural.grouped(held))"
        report.problem(
            .messages,
            "\(what); the journal calls \(Plural.grouped(uploaded.count)) uploaded.",
            remedy:
                "`glossport settle` shows which are missing, `glossport import` uploads them again, and `glossport prune` gives up those that are no longer used."
        )
    }

    private func addBudgets(_ journal: Journal, _ session: Session, _ report: inout DoctorReport) async throws {
        let now = session.time.now
        for endpoint in Endpoint.allCases {
            let state = try await journal.budget(endpoint, at: session.destination, since: now - .seconds(3_600))
            guard !state.spent.isEmpty || state.pausedUntil ?? now > now else { continue }
            let spent = state.spent.count
            let allowance = endpoint.hourlyAllowance(
                in: session.destination.environment,
                budgets: session.project.budgets
            )
            report.budgets.append(
                DoctorReport.Budget(
                    endpoint: endpoint.rawValue,
                    allowance: allowance,
                    spent: spent,
                    left: max(0, allowance - spent),
                    pausedUntil: state.pausedUntil.flatMap { $0 > now ? $0 : nil }
                )
            )
        }
    }
}
