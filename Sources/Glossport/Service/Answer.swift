/// The result of one request.
package struct Answer: Sendable, Hashable {
    package var outcome: Outcome
    /// The HTTP status; `nil` if no response arrived.
    package var status: Int?
    /// Apple's error number, such as 4090001.
    package var appleCode: Int?
    /// Apple's message, or what went wrong on the way; without secrets, at most a few hundred characters.
    package var detail: String?
    /// For ``Outcome/throttled``: the moment from which requests are permitted again, if the response said so.
    package var retryAt: Timestamp?
    /// The value of `Retry-After` as the service wrote it.
    package var retryAfter: String?
    /// Of a list: the service's time, in whole seconds, if the response said so.
    package var serviceTime: Timestamp?
    /// The correction that only a person can make, as a sentence, if the client knows it; no wait replaces it.
    package var remedy: String?

    package init(
        _ outcome: Outcome,
        status: Int? = nil,
        appleCode: Int? = nil,
        detail: String? = nil,
        retryAt: Timestamp? = nil,
        remedy: String? = nil
    ) {
        self.outcome = outcome
        self.status = status
        self.appleCode = appleCode
        self.detail = detail
        self.retryAt = retryAt
        self.remedy = remedy
    }

    /// The effect of a request at the service, as far as it can be known.
    ///
    /// The raw values are stored in the journal.
    package enum Outcome: String, Sendable, Hashable, Codable, CaseIterable {
        /// Done: 200.
        case accepted
        /// 409: something with this id is there. Who made it is decided by evidence, not by the answer.
        case alreadyPresent = "already-present"
        /// 404 with an error number: what the request names is not there.
        case notFound = "not-found"
        /// The service will never take this content: it is too long, damaged, or not permitted together.
        case refused
        /// Refused for a temporary or unknown reason: everything that does not concern the content.
        case refusedForNow = "refused-for-now"
        /// 403: the app has reached its 2,000 messages or images.
        case capacityReached = "capacity-reached"
        /// 401: the token is not accepted.
        case unauthorized
        /// No access, wrong address, redirect: nothing that another item or another attempt would change.
        case accessRefused = "access-refused"
        /// 429: turned away before processing.
        case throttled
        /// The request never reached the service: no connection, no TLS.
        case notSent = "not-sent"
        /// Nothing was sent, because the item's file is gone or another one by now.
        case unreadable
        /// It may or may not have been done: time-out, reset, 5xx.
        case unknown

        /// Whether the service has certainly not applied the request.
        package var isDefinitelyNotApplied: Bool {
            switch self {
            case .accepted, .alreadyPresent, .unknown: false
            case .notFound, .refused, .refusedForNow, .capacityReached, .unauthorized, .accessRefused, .throttled,
                .notSent, .unreadable:
                true
            }
        }
    }
}

extension Answer.Outcome {
    /// Reads an HTTP response, by status and error number.
    ///
    /// Only numbers that are known to speak of the content make a refusal for good; what is unknown may pass.
    ///
    /// - Parameters:
    ///   - status: The HTTP status.
    ///   - appleCode: The error number in the body, if the body held one.
    package init(status: Int, appleCode: Int?) {
        switch (status, appleCode) {
        case (200..<300, _): self = .accepted
        case (400, let code?) where AppleError.speaksOfContent(code): self = .refused
        case (400, _), (413, _), (414, _), (422, _), (431, _): self = .refusedForNow
        case (401, _): self = .unauthorized
        case (403, 4_030_014?), (403, 4_030_016?): self = .capacityReached
        case (403, .some): self = .refusedForNow
        case (404, .some): self = .notFound
        case (408, _): self = .unknown
        case (409, _): self = .alreadyPresent
        case (429, _): self = .throttled
        // Redirects are never followed with a token; the rest of 4xx, and 403 and 404 without Apple's error
        // envelope, say that this is not the service or not our account.
        case (300..<500, _): self = .accessRefused
        default: self = .unknown
        }
    }
}
