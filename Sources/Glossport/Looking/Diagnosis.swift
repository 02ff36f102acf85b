package import GlossportChecking
package import GlossportProject
import GlossportReading

/// The results of checking everything that an import needs, with remedies for problems.
package struct Diagnosis: RunResult {
    /// The subjects of the checks, in the order of the report.
    package enum Subject: String, Sendable, Encodable {
        case journal, key, service, clock, token, access, messages, realtime, languages, spelling
    }

    package enum Verdict: String, Sendable, Encodable {
        case fine, problem
        /// The check was not possible.
        case unknown
    }

    package struct Check: Sendable, Hashable, Encodable {
        package var subject: Subject
        package var verdict: Verdict
        package var text: String
        package var remedy: String?
    }

    /// An endpoint's allowance for one hour.
    package struct Budget: Sendable, Hashable, Encodable {
        package var endpoint: Endpoint
        package var allowance, spent: Int
        package var pausedUntil: Timestamp?

        package var left: Int { max(0, allowance - spent) }
    }

    /// With a larger clock error, Apple refuses the signed tokens.
    private static let tolerableSkew = Duration.seconds(60)

    package let destination: Destination
    package private(set) var checks: [Check] = []
    /// The allowances that were used within the last hour or are paused.
    package var budgets: [Budget] = []

    package init(_ destination: Destination) { self.destination = destination }

    /// Refused credentials take precedence over other problems.
    package var status: ExitStatus {
        let problems = checks.filter { $0.verdict == .problem }.map(\.subject)
        if problems.contains(where: { [.key, .token, .access].contains($0) }) { return .credentials }
        return problems.isEmpty ? .done : .partial
    }

    // MARK: Recording results

    package mutating func fine(_ subject: Subject, _ text: String) { note(subject, .fine, text) }

    package mutating func problem(_ subject: Subject, _ text: String, remedy: String?) {
        note(subject, .problem, text, remedy: remedy)
    }

    mutating func problem(_ subject: Subject, _ error: any Error) {
        let known = error as? GlossportError
        problem(subject, known?.message ?? "\(error)", remedy: known?.remedy)
    }

    package mutating func unknown(_ subject: Subject, _ text: String, remedy: String? = nil) {
        note(subject, .unknown, text, remedy: remedy)
    }

    private mutating func note(_ subject: Subject, _ verdict: Verdict, _ text: String, remedy: String? = nil) {
        checks.append(Check(subject: subject, verdict: verdict, text: text, remedy: remedy))
    }

    /// Checks whether there are dictionaries for the locales; a missing one is `unknown`, because texts can be checked
    /// without it.
    ///
    /// If `locales` is empty, all locales of the App Store are checked.
    package mutating func judge(_ spelling: SpellingInspector, for locales: [StoreLocale]) {
        let locales = (locales.isEmpty ? StoreLocale.all.compactMap { StoreLocale($0) } : locales).sorted()
        let missing = locales.filter { spelling.dictionary(for: $0) == nil }
        let (installable, others) = (
            missing.filter { $0.dictionaryPackage != nil }, missing.filter { $0.dictionaryPackage == nil }
        )
        let has = "There are dictionaries for \(locales.count - missing.count) of \(Plural.of(locales.count, "locale"))"
        let lacks = others.isEmpty ? "" : " Texts in \(Plural.few(others.map(\.code), 50)) are not spell-checked."
        guard !installable.isEmpty else { return fine(.spelling, has + "." + lacks) }
        unknown(
            .spelling,
            "\(has), and none for \(Plural.few(installable.map(\.code), 50)).\(lacks)",
            remedy: SpellingInventory.remedy(for: installable)
        )
    }

    // MARK: Judging the service

    /// Judges the answer to a request for the list of messages.
    ///
    /// `held` is the number of listed messages; `nil` without a list. `now` is the time of the answer on this machine's
    /// clock.
    mutating func judge(_ answer: Answer, held: Int?, at now: Timestamp) {
        switch answer.outcome {
        case .notSent:
            return problem(
                .service,
                "The service can't be reached (\(answer.clause)).",
                remedy: answer.remedy ?? "Check the network, the firewall, the proxy (HTTPS_PROXY) and --endpoint."
            )
        case .unknown:
            problem(
                .service,
                "The service did not answer as it should (\(answer.clause)).",
                remedy: "Run the command again later."
            )
        default: fine(.service, "The service answers.")
        }
        judgeClock(answer.serviceTime, at: now)
        switch answer.outcome {
        case .accepted, .throttled:
            fine(.token, "The service accepts the token.")
            let messages = held.map { " It holds \($0) of \(Plan.standardCapacity) messages." } ?? ""
            fine(.access, "The account has access." + messages)
        case .unauthorized:
            problem(
                .token,
                "The service does not accept the token (\(answer.clause)).",
                remedy: answer.remedy
                    ?? "Check the issuer ID, key ID, key file and bundle ID; the key must be an In-App Purchase key."
            )
        case .accessRefused:
            problem(
                .access,
                answer.status == 404
                    ? "The account has no access to Retention Messaging (a 404 without Apple's error number)."
                    : "This address is not the service, or the account has no access (\(answer.clause)).",
                remedy: answer.remedy
                    ?? "Apple grants access to this API on request; also check the environment and --endpoint."
            )
        case .unknown, .notSent: break
        default: unknown(.access, "The service gave an unexpected answer: \(answer.clause).")
        }
    }

    mutating func judge(realtimeURL url: String?) {
        guard let url else { return }
        let address = RealtimeURL.shown(RealtimeURL.redacted(url))
        fine(.realtime, "Apple asks \(address) which message to show; the defaults are shown only if that fails.")
    }

    private mutating func judgeClock(_ theirs: Timestamp?, at now: Timestamp) {
        guard let theirs else { return unknown(.clock, "The service did not send its time.") }
        let isAhead = now > theirs
        let skew = isAhead ? now - theirs : theirs - now
        // The service's header has whole seconds.
        guard skew >= .seconds(2) else { return fine(.clock, "This machine's clock agrees with the service's.") }
        let text = "This machine's clock is \(skew.text) \(isAhead ? "ahead of" : "behind") the service's."
        guard skew > Self.tolerableSkew else { return fine(.clock, text) }
        problem(.clock, text, remedy: "Correct the clock: the service refuses tokens with a wrong time.")
    }
}
