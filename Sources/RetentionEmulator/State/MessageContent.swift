package struct MessageContent: Hashable, Sendable {
    package enum HeaderPosition: String, Sendable {
        /// The default.
        case aboveBody = "ABOVE_BODY"
        /// Requires an image.
        case aboveImage = "ABOVE_IMAGE"
    }

    package struct Picture: Hashable, Sendable {
        package var imageIdentifier: Identifier
        /// At most 150 characters.
        package var altText: String

        package init(imageIdentifier: Identifier, altText: String) {
            self.imageIdentifier = imageIdentifier
            self.altText = altText
        }
    }

    package struct BulletPoint: Hashable, Sendable {
        /// At most 66 characters.
        package var text: String
        /// An image of the bullet point class.
        package var picture: Picture

        package init(text: String, picture: Picture) {
            self.text = text
            self.picture = picture
        }
    }

    /// At most 66 characters.
    package var header: String
    /// At most 144 characters.
    package var body: String
    /// The full-size image.
    package var image: Picture?
    /// The position as sent; `nil` means above the body.
    package var headerPosition: HeaderPosition?
    /// At most five.
    package var bulletPoints: [BulletPoint]

    package init(
        header: String,
        body: String,
        image: Picture? = nil,
        headerPosition: HeaderPosition? = nil,
        bulletPoints: [BulletPoint] = []
    ) {
        self.header = header
        self.body = body
        self.image = image
        self.headerPosition = headerPosition
        self.bulletPoints = bulletPoints
    }

    /// The images that the message refers to, with their required classes.
    package var references: [(identifier: Identifier, size: ImageSize)] {
        (image.map { [($0.imageIdentifier, .fullSize)] } ?? [])
            + bulletPoints.map { ($0.picture.imageIdentifier, .bulletPoint) }
    }

    /// Whether a text contains characters beyond U+FFFF.
    var hasSupplementary: Bool {
        let texts = [header, body, image?.altText ?? ""] + bulletPoints.flatMap { [$0.text, $0.picture.altText] }
        return texts.contains { $0.unicodeScalars.contains { $0.value > 0xFFFF } }
    }

    /// Checks all rules that depend only on the message.
    package func check(unit: Rules.LengthUnit) throws(ServiceError) {
        if unit.length(of: header) > 66 { throw .headerTooLong }
        if unit.length(of: body) > 144 { throw .bodyTooLong }
        if let image, unit.length(of: image.altText) > 150 { throw .altTextTooLong }
        if bulletPoints.count > 5 { throw .tooManyBulletPoints }
        for bullet in bulletPoints {
            if unit.length(of: bullet.text) > 66 { throw .bulletTextTooLong }
            if unit.length(of: bullet.picture.altText) > 150 { throw .altTextTooLong }
        }
        if headerPosition == .aboveImage, image == nil { throw .aboveImageRequiresImage }
    }
}
