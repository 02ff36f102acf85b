import GlossportChecking
package import GlossportProject

/// How long one attempt at the service may take, by the size of what it sends.
///
/// The client gives up after it, and the ledger of spent quota uses it: a request whose process has died may reach the
/// service until then. Both read the same value, so that neither can be changed without the other.
package struct RequestTimeout: Sendable, Hashable {
    /// For connecting, for the service's work and for the answer, whatever is sent.
    package var base: Duration
    /// The slowest line that still gets a body through in time, in bytes per second.
    package var floorRate: Int

    /// The product's values.
    ///
    /// 32 KiB/s is what each of four pictures at once gets of a line of 1 Mbit/s. A faster floor would give up on lines
    /// that work, and send the same picture again and again; a slower one would only notice later that a line is dead.
    package static let standard = RequestTimeout(base: .seconds(30), floorRate: 32 << 10)

    package init(base: Duration, floorRate: Int) {
        self.base = base
        self.floorRate = floorRate
    }

    /// How long one attempt may take, from asking for a connection to the last byte of the response.
    ///
    /// - Parameter bytes: The size of the request's body.
    /// - Returns: The base, and the time in which the slowest line that counts sends the body.
    package func limit(sending bytes: Int) -> Duration {
        base + .milliseconds(Int64(bytes) * 1_000 / Int64(max(1, floorRate)))
    }

    /// How long any attempt at an endpoint may take.
    package func longest(at endpoint: Endpoint) -> Duration { limit(sending: endpoint.largestBody) }
}

extension Endpoint {
    /// More than the body of any request to the endpoint, in bytes.
    fileprivate var largestBody: Int {
        switch self {
        case .uploadImage: PNGInspection.maximumBytes
        // Texts have a few hundred characters by Apple's limits; what a project could put in without them stays below.
        case .uploadMessage: 64 << 10
        case .configureDefault, .configureRealtimeURL, .initiatePerformanceTest: 1 << 10
        case .deleteMessage, .listMessages, .deleteImage, .listImages, .getDefault, .deleteDefault, .getRealtimeURL,
            .deleteRealtimeURL, .getPerformanceTestResults:
            0
        }
    }
}
