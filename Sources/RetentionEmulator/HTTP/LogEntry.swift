struct LogEntry: Sendable {
    var arrival: Arrival
    var method: String
    var path: String
    var route: Route?
    var bundleID: String?
    var environment = ServiceEnvironment.sandbox
    var bodySHA256: String?
    var bodyBytes: Int?
    /// `nil` if the request did not arrive completely.
    var outcome: Outcome?

    /// The time from arrival to the answer; `nil` until the answer is ready.
    var took: Duration?

    /// The line as JSON, with keys in a fixed order; `tookMicroseconds` is last, once it is known.
    var line: [UInt8] {
        var text = JSONText()
        text.raw(#"{"seq":"#)
        text.number(arrival.sequence)
        text.raw(#","at":"#)
        text.number(arrival.at.microseconds)
        text.raw(#","method":"#)
        text.string(method)
        text.raw(#","path":"#)
        text.string(path)
        text.raw(#","endpoint":"#)
        text.string(orNull: route?.endpoint.rawValue)
        text.raw(#","bundleId":"#)
        text.string(orNull: bundleID)
        text.raw(#","environment":""#)
        text.plain(environment.rawValue)
        text.raw(#"","identifier":"#)
        text.string(orNull: route?.subject)
        text.raw(#","status":"#)
        text.number(orNull: outcome?.reply.status)
        text.raw(#","errorCode":"#)
        text.number(orNull: outcome?.reply.errorCode)
        text.raw(#","retryAfter":"#)
        if case .throttled(let retryAfter) = outcome?.reply {
            text.string(orNull: retryAfter)
        } else {
            text.raw("null")
        }
        text.raw(#","fault":"#)
        text.string(orNull: arrival.fault?.label)
        text.raw(#","committed":"#)
        text.plain(outcome?.committed == true ? "true" : "false")
        text.raw(#","commitAt":"#)
        text.number(orNull: outcome?.commitAt?.microseconds)
        text.raw(#","answered":"#)
        text.plain(outcome?.delivery.isAnswered == true ? "true" : "false")
        text.raw(#","bodyBytes":"#)
        text.number(orNull: bodyBytes)
        text.raw(#","bodySha256":"#)
        text.string(orNull: bodySHA256)
        text.raw(#","inFlight":"#)
        text.number(arrival.inFlight)
        if let took {
            text.raw(#","tookMicroseconds":"#)
            text.number(took.wholeMicroseconds)
        }
        text.raw("}")
        return text.bytes
    }
}
