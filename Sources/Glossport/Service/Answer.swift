/// The result of one request.
package struct Answer: Sendable, Hashable {
    package var outcome: Outcome
    /// The HTTP status; `nil` if no response arrived.
    package var status: Int?
    /// Apple's error number, such as 4090001.
    package var appleCode: Int?
    /// Apple's message, or the failure on the way; without secrets, at most a few hundred characters.
    package var detail: String?
    /// For ``Outcome/throttled``: the end of the requested pause, if the response contains one.
    package var retryAt: Timestamp?
    /// The value of `Retry-After` as received, shortened to a few dozen characters.
    package var retryAfter: String?
    /// For a list: the service's time in whole seconds, if the response contains one.
    package var serviceTime: Timestamp?
    /// The remedy, as a sentence, if only a person can fix the problem; waiting does not help.
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
        /// 2xx: the request was executed.
        case accepted
        /// 409: the id already exists. The journal's evidence decides who uploaded it, not the answer.
        case alreadyPresent = "already-present"
        /// 404 with an error number: the requested thing does not exist.
        case notFound = "not-found"
        /// The service will never accept this content: it is too long, damaged, or an invalid combination.
        case refused
        /// Refused for a temporary or unknown reason, so the content need not be the cause.
        case refusedForNow = "refused-for-now"
        /// 403: the app has reached its 2,000 messages or images.
        case capacityReached = "capacity-reached"
        /// 401: the service does not accept the token.
        case unauthorized
        /// No access, a wrong address or a redirect: neither another item nor another attempt would help.
        case accessRefused = "access-refused"
        /// 429: refused before processing.
        case throttled
        /// The request never reached the service: no connection or no TLS.
        case notSent = "not-sent"
        /// Nothing was sent, because the item's file is missing or has changed.
        case unreadable
        /// The request may or may not have been executed: time-out, reset, 5xx.
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
    /// Classifies an HTTP response by its status and Apple's error number.
    ///
    /// Only error numbers known to concern the content count as final refusals; unknown ones may be temporary.
    package init(status: Int, appleCode: Int?) {
        switch (status, appleCode) {
        case (200..<300, _): self = .accepted
        case (400, let code?) where AppleError.concernsContent(code): self = .refused
        case (400, _), (413, _), (414, _), (422, _), (431, _): self = .refusedForNow
        case (401, _): self = .unauthorized
        case (403, 4_030_014?), (403, 4_030_016?): self = .capacityReached
        case (403, .some): self = .refusedForNow
        case (404, .some): self = .notFound
        case (408, _): self = .unknown
        case (409, _): self = .alreadyPresent
        case (429, _): self = .throttled
        // Redirects are never followed with a token. Other 4xx, and 403 and 404 without Apple's error envelope, mean
        // that this is not the service or not our account.
        case (300..<500, _): self = .accessRefused
        default: self = .unknown
        }
    }
}

extension Answer {
    /// Whether the answer proves that no real-time URL is set: only Apple's error number does, not every 404.
    var meansNoRealtimeURL: Bool { outcome == .notFound && appleCode == AppleError.noRealtimeURL }
}
