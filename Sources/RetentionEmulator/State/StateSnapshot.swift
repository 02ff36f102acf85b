/// The state as JSON, for `GET /_emulator/state`.
package struct StateSnapshot: Encodable, Sendable {
    struct Picture: Encodable {
        var imageIdentifier: String
        var altText: String
    }

    struct BulletPoint: Encodable {
        var text: String
        var imageIdentifier: String
        var altText: String
    }

    struct Message: Encodable {
        var messageIdentifier: String
        var messageState: String
        var uploadedAt: Int64
        var header: String
        var body: String
        var image: Picture?
        var headerPosition: String?
        var bulletPoints: [BulletPoint]?
    }

    struct Image: Encodable {
        var imageIdentifier: String
        var imageState: String
        var imageSize: String
        var uploadedAt: Int64
        var byteCount: Int
        var sha256: String
        /// Whether the picture is available; only the newest ones are kept.
        var isKept: Bool?
    }

    struct Default: Encodable {
        var productId: String
        var locale: String
        var messageIdentifier: String
    }

    struct EndpointCounters: Encodable {
        var arrivals: Int
        var statuses: [String: Int]
        var highestInAnyHour: Int
        var highestIsExact: Bool
        var allowance: Int?
        /// The spent part of the allowance.
        var spent: Int?
    }

    struct App: Encodable {
        var bundleId: String
        var environment: String
        var messages: [Message]
        var images: [Image]
        var defaults: [Default]
        var realtimeURL: String?
        /// The verdicts of performance tests, by request ID.
        var performanceTests: [String: String]
        var deletedMessages: [String]
        var deletedImages: [String]
        var endpoints: [String: EndpointCounters]
    }

    struct Redirects: Encodable {
        var followed: Int
        var withToken: Int
    }

    /// Marks the available pictures.
    ///
    /// - Parameter hashes: The SHA-256 of their bytes, in hexadecimal.
    mutating func mark(kept hashes: Set<String>) {
        for app in apps.indices {
            for image in apps[app].images.indices {
                apps[app].images[image].isKept = hashes.contains(apps[app].images[image].sha256)
            }
        }
    }

    var at: Int64
    var requests: Int
    var inFlight: Int
    var lateEffects: Int
    var statuses: [String: Int]
    var unattributed: [String: Int]
    var redirects: Redirects
    var faults: [String]
    var apps: [App]
}
