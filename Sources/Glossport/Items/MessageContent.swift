package import GlossportProject

/// Everything that is sent to the service about one message, except its locale.
///
/// Encoded as JSON in the journal; the client defines the wire format separately.
package struct MessageContent: Sendable, Hashable, Codable {
    package var header: String
    package var body: String
    /// The position of the header; `nil` leaves the choice to the service, which puts it above the body.
    package var headerPosition: HeaderPosition?
    package var image: Image?
    package var bullets: [Bullet]

    package init(
        header: String,
        body: String,
        headerPosition: HeaderPosition? = nil,
        image: Image? = nil,
        bullets: [Bullet] = []
    ) {
        self.header = header
        self.body = body
        self.headerPosition = headerPosition
        self.image = image
        self.bullets = bullets
    }

    /// A full-size image, which must already be uploaded.
    package struct Image: Sendable, Hashable, Codable {
        package var id: ServiceID
        package var altText: String

        package init(id: ServiceID, altText: String) {
            self.id = id
            self.altText = altText
        }
    }

    /// A line with an icon, which must already be uploaded.
    package struct Bullet: Sendable, Hashable, Codable {
        package var text: String
        package var imageID: ServiceID
        package var altText: String

        package init(text: String, imageID: ServiceID, altText: String) {
            self.text = text
            self.imageID = imageID
            self.altText = altText
        }
    }
}
