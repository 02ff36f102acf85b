/// The state as JSON: what `GET /_emulator/state` shows and what `--state FILE` keeps.
package struct StateSnapshot: Codable, Sendable {
    struct Picture: Codable {
        var imageIdentifier: String
        var altText: String
    }

    struct BulletPoint: Codable {
        var text: String
        var imageIdentifier: String
        var altText: String
    }

    struct Message: Codable {
        var messageIdentifier: String
        var messageState: String
        var uploadedAt: Int64
        var header: String
        var body: String
        var image: Picture?
        var headerPosition: String?
        var bulletPoints: [BulletPoint]?
    }

    struct Image: Codable {
        var imageIdentifier: String
        var imageState: String
        var imageSize: String
        var uploadedAt: Int64
        var byteCount: Int
        var sha256: String
    }

    struct Default: Codable {
        var productId: String
        var locale: String
        var messageIdentifier: String
    }

    struct EndpointCounters: Codable {
        var arrivals: Int
        var statuses: [String: Int]
        var highestInAnyHour: Int
        var highestIsExact: Bool
        var allowance: Int?
    }

    struct App: Codable {
        var bundleId: String
        var environment: String
        var messages: [Message]
        var images: [Image]
        var defaults: [Default]
        var realtimeURL: String?
        var deletedMessages: [String]
        var deletedImages: [String]
        var endpoints: [String: EndpointCounters]
    }

    struct Redirects: Codable {
        var followed: Int
        var withToken: Int
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
