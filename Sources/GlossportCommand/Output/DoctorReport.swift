import Glossport
import GlossportChecking
import GlossportImporting
import GlossportReading
import RetentionMessagingClient

/// The output of `doctor`, for people and for programs.
struct DoctorReport: CommandReport {
    private var schema = "glossport.doctor/1"
    private var app: String
    private var environment: ServiceEnvironment
    private var checks: [Check] = []
    /// The allowances of which something was spent within the last hour.
    var budgets: [Budget] = []

    /// The subjects of the checks, in the order of the report.
    enum Subject: String, Encodable {
        case readers, journal, key, service, clock, token, access, messages, realtime
    }

    enum Verdict: String, Encodable {
        case fine, problem
        /// It could not be looked at.
        case unknown
    }

    private struct Check: Encodable {
        var subject: Subject
        var verdict: Verdict
        var text: String
        var remedy: String?
    }

    struct Budget: Encodable {
        var endpoint: String
        var allowance, spent, left: Int
        var pausedUntil: Timestamp?
    }

    /// A clock that is off by more makes tokens that Apple refuses.
    private static let tolerableSkew = Duration.seconds(60)

    init(_ destination: Destination) {
        (app, environment) = (destination.app, destination.environment)
    }

    /// The exit code, unless all is well.
    var status: ExitStatus? {
        let problems = checks.filter { $0.verdict == .problem }.map(\.subject)
        if problems.contains(where: { [.key, .token, .access].contains($0) }) { return .credentials }
        return problems.isEmpty ? nil : .partial
    }

    mutating func note(_ subject: Subject, _ verdict: Verdict, _ text: String, remedy: String? = nil) {
        checks.append(Check(subject: subject, verdict: verdict, text: text, remedy: remedy))
    }

    mutating func fine(_ subject: Subject, _ text: String) { note(subject, .fine, text) }

    mutating func problem(_ subject: Subject, _ text: String, remedy: String?) {
        note(subject, .problem, text, remedy: remedy)
    }

    mutating func note(_ subject: Subject, _ error: any Error) {
        let known = error as? GlossportError
        problem(subject, known?.message ?? "\(error)", remedy: known?.remedy)
    }

    /// Judges one answer of the service.
    mutating func note(_ probe: ServiceProbe, at now: Timestamp) {
        let answer = probe.answer
        switch answer.outcome {
        case .notSent:
            return problem(
                .service,
                "The service can't be reached (\(answer.clause)).",
                remedy: "Check the network, the firewall, the proxy (HTTPS_PROXY) and --endpoint."
            )
        case .unknown:
            problem(
                .service,
                "The service did not answer as it should (\(answer.clause)).",
                remedy: "Run the command again later."
            )
        default: fine(.service, "The service answers.")
        }
        recordClock(probe.serviceTime, at: now)
        switch answer.outcome {
        case .accepted, .throttled:
            fine(.token, "The service accepts the token.")
            let held = probe.messages.map { " It holds \($0) of \(Plan.standardCapacity) messages." } ?? ""
            fine(.access, "The account has access." + held)
        case .unauthorized:
            problem(
                .token,
                "The service does not accept the token (\(answer.clause)).",
                remedy: "Check the issuer ID, key ID, key file and bundle ID; the key must be an In-App Purchase key."
            )
        case .accessRefused:
            problem(
                .access,
                answer.status == 404
                    ? "The account has no access to Retention Messaging (a 404 without Apple's error number)."
                    : "This address is not the service, or the account has no access (\(answer.clause)).",
                remedy: "Apple grants access to this API on request; also check the environment and --endpoint."
            )
        case .unknown, .notSent: break
        default: note(.access, .unknown, "The service gave an unexpected answer: \(answer.clause).")
        }
    }

    mutating func note(realtimeURL url: String?) {
        guard let url else { return }
        let text = "Apple asks \(url) which message to show; the defaults are shown only if that fails."
        fine(.realtime, text)
    }

    private mutating func recordClock(_ theirs: Timestamp?, at now: Timestamp) {
        guard let theirs else { return note(.clock, .unknown, "The service did not send its time.") }
        let isAhead = now > theirs
        let skew = isAhead ? now - theirs : theirs - now
        // Their header has whole seconds.
        guard skew >= .seconds(2) else { return fine(.clock, "This machine's clock agrees with the service's.") }
        let text =
            "This machine's clock is \(TimeText.duration(skew)) \(isAhead ? "ahead of" : "behind") the service's."
        guard skew > Self.tolerableSkew else { return fine(.clock, text) }
        problem(.clock, text, remedy: "Correct the clock: the service refuses tokens with a wrong time.")
    }

    func lines(verbose: Bool, on terminal: Terminal) -> [String] {
        var found = Table([])
        for check in checks {
            let mark = check.verdict == .fine ? "ok" : check.verdict == .problem ? "PROBLEM" : "?"
            found.add([mark, check.subject.rawValue, check.text])
            if let remedy = check.remedy { found.add(["", "", remedy]) }
        }
        let lines = ["\(app) in \(environment.rawValue)"] + found.lines(indentedBy: 2, on: terminal)
        guard !budgets.isEmpty else { return lines }
        var table = Table(["ENDPOINT", "SPENT THIS HOUR", "ALLOWANCE", "LEFT", ""], rightAligned: [1, 2, 3])
        for budget in budgets {
            table.add([
                budget.endpoint, Plural.grouped(budget.spent), Plural.grouped(budget.allowance),
                Plural.grouped(budget.left), budget.pausedUntil.map { "paused until \(TimeText.rfc3339($0))" } ?? "",
            ])
        }
        return lines + [""] + table.lines(indentedBy: 2, on: terminal)
    }
}
