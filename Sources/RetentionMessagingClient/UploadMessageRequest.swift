private import Foundation
import Glossport
import GlossportProject

/// The body of `PUT /message/{id}`, with Apple's names.
///
/// Missing values are omitted, never `null`. There is no locale, because a message gets one only by becoming a default.
struct UploadMessageRequest: Encodable {
    var header: String
    var body: String
    var image: Image?
    var headerPosition: HeaderPosition?
    var bulletPoints: [BulletPoint]?

    enum HeaderPosition: String, Encodable {
        case aboveBody = "ABOVE_BODY"
        case aboveImage = "ABOVE_IMAGE"
    }

    struct Image: Encodable {
        var imageIdentifier: ServiceID
        var altText: String
    }

    struct BulletPoint: Encodable {
        var text: String
        var imageIdentifier: ServiceID
        var altText: String
    }

    init(_ content: MessageContent) {
        header = content.header
        body = content.body
        image = content.image.map { Image(imageIdentifier: $0.id, altText: $0.altText) }
        headerPosition = content.headerPosition.map { position in
            switch position {
            case .aboveBody: .aboveBody
            case .aboveImage: .aboveImage
            }
        }
        if !content.bullets.isEmpty {
            bulletPoints = content.bullets.map {
                BulletPoint(text: $0.text, imageIdentifier: $0.imageID, altText: $0.altText)
            }
        }
    }

    /// The body as JSON; equal contents produce equal bytes.
    func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try Array(encoder.encode(self))
    }
}
