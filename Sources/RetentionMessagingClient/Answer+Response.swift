private import Foundation
import Glossport

extension Answer {
    /// Interprets the result of one attempt.
    ///
    /// The `token` is removed from every detail.
    init(_ result: Transport.Result, token: String, now: Timestamp) {
        switch result {
        case .failure(let failure):
            self.init(
                failure.outcome,
                detail: Excerpt(failure.detail, hiding: token, limit: 300).description,
                remedy: failure.remedy
            )
        case .response(let response):
            self.init(response, token: token, now: now)
        }
    }

    private init(_ response: ReceivedResponse, token: String, now: Timestamp) {
        let envelope: ErrorEnvelope? =
            if case .whole(let bytes) = response.body, response.status >= 300 { ErrorEnvelope(bytes) } else { nil }
        self.init(
            Outcome(status: response.status, appleCode: envelope?.code),
            status: response.status,
            appleCode: envelope?.code
        )
        if case .cutOff = response.body, [403, 404].contains(response.status) {
            // Only the error number in the body distinguishes an error about an item from one about the account.
            outcome = .unknown
        }
        if outcome == .accepted, !response.isPlausibleSuccess {
            // This may be a block page or a login portal; the service itself sends an empty body or JSON.
            outcome = .unknown
            detail =
                "The answer \(response.status) does not come from the service. \(Self.summary(response, token: token))"
            return
        }
        let message = envelope?.message.map { Excerpt($0, hiding: token).description }
        switch outcome {
        case .accepted:
            break
        case .throttled:
            detail = message
            retryAfter = response.retryAfter.map { Excerpt($0, hiding: token, limit: 50).description }
            retryAt = response.retryAfter.flatMap { RetryAfter.moment($0, date: response.date, now: now) }
        case .unauthorized:
            let skew = Self.clockSkew(response.date, now: now)
            detail = ["The token was not accepted.", message, skew].compactMap(\.self).joined(separator: " ")
            if skew != nil { remedy = "Correct this machine's clock." }
        case .accessRefused:
            detail = message ?? Self.summary(response, token: token)
            if envelope == nil { remedy = Self.remedy(ofRefusal: response.status) }
        default:
            detail = message ?? Self.summary(response, token: token)
        }
    }

    /// Describes the difference between this machine's clock and the service's; `nil` if it is at most a minute.
    private static func clockSkew(_ date: String?, now: Timestamp) -> String? {
        guard let theirs = date.flatMap(RetryAfter.httpDate) else { return nil }
        let skew = (now - theirs).components.seconds
        guard abs(skew) > 60 else { return nil }
        return "This machine's clock is \(abs(skew)) s \(skew > 0 ? "ahead of" : "behind") the service's; correct it."
    }

    /// The remedy for a refusal that does not come from Apple; `nil` for 403 and 404, which may be Apple's answer to an
    /// account without access.
    private static func remedy(ofRefusal status: Int) -> String? {
        switch status {
        case 403, 404: nil
        case 407: TransportFailure.proxyPassword
        case 300..<400:
            "Check the network, the proxy and the address: a network's login page or a proxy may have answered."
        default: "Check the proxy, the firewall and the address: this answer does not come from Apple's service."
        }
    }

    /// Describes a response without a message from Apple.
    private static func summary(_ response: ReceivedResponse, token: String) -> String {
        if (300..<400).contains(response.status) {
            let target = response.location.map { " to \(Excerpt($0, hiding: token, limit: 100))" } ?? ""
            return "A redirect\(target), which is not followed."
        }
        switch response.body {
        case .tooLarge(let limit): return "The body is larger than \(limit) bytes."
        case .cutOff(let reason): return "The body is \(reason)"
        case .whole(let bytes) where bytes.isEmpty: return "No body."
        case .whole(let bytes):
            let type = response.contentType.map { " of type \(Excerpt($0, hiding: token, limit: 50))" } ?? ""
            return "A body\(type) with \(bytes.count) bytes: \(Excerpt(bytes, hiding: token, limit: 120))"
        }
    }
}

extension ReceivedResponse {
    /// Whether the service may have sent this success: the body is empty or JSON.
    ///
    /// A body that did not arrive completely is judged by its content type.
    fileprivate var isPlausibleSuccess: Bool {
        switch body {
        case .whole(let bytes):
            bytes.isEmpty || (try? JSONSerialization.jsonObject(with: Data(bytes))) != nil
        case .tooLarge, .cutOff:
            contentType.map { $0.lowercased().hasPrefix("application/json") } ?? true
        }
    }
}

/// The body of a refusal: `{"errorCode": 4090001, "errorMessage": "…"}`.
///
/// It is read regardless of the content type and of additional members.
struct ErrorEnvelope: Decodable {
    /// Apple's error number, the only reliable way to distinguish errors.
    var code: Int
    var message: String?

    /// Decodes a body; `nil` if it contains no error number.
    init?(_ body: [UInt8]) {
        guard let envelope = try? JSONDecoder().decode(ErrorEnvelope.self, from: Data(body)) else { return nil }
        self = envelope
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        code = try container.decode(Int.self, forKey: .errorCode)
        message = try? container.decode(String.self, forKey: .errorMessage)
    }

    private enum CodingKeys: String, CodingKey {
        case errorCode
        case errorMessage
    }
}
