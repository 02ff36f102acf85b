import GlossportChecking
package import GlossportProject

/// The time limit for one attempt, by the size of its request.
///
/// The client gives up after this time. The ledger of spent quota uses the same value: a request whose process has died
/// may still reach the service within it.
package struct RequestTimeout: Sendable, Hashable {
    /// The fixed part, for connecting, the service's work and the answer.
    package var base: Duration
    /// The slowest upload rate that still succeeds, in bytes per second.
    package var floorRate: Int

    /// The values used by the product.
    ///
    /// A connection of 1 Mbit/s gives each of four parallel pictures about 32 KiB/s. A higher rate would abort uploads
    /// on working connections and send the same pictures again; a lower rate would only detect dead connections later.
    package static let standard = RequestTimeout(base: .seconds(30), floorRate: 32 << 10)

    package init(base: Duration, floorRate: Int) {
        self.base = base
        self.floorRate = floorRate
    }

    /// Returns the time limit from requesting a connection to the last byte of the response, for a body of this many
    /// bytes.
    package func limit(sending bytes: Int) -> Duration {
        base + .milliseconds(Int64(bytes) * 1_000 / Int64(max(1, floorRate)))
    }

    /// Returns the longest time limit of any attempt at an endpoint.
    package func longest(at endpoint: Endpoint) -> Duration { limit(sending: endpoint.largestBody) }
}

extension Endpoint {
    /// An upper bound for the body of any request to the endpoint, in bytes.
    fileprivate var largestBody: Int {
        switch self {
        case .uploadImage: PNGInspection.maximumBytes
        // Apple limits texts to a few hundred characters; larger texts from a project also stay below this.
        case .uploadMessage: 64 << 10
        case .configureDefault, .configureRealtimeURL, .initiatePerformanceTest: 1 << 10
        case .deleteMessage, .listMessages, .deleteImage, .listImages, .getDefault, .deleteDefault, .getRealtimeURL,
            .deleteRealtimeURL, .getPerformanceTestResults:
            0
        }
    }
}
