/// An injected fault.
package enum Fault: Hashable, Sendable {
    /// The request takes effect; the connection closes without an answer.
    case dropAfterCommit
    /// The connection is reset before the request takes effect.
    case resetBefore
    /// The request takes effect; the connection is reset.
    case resetAfterCommit
    /// 500, without an effect.
    case errorBefore
    /// 500, although the request takes effect.
    case errorAfter
    /// The connection closes immediately; the request takes effect later.
    case commitLate(Duration)
    /// A proxy sends the request twice; the client receives the second answer.
    case duplicate
    /// 429 for this request, and for all requests of the same app to the endpoint during this time.
    case storm(RetryAfterForm, Duration)
    /// The request takes effect; the answer is late.
    case delay(Duration)
    /// Effect and answer are late.
    case delayBefore(Duration)
    /// The body of the answer is sent byte by byte, at this interval.
    case slowDrip(Duration)
    /// The request takes effect; the service closes only its sending side, without an answer.
    case halfClose
    /// The service answers, and accepts no further request on this connection.
    case goAway
    /// 401, without an effect.
    case unauthorized
    /// An upload is refused as if the app had reached its limit.
    case cap
    /// A list omits everything that was uploaded within this time.
    case listStale(Duration)
    /// A list omits this share of its items.
    case listOmit(Double)
    /// Identifiers in the answer are in upper case.
    case upperCaseIdentifiers
    /// The body of the answer is cut in half.
    case truncatedJSON
    /// The body of the answer is extended to at least this many bytes.
    case oversizedJSON(Int)
    /// 302, without an effect.
    case redirect
    /// 400 with an unknown error code.
    case unknownCode

    /// Every fault: its name with its argument, and its effect.
    package static let known: [(name: String, meaning: String)] = [
        ("drop-after-commit", "Takes effect; the connection closes without an answer."),
        ("reset-before", "Resets the connection before the request takes effect."),
        ("reset-after-commit", "Takes effect; the connection is reset."),
        ("500-before", "Answers 500; the request has no effect."),
        ("500-after", "Answers 500, although the request took effect."),
        ("commit-late:TIME", "Closes the connection at once; takes effect after this time."),
        ("duplicate", "Handles the request twice, as behind a proxy, and sends the second answer."),
        (
            "429-storm:FORM+TIME",
            "Answers 429 for this time; FORM of Retry-After: ms, s, delta, date, junk, missing, past, far."
        ),
        ("delay:TIME", "Takes effect; the answer comes late."),
        ("delay-before:TIME", "Takes effect late, and answers late."),
        ("slow-drip:TIME", "Sends the answer byte by byte, this far apart."),
        ("half-close", "Takes effect; the service closes only its sending side."),
        ("go-away", "Answers, and takes no further request on this connection."),
        ("401-once", "Refuses the token once."),
        ("cap", "Refuses an upload as if the app were full."),
        ("list-stale:TIME", "A list leaves out what was uploaded within this time."),
        ("list-omit:SHARE", "A list leaves out this share of its items."),
        ("upper-case-ids", "Writes identifiers in upper case."),
        ("truncated-json", "Ends the body half way."),
        ("oversized-json:BYTES", "Sends a body of this many bytes."),
        ("redirect", "Answers 302; the request has no effect."),
        ("unknown-code", "Answers 400 with an unknown error code."),
    ]

    /// The names with their arguments, for error messages and the control route.
    package static let names = known.map(\.name)

    /// Parses a fault from its name and its argument.
    init?(name: some StringProtocol, argument: String?) {
        let time = argument.flatMap(Duration.init(text:))
        if argument != nil, !Self.names.contains(where: { $0.hasPrefix("\(name):") }) { return nil }
        switch name {
        case "drop-after-commit": self = .dropAfterCommit
        case "reset-before": self = .resetBefore
        case "reset-after-commit": self = .resetAfterCommit
        case "500-before": self = .errorBefore
        case "500-after": self = .errorAfter
        case "duplicate": self = .duplicate
        case "half-close": self = .halfClose
        case "go-away": self = .goAway
        case "401-once": self = .unauthorized
        case "cap": self = .cap
        case "upper-case-ids": self = .upperCaseIdentifiers
        case "truncated-json": self = .truncatedJSON
        case "redirect": self = .redirect
        case "unknown-code": self = .unknownCode
        case "429-storm": self.init(storm: argument ?? "ms")
        case "list-omit":
            guard let share = Double(argument ?? "0.5"), (0...1).contains(share) else { return nil }
            self = .listOmit(share)
        case "oversized-json":
            guard let bytes = Int(argument ?? "8388608"), (1...1 << 30).contains(bytes) else { return nil }
            self = .oversizedJSON(bytes)
        default:
            guard argument == nil || time != nil else { return nil }
            self.init(timed: name, time)
        }
    }

    private init?(timed name: some StringProtocol, _ time: Duration?) {
        switch name {
        case "commit-late": self = .commitLate(time ?? .seconds(1))
        case "delay": self = .delay(time ?? .seconds(1))
        case "delay-before": self = .delayBefore(time ?? .seconds(1))
        case "slow-drip": self = .slowDrip(time ?? .milliseconds(20))
        case "list-stale": self = .listStale(time ?? .seconds(5))
        default: return nil
        }
    }

    private init?(storm argument: String) {
        let parts = argument.split(separator: "+", maxSplits: 1)
        guard let form = parts.first.flatMap({ RetryAfterForm(rawValue: String($0)) }) else { return nil }
        guard parts.count == 2 else {
            self = .storm(form, .seconds(2))
            return
        }
        guard let length = Duration(text: String(parts[1])) else { return nil }
        self = .storm(form, length)
    }
}
