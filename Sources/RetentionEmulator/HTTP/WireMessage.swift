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
    /// Whether the object has no members but these.
    var isDocumented = true

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case header, body, image, headerPosition, bulletPoints
    }

    private struct AnyKey: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        header = try container.decode(String.self, forKey: .header)
        body = try container.decode(String.self, forKey: .body)
        image = try container.decodeIfPresent(Image.self, forKey: .image)
        headerPosition = try container.decodeIfPresent(String.self, forKey: .headerPosition)
        bulletPoints = try container.decodeIfPresent([BulletPoint].self, forKey: .bulletPoints)
        let known = Set(CodingKeys.allCases.map(\.rawValue))
        isDocumented = try decoder.container(keyedBy: AnyKey.self).allKeys.allSatisfy { known.contains($0.stringValue) }
    }

    /// The content of the JSON; `nil` if an identifier or a constant is invalid.
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
