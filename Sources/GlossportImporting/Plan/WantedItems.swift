package import GlossportChecking

/// What a catalog wants to be true at the service.
package struct WantedItems: Sendable {
    /// One for each distinct image, by path.
    package var images: [Item] = []
    /// By message and locale.
    package var messages: [Item] = []
    /// Records that are too incomplete to make a message.
    package var incomplete = 0
    /// Where the images are.
    package var imageFiles = ImageFiles()
    /// The images of each message that has some.
    package var imagesOfMessage: [ServiceID: Set<ServiceID>] = [:]

    /// Images first.
    package var items: [Item] { images + messages }

    package init(messages: [Item] = [], incomplete: Int = 0) {
        self.messages = messages
        self.incomplete = incomplete
    }
}
