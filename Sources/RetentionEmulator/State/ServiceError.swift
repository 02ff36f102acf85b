/// An error of the service: the code that clients match, and a text for people.
///
/// The HTTP status is the code without its last four digits. If Apple's text is not public, the text imitates Apple's
/// style (EMULATOR CHOICE); clients must match the code.
package struct ServiceError: Error, Hashable, Sendable {
    /// The seven-digit `errorCode`.
    package let code: Int
    /// The `errorMessage`.
    package let message: String

    package var status: Int { code / 10_000 }

    package init(_ code: Int, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension ServiceError {
    /// The identifier, the JSON, its content type, or a character in a text is invalid.
    package static let badRequest = ServiceError(4_000_000, "Bad request.")
    /// The original transaction ID is empty, or contains characters other than digits.
    package static let invalidTransaction = ServiceError(4_000_006, "Invalid transaction id.")
    /// The product ID is malformed, or not one of the configured ones.
    package static let invalidProduct = ServiceError(
        4_000_023,
        "Invalid request. The product id parameter is invalid."
    )
    /// Not a PNG, wrong dimensions, or transparency.
    package static let invalidImage = ServiceError(4_000_161, "Invalid request. The image is invalid.")
    /// More than 66 characters.
    package static let headerTooLong = ServiceError(4_000_162, "Invalid request. The header is too long.")
    /// More than 144 characters.
    package static let bodyTooLong = ServiceError(4_000_163, "Invalid request. The body is too long.")
    /// A locale outside Apple's list of short codes.
    package static let invalidLocale = ServiceError(4_000_164, "Invalid request. Locale is invalid.")
    /// More than 150 characters.
    package static let altTextTooLong = ServiceError(4_000_175, "Invalid request. The alt text is too long.")
    /// No real-time URL is set, or the request's body is invalid.
    package static let invalidPerformanceTest = ServiceError(
        4_000_211,
        "Invalid request. The performance test request is invalid."
    )
    /// The ID of a performance test is not a UUID.
    package static let invalidRequestID = ServiceError(4_000_212, "Invalid request. The request ID is invalid.")
    package static let performanceTestExists = ServiceError(
        4_000_213,
        "Invalid request. Existing performance test run."
    )
    /// Not `https`, or more than 256 characters.
    package static let invalidRealtimeURL = ServiceError(4_000_215, "Invalid request. The url is invalid.")
    /// `imageSize` is unknown, or a message refers to an image of the other size class.
    package static let invalidImageSize = ServiceError(4_000_216, "Invalid request. The image's size is invalid.")
    /// More than five bullet points.
    package static let tooManyBulletPoints = ServiceError(
        4_000_218,
        "Invalid request. The number of bullet points is too many."
    )
    /// More than 66 characters.
    package static let bulletTextTooLong = ServiceError(
        4_000_219,
        "Invalid request. The bullet point text is too long."
    )
    /// `ABOVE_IMAGE` without an image.
    package static let aboveImageRequiresImage = ServiceError(
        4_000_224,
        "Invalid request. The above image header position requires an image."
    )
    package static let tooManyImages = ServiceError(4_030_014, "Maximum number of images reached.")
    package static let tooManyMessages = ServiceError(4_030_016, "Maximum number of messages reached.")
    /// A default must be an approved message.
    package static let messageNotApproved = ServiceError(4_030_017, "Message not approved.")
    /// A default's images must be approved.
    package static let imageNotApproved = ServiceError(4_030_018, "Image not approved.")
    /// A message still refers to the image.
    package static let imageInUse = ServiceError(4_030_019, "Image is in use.")
    /// A real-time URL in production requires a passed performance test.
    package static let noPassingTest = ServiceError(4_030_026, "A passing performance test is required.")
    package static let imageNotFound = ServiceError(4_040_014, "Image not found.")
    package static let messageNotFound = ServiceError(4_040_015, "Message not found.")
    package static let performanceTestNotFound = ServiceError(4_040_018, "Performance test run not found.")
    package static let defaultNotFound = ServiceError(4_040_020, "Default message not found.")
    package static let realtimeURLNotFound = ServiceError(4_040_021, "Realtime url not found.")
    /// The identifier is in use, regardless of the content.
    package static let imageExists = ServiceError(4_090_000, "Image already exists.")
    /// The identifier is in use, regardless of the content.
    package static let messageExists = ServiceError(4_090_001, "Message already exists.")
    /// The hour's allowance is spent.
    package static let rateLimitExceeded = ServiceError(4_290_000, "Rate limit exceeded.")
    package static let internalError = ServiceError(5_000_000, "An unknown error occurred.")
}
