import Glossport
import GlossportProject
import GlossportReading

/// The final output of `import` and `promote`.
///
/// The JSON is stable. The counts add up.
struct ImportReport: CommandReport {
    var schema = "glossport.import/1"
    var app: String
    var environment: ServiceEnvironment
    var outcome: String
    var exitCode: Int
    /// The totals of messages and images together.
    @Unencoded private(set) var summary: ImportSummary
    var elapsedSeconds: Double
    var resumeAt: Timestamp?
    var journal: String
    /// The number of items that had vanished from the service and were due to be uploaded again.
    var vanished: Int
    /// The service's list at the end; `nil` if it could not be read.
    var seen: ServiceListing?
    var unshown: [String] = []
    var next: String
    /// The result of settling, if the project has defaults or `--wait-for-review` was given.
    private(set) var settle: Joined<SettleReport, SettleSummary>?
    /// The errors after the upload.
    private(set) var errors: [ErrorReport]?

    /// The address of the service, if it is not Apple's.
    @Unencoded private var service: String?

    /// Whether the project wants any of the messages as a default.
    @Unencoded private var wantsDefaults: Bool

    init(_ imported: ImportOutcome, _ destination: Destination, journal: String, service: String?) {
        let summary = imported.summary
        self.summary = summary
        self.service = service
        (app, environment) = (destination.app, destination.environment)
        (outcome, exitCode) = (summary.outcome.word, Int(summary.outcome.rawValue))
        elapsedSeconds = imported.elapsed.inSeconds
        self.journal = journal
        (vanished, seen, unshown) = (imported.vanished, imported.seen, imported.unshown)
        wantsDefaults = imported.wantsDefaults
        if case .quota(let quota)? = summary.stop { resumeAt = quota.resumeAt }
        next = Hints.complete(Self.next(summary, environment: destination.environment))
        // Everything is uploaded, but the project names no product that shows it.
        if summary.outcome == .done, imported.settled == nil, imported.trouble == nil {
            next += " " + Hints.complete(SettleReport.noProduct)
        }
    }

    /// Adds the result of settling, which determines the outcome unless the upload's is more severe.
    mutating func add(_ settled: SettleReport, _ status: ExitStatus) {
        settle = Joined(settled, settled.summary)
        let isWhole = outcome == ExitStatus.done.word
        if isWhole || exitCode != Int(status.rawValue) { outcome = settled.outcome }
        exitCode = Int(status.rawValue)
        guard !isWhole else {
            next = settled.next
            return
        }
        let rest = settled.obstacle ?? settled.removal ?? settled.retryLater
        if settled.blocked > 0 {
            next += " \(Plural.of(settled.blocked, "default waits", "defaults wait")) for that"
            let (held, rolledBack) = (settled.summary.held, settled.summary.rolledBack)
            let isRestSet = rest == nil && held.isEmpty && rolledBack.isEmpty && settled.summary.unasked.isEmpty
            let areSome = !settled.summary.set.isEmpty || settled.summary.alreadySet > 0
            next += isRestSet && areSome ? "; those of other messages are set." : "."
        }
        if let rest { next += " " + Hints.complete(rest) }
    }

    /// Adds an error after the upload, which determines the outcome unless the upload's is more severe.
    mutating func add(_ failure: CommandFailure, _ status: ExitStatus) {
        let reports = failure.reports
        errors = reports
        let isWhole = outcome == ExitStatus.done.word
        if isWhole || exitCode != Int(status.rawValue) { outcome = failure.status.word }
        exitCode = Int(status.rawValue)
        var sentences =
            isWhole
            ? ["The uploads ended, but not every default is known to be set."]
            : [next, "Not every default is known to be set."]
        if let reason = reports.first { sentences += [reason.message, reason.remedy].compactMap(\.self) }
        // No sentence is needed after a remedy, which is the next step, nor after a notice, which replaces the errors.
        if let error = failure.errors.first, error.remedy == nil { sentences.append("Run the same command again.") }
        next = sentences.joined(separator: " ")
    }

    private static func next(_ summary: ImportSummary, environment: ServiceEnvironment) -> String {
        let again = "run the same command again to continue; nothing is sent twice."
        switch summary.stop {
        // Stopped after the last answer, so no work remains.
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
    private static func failed(_ summary: ImportSummary) -> String {
        let kinds = Set(summary.failures.map(\.verdict))
        let count = Plural.of(summary.failed, "item")
        if kinds.isSubset(of: [.refusedForNow, .unreadable]) {
            return
                "\(count) could not be uploaded for the reasons above: fix the causes and run the same command again."
        }
        if kinds.isSubset(of: [.conflict]) {
            return
                "The ids of \(count) are taken, possibly by other contents: choose other ids, or write `ifExists: skip` into the project file."
        }
        return
            "\(count) failed: correct what was refused and run the same command again; `glossport import --retry-refused` sends the same texts again."
    }

    func lines(verbose: Bool, on terminal: Terminal) -> [String] {
        let counts = [
            ("planned", summary.planned), ("done", summary.done), ("already there", summary.alreadyThere),
            ("failed", summary.failed), ("unknown", summary.unknown), ("not yet", summary.notYet),
        ]
        let table = Table(["UPLOADS", ""], rightAligned: [1], counts.map { [$0, Plural.grouped($1)] })
        let (images, messages) = (summary.images, summary.planned - summary.images)
        let heading = images > 0 ? ", \(Plural.of(messages, "message")) and \(Plural.of(images, "image"))" : ""
        let place = service.map { " at \($0)" } ?? ""
        var lines = ["\(app) (\(environment.rawValue))\(place)\(heading)"] + table.lines(indentedBy: 2)
        let seconds = elapsedSeconds < 10 ? "\(elapsedSeconds) s" : Duration.seconds(elapsedSeconds).text
        let throttled = summary.throttled
        lines.append(
            "\(Plural.of(summary.requests, "request")) in \(seconds)"
                + (throttled > 0 ? ", throttled \(Plural.of(throttled, "time"))." : ".")
        )
        if let seen { lines.append(seen.sentence) }
        for failure in summary.failures.prefix(20) {
            let place = failure.item.source.map { "\($0.path):\($0.line): " } ?? ""
            lines.append("  \(place)\(failure.item.title) \(failure.verdict.rawValue): \(failure.reason)")
        }
        lines += Plural.more(summary.failures.count - 20, "--output json shows them all")
        return lines + (settle.map { [""] + $0.first.details } ?? []) + [next]
            // If the project wants no defaults, the preceding sentence already covers that.
            + (wantsDefaults ? UnshownMessages.lines(unshown) : [])
    }
}
