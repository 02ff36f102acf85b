/// The kept part of an HTTP response: the status, a few headers, and the body as far as it arrived.
struct ReceivedResponse: Sendable {
    var status: Int
    /// `Date`, by which this machine's clock is judged.
    var date: String?
    /// `Retry-After`, in Apple's form or another.
    var retryAfter: String?
    /// `Content-Type`, for the description of a body that is not Apple's.
    var contentType: String?
    /// `Location`, for the description of a redirect that was not followed.
    var location: String?
    /// Additional fields for the log, by name; empty if there are none.
    var noted: [String: String] = [:]
    var body: Body

    enum Body: Sendable, Hashable {
        case whole([UInt8])
        /// It is larger than anything the service would send; the rest was not read.
        case tooLarge(limit: Int)
        /// It ended too early, for the reason given.
        case cutOff(String)

        /// The bytes that were kept.
        var count: Int {
            switch self {
            case .whole(let bytes): bytes.count
            case .tooLarge(let limit): limit
            case .cutOff: 0
            }
        }
    }
}
