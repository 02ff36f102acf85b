import GlossportChecking
import GlossportProject
import GlossportReading

/// Checks everything that an import needs, in this order: journal, key, service, clock, token, access, messages,
/// real-time URL, quota.
///
/// It sends up to two requests, for the list of messages and the real-time URL. They are recorded if there is a
/// writable journal; a missing journal is not created.
package struct DiagnoseSetup: Sendable {
    package init() {}

    /// Appends the results to those of earlier checks in `diagnosis`.
    ///
    /// - Throws: `GlossportError` from the journal; ``Stopped``.
    package func perform(in session: Session, _ diagnosis: inout Diagnosis) async throws {
        let journal = await open(session, &diagnosis)
        defer { journal?.close() }
        do {
            let before = diagnosis
            diagnosis = try await session.service.lend { client in
                var diagnosis = before
                diagnosis.fine(.key, "The private key is readable and signs tokens.")
                if let journal {
                    do {
                        try await ask(client, session, journal, &diagnosis)
                        return diagnosis
                    } catch let error as GlossportError where error.code == .journal {
                        diagnosis.problem(.journal, error)
                    }
                }
                let (answer, states) = await client.list(.message)
                diagnosis.judge(answer, held: answer.outcome == .accepted ? states.count : nil, at: session.time.now)
                if answer.outcome == .accepted { diagnosis.judge(realtimeURL: await client.getRealtimeURL().url) }
                return diagnosis
            }
        } catch let error as GlossportError where error.code == .credentials {
            diagnosis.problem(.key, error)
        }
        guard let journal else { return }
        do {
            diagnosis.budgets = try await budgets(journal, session)
        } catch {
            // After a failed write, the journal can't be read either; its problem is already listed.
            let isKnown = diagnosis.checks.contains { $0.subject == .journal && $0.verdict == .problem }
            if !isKnown { diagnosis.problem(.journal, error) }
        }
    }

    private func open(_ session: Session, _ diagnosis: inout Diagnosis) async -> Journal? {
        do {
            guard (try? await session.store.exists()) != false else {
                diagnosis.fine(
                    .journal,
                    "There is no journal at \(session.journalName) yet; `glossport import` creates one."
                )
                return nil
            }
            let journal = try await session.store.open(.existing)
            let concerns = try await journal.log.concerns()
            for concern in concerns { diagnosis.problem(.journal, concern.message, remedy: concern.remedy) }
            guard concerns.isEmpty else { return journal }
            let (records, probes) = try await journal.read(at: session.destination) {
                (try $0.allRecords(), $0.probes.count)
            }
            let open = records.count(where: \.state.isOpen)
            let rest =
                open > 0
                ? "\(Plural.grouped(open)) of them open; `glossport import` continues with them." : "none open."
            diagnosis.fine(
                .journal,
                records.isEmpty
                    ? "The journal \(session.journalName) is readable and contains nothing about this destination yet."
                    : "The journal \(session.journalName) can be read: \(Plural.of(records.count, "item")), \(rest)"
            )
            try await judgeLastImport(journal, session, &diagnosis)
            if probes > 0 {
                diagnosis.problem(
                    .messages,
                    "A probe was ended before it had deleted all that it uploaded: \(Plural.of(probes, "item is", "items are")) left.",
                    remedy: "`glossport doctor --probe` deletes the rest first."
                )
            }
            return journal
        } catch {
            diagnosis.problem(.journal, error)
            return nil
        }
    }

    /// Checks whether an import must continue before customers can see the delivered texts.
    private func judgeLastImport(_ journal: Journal, _ session: Session, _ diagnosis: inout Diagnosis) async throws {
        let vanishedAfter = session.project.vanishedAfter
        let contents = try await JournalContents(journal, at: session.destination, vanishedAfter: vanishedAfter)
        let texts = UnsentText.all(contents.named(by: session.project).delivered, in: contents.records).count
        let slots = contents.coverage(of: Selection(), for: session.project).slots
        let defaults = slots.count {
            [.old, .waiting, .refused].contains($0.state) && $0.obstacle?.need == .importing
        }
        guard texts + defaults > 0 else { return }
        let counts = [(texts, "text is", "texts are"), (defaults, "default is", "defaults are")].filter { $0.0 > 0 }
            .map { Plural.of($0.0, $0.1, $0.2) }
        diagnosis.problem(
            .messages,
            "The last import is not complete: \(counts.joined(separator: " and ")) not in place.",
            remedy: "`glossport status` shows why; correct what was refused, and run `glossport import`."
        )
    }

    /// Sends the requests, and records them like the requests of any run.
    private func ask(
        _ client: any MessageService,
        _ session: Session,
        _ journal: Journal,
        _ diagnosis: inout Diagnosis
    ) async throws {
        let before = diagnosis
        diagnosis = try await session.recordRun(.doctor, namesService: false, journal, client) { run, _ in
            var diagnosis = before
            let (answer, states) = try await run.probe(.listMessages) { await client.list(.message) }
            try session.stop.check()
            guard let states else {
                let wait = ((answer.retryAt ?? session.time.now) - session.time.now).text
                diagnosis.unknown(.service, "Not checked: the quota for list requests is used up for \(wait).")
                return (diagnosis, diagnosis.status)
            }
            diagnosis.judge(answer, held: answer.outcome == .accepted ? states.count : nil, at: session.time.now)
            guard answer.outcome == .accepted else { return (diagnosis, diagnosis.status) }
            try await compare(states.count, session, journal, &diagnosis)
            let (realtime, url) = try await run.probe(.getRealtimeURL) { await client.getRealtimeURL() }
            if realtime.outcome == .accepted || realtime.meansNoRealtimeURL {
                try await journal.recordRealtimeURL(url ?? nil, at: session.time.now, in: run.id)
            }
            diagnosis.judge(realtimeURL: url ?? nil)
            return (diagnosis, diagnosis.status)
        }
    }

    /// Compares the service's list with the journal; vanished messages are a problem, and so are fewer than were listed
    /// earlier.
    private func compare(
        _ held: Int,
        _ session: Session,
        _ journal: Journal,
        _ diagnosis: inout Diagnosis
    ) async throws {
        let (uploaded, absences, reviews) = try await journal.read(at: session.destination) {
            ($0.uploaded(.message), $0.absences, $0.reviews)
        }
        let vanished = Absences(absences, after: session.project.vanishedAfter).vanished.intersection(uploaded)
        let shown = uploaded.intersection(reviews.keys)
        guard !vanished.isEmpty || held < shown.count else { return }
        let what =
            vanished.isEmpty
            ? "The service holds \(Plural.of(held, "message"))"
            : "\(Plural.of(vanished.count, "message has", "messages have")) vanished at the service, which holds \(Plural.grouped(held))"
        diagnosis.problem(
            .messages,
            "\(what); the journal calls \(Plural.grouped(uploaded.count)) uploaded.",
            remedy:
                "`glossport settle` shows which are missing, `glossport import` uploads them again, and `glossport prune` gives up those that are no longer used."
        )
    }

    /// The allowances that were used within the last hour or are paused.
    private func budgets(_ journal: Journal, _ session: Session) async throws -> [Diagnosis.Budget] {
        let now = session.time.now
        var budgets: [Diagnosis.Budget] = []
        let states = try await journal.read(at: session.destination) { state in
            Endpoint.allCases.map { ($0, state.budget($0, since: now - .seconds(3_600))) }
        }
        for (endpoint, state) in states {
            let pause = state.pausedUntil.flatMap { $0 > now ? $0 : nil }
            guard !state.spent.isEmpty || pause != nil else { continue }
            let allowance = session.allowance(endpoint)
            budgets.append(
                Diagnosis.Budget(
                    endpoint: endpoint,
                    allowance: allowance,
                    spent: state.spent.count,
                    pausedUntil: pause
                )
            )
        }
        return budgets
    }
}
