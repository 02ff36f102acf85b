/// The JSON of an upload, with Apple's field names.
struct WireMessage: Decodable {
    struct Image: Decodable {
        var imageIdentifier: String
        var altText: String
    }

    struct BulletPoint: Decodable {
        var text: String
        var imageIdentifier: String
        var altText: String
    }

    var header: String
    var body: String
    var image: Image?
    var headerPosition: String?
    var bulletPoints: [BulletPoint]?

    static let members: Set = ["header", "body", "image", "headerPosition", "bulletPoints"]

    /// The decoded content; `nil` if an identifier or a constant is invalid.
    var content: MessageContent? {
        var content = MessageContent(header: header, body: body)
        if let image {
            guard let identifier = Identifier(image.imageIdentifier) else { return nil }
            content.image = .init(imageIdentifier: identifier, altText: image.altText)
        }
        if let headerPosition {
            guard let position = MessageContent.HeaderPosition(rawValue: headerPosition) else { return nil }
            content.headerPosition = position
        }
        for bullet in bulletPoints ?? [] {
            guard let identifier = Identifier(bullet.imageIdentifier) else { return nil }
            content.bulletPoints.append(
                .init(text: bullet.text, picture: .init(imageIdentifier: identifier, altText: bullet.altText))
            )
        }
        return content
    }
}

struct WireMembers: Decodable {
    let names: Set<String>

    private struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        names = Set(try decoder.container(keyedBy: Key.self).allKeys.map(\.stringValue))
    }
}

/// The JSON that sets a default, with Apple's field name.
struct WireDefault: Decodable {
    var messageIdentifier: String
}

/// The JSON that sets the real-time URL, with Apple's field name.
struct WireRealtimeURL: Decodable {
    var realtimeURL: String
}

/// The JSON that starts a performance test, with Apple's field name.
struct WirePerformanceTest: Decodable {
    var originalTransactionId: String
}
