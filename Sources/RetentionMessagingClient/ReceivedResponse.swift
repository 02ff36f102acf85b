/// The kept parts of an HTTP response: the status, a few headers, and the body as far as it arrived.
struct ReceivedResponse: Sendable {
    var status: Int
    /// `Date`, for checking this machine's clock.
    var date: String?
    /// `Retry-After`, in Apple's form or another.
    var retryAfter: String?
    /// `Content-Type`, for describing a body that does not come from Apple.
    var contentType: String?
    /// `Location`, for describing a redirect that was not followed.
    var location: String?
    /// Additional headers for the log, by name.
    var noted: [String: String] = [:]
    var body: Body

    enum Body: Sendable, Hashable {
        case whole([UInt8])
        /// The body is larger than anything the service would send; the rest was not read.
        case tooLarge(limit: Int)
        /// The body ended too early, for the given reason.
        case cutOff(String)

        var count: Int {
            switch self {
            case .whole(let bytes): bytes.count
            case .tooLarge(let limit): limit
            case .cutOff: 0
            }
        }
    }
}
