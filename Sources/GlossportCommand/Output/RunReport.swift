import Glossport
import GlossportChecking
import GlossportImporting
import GlossportReading

/// The final output of `import`.
///
/// As JSON it is stable (`schema`). The counts add up.
struct RunReport: CommandReport {
    var schema = "glossport.import/1"
    var app: String
    var environment: ServiceEnvironment
    var outcome: String
    var exitCode: Int
    /// Messages and images together.
    var planned, done, alreadyThere, failed, unknown, notYet: Int
    /// How many of the planned are images.
    var images: Int
    /// Records that lack a text; not among the planned items.
    var incomplete: Int
    var requests, throttled: Int
    var elapsedSeconds: Double
    var resumeAt: Timestamp?
    var failures: [Failure]
    var journal: String
    /// Items that had vanished at the service, and were to be uploaded again.
    var vanished: Int
    /// The service's list at the end; `nil` if it could not be read.
    var seen: SeenReport?
    /// The messages that no product shows.
    var unshown: [String] = []
    /// The next step, in words.
    var next: String
    /// The result of settling, if the project has defaults or `--wait-for-review` was given.
    private(set) var settle: SettleReport?
    /// The errors after the upload.
    private(set) var errors: [ErrorReport]?

    struct Failure: Encodable {
        var id, title, message, locale, state, reason: String
        var path: String?
        var line: Int?
    }

    /// Where the service is, if it is not Apple's.
    @Unencoded private var service: String?

    /// Whether the project wants any of the messages as a default.
    @Unencoded private var wantsDefaults: Bool

    init(_ run: ImportOutcome, _ destination: Destination, journal: String, service: String?) {
        let summary = run.summary
        self.service = service
        (app, environment) = (destination.app, destination.environment)
        (outcome, exitCode) = (summary.outcome.rawValue, Int(ExitStatus(summary.outcome).rawValue))
        (planned, images, incomplete) = (summary.planned, summary.images, summary.incomplete)
        (done, alreadyThere, failed) = (summary.done, summary.alreadyThere, summary.failed)
        (unknown, notYet) = (summary.unknown, summary.notYet)
        (requests, throttled) = (summary.requests, summary.throttled)
        elapsedSeconds = run.elapsed.inSeconds
        self.journal = journal
        vanished = run.vanished
        seen = run.seen.map(SeenReport.init)
        unshown = run.unshown
        wantsDefaults = run.wantsDefaults
        failures = summary.failures.map { failure in
            Failure(
                id: failure.item.id.description,
                title: failure.item.title,
                message: failure.item.message,
                locale: failure.item.locale,
                state: failure.verdict.rawValue,
                reason: failure.reason,
                path: failure.item.source?.path,
                line: failure.item.source?.line
            )
        }
        if case .quota(let quota)? = summary.stop { resumeAt = quota.resumeAt }
        next = Hints.complete(Self.next(summary, environment: destination.environment))
        // Everything is uploaded, and no product shows it.
        if summary.outcome == .done, run.settled == nil, run.trouble == nil {
            next += " " + Hints.complete(SettleReport.noProduct)
        }
    }

    /// Adds what settling came to; it decides how the run ended, unless the upload was graver.
    mutating func add(_ settled: SettleReport, _ status: ExitStatus) {
        settle = settled
        let isWhole = outcome == RunOutcome.done.rawValue
        if isWhole || exitCode != Int(status.rawValue) { outcome = settled.outcome }
        exitCode = Int(status.rawValue)
        guard !isWhole else {
            next = settled.next
            return
        }
        let rest = settled.obstacle ?? settled.removal ?? settled.patience
        if settled.blocked > 0 {
            next += " \(Plural.of(settled.blocked, "default waits", "defaults wait")) for that"
            let isRestSet = rest == nil && settled.held.isEmpty && settled.rolledBack.isEmpty && settled.unasked.isEmpty
            next += isRestSet ? "; those of other messages are set." : "."
        }
        if let rest { next += " " + Hints.complete(rest) }
    }

    /// Adds what went wrong after the upload; it decides how the run ended, unless the upload was graver.
    mutating func add(_ failure: CommandFailure, _ status: ExitStatus) {
        let reports = failure.reports
        errors = reports
        let isWhole = outcome == RunOutcome.done.rawValue
        if isWhole || exitCode != Int(status.rawValue) { outcome = failure.status.word }
        exitCode = Int(status.rawValue)
        var sentences =
            isWhole
            ? ["The uploads ended, but not every default is known to be set."]
            : [next, "Not every default is known to be set."]
        if let reason = reports.first { sentences += [reason.message, reason.remedy].compactMap(\.self) }
        // A remedy is the next step, and so is a notice, which stands in for errors.
        if let error = failure.errors.first, error.remedy == nil { sentences.append("Run the same command again.") }
        next = sentences.joined(separator: " ")
    }

    private static func next(_ summary: RunSummary, environment: ServiceEnvironment) -> String {
        let again = "run the same command again to continue; nothing is sent twice."
        switch summary.stop {
        // Stopped after the last answer: nothing was left to stop, and nothing is left to do.
        case .interrupted? where summary.outcome != .interrupted, .deadline? where summary.outcome != .deadline: break
        case .interrupted?: return "Interrupted: \(again)"
        case .deadline?: return "The deadline was reached: \(again)"
        case .quota(let quota)?: return quota.next("run the same command again")
        case .capacity(let answer)?:
            return
                "The service has no room for more items (\(answer.clause)): `glossport prune` shows what is no longer used; delete it, then \(again)"
        case .unauthorized(let answer)?:
            let remedy = answer.remedy ?? "Check the issuer ID, key ID, key file and bundle ID."
            return "The service does not accept the token (\(answer.clause)). \(remedy) Then \(again)"
        case .accessRefused(let answer)?:
            return "\(answer.refusal). \(answer.remedy ?? "Check the environment and the address.") Then \(again)"
        case .unreachable(let answer)?:
            guard let remedy = answer.remedy else { return "The service can't be reached (\(answer.clause)): \(again)" }
            return "The service can't be reached (\(answer.clause)). \(remedy) Then \(again)"
        case .journal(let error)?:
            let remedy = error.remedy ?? "Run the same command again to continue."
            return "\(error.message) \(remedy) Nothing is sent twice."
        case nil: break
        }
        if summary.incomplete > 0, summary.failed + summary.notYet + summary.unknown == 0 {
            return
                "\(Plural.of(summary.incomplete, "record lacks", "records lack")) a text and could not be sent: complete the delivery and run the same command again."
        }
        if summary.failed > 0 { return failed(summary) }
        if summary.noRoom > 0 {
            return
                "There is no room for \(Plural.of(summary.noRoom, "item")): `glossport prune` shows what is no longer used; delete it, then \(again)"
        }
        if summary.unknown > 0 {
            return "It is unknown whether \(Plural.of(summary.unknown, "item")) arrived: \(again)"
        }
        if summary.heldBack > 0 {
            return
                "\(Plural.of(summary.heldBack, "message waits", "messages wait")) for an image that is not uploaded yet: \(again)"
        }
        if summary.notYet > 0 { return "\(Plural.of(summary.notYet, "item")) not sent yet: \(again)" }
        return environment == .sandbox
            ? "Done. The sandbox approves automatically; run `glossport settle` next."
            : "Done. Apple now reviews the messages; run `glossport settle` later."
    }

    /// The next step after failures, by their kinds.
    private static func failed(_ summary: RunSummary) -> String {
        let kinds = Set(summary.failures.map(\.verdict))
        let count = Plural.of(summary.failed, "item")
        if kinds.isSubset(of: [.refusedForNow, .unreadable]) {
            return
                "\(count) could not be uploaded for the reasons above: fix the causes and run the same command again."
        }
        if kinds.isSubset(of: [.conflict]) {
            return
                "The ids of \(count) are taken, possibly by other contents: choose other ids, or add --if-exists skip."
        }
        return
            "\(count) failed: correct what was refused and run the same command again; `glossport journal forget` clears the recorded result."
    }

    func lines(verbose: Bool, on terminal: Terminal) -> [String] {
        var counts = Table(["UPLOADS", ""], rightAligned: [1])
        for (name, count) in [
            ("planned", planned), ("done", done), ("already there", alreadyThere), ("failed", failed),
            ("unknown", unknown),
            ("not yet", notYet),
        ] { counts.add([name, Plural.grouped(count)]) }
        let heading = images > 0 ? ", \(Plural.of(planned - images, "message")) and \(Plural.of(images, "image"))" : ""
        let place = service.map { " at \($0)" } ?? ""
        var lines = ["\(app) (\(environment.rawValue))\(place)\(heading)"] + counts.lines(indentedBy: 2)
        let seconds = elapsedSeconds < 10 ? "\(elapsedSeconds) s" : Duration.seconds(elapsedSeconds).text
        lines.append(
            "\(Plural.of(requests, "request")) in \(seconds)"
                + (throttled > 0 ? ", throttled \(Plural.of(throttled, "time"))." : ".")
        )
        if let seen { lines.append(seen.sentence) }
        for failure in failures.prefix(20) {
            let place = failure.path.map { "\($0):\(failure.line ?? 1): " } ?? ""
            lines.append("  \(place)\(failure.title) \(failure.state): \(failure.reason)")
        }
        lines += Plural.more(failures.count - 20, "--output json shows them all")
        return lines + (settle.map { [""] + $0.details } ?? []) + [next]
            // Where the project wants no defaults, the last sentence is about that.
            + (wantsDefaults ? UnshownMessages.lines(unshown) : [])
    }
}
