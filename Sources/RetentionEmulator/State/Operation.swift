/// One request, understood: what a caller wants of the service.
package enum Operation: Hashable, Sendable {
    /// Store an image under a new identifier.
    case uploadImage(Identifier, ImageFile)
    /// Remove an image no message uses.
    case deleteImage(Identifier)
    /// List images.
    case listImages
    /// Store a message under a new identifier.
    case uploadMessage(Identifier, MessageContent)
    /// Remove a message.
    case deleteMessage(Identifier)
    /// List messages.
    case listMessages
    /// Make a message the default of a product in a locale.
    case configureDefault(DefaultKey, Identifier)
    /// Read a default.
    case getDefault(DefaultKey)
    /// Remove a default, if there is one.
    case deleteDefault(DefaultKey)
    /// Set the real-time URL.
    case configureRealtimeURL(String)
    /// Read the real-time URL.
    case getRealtimeURL
    /// Remove the real-time URL.
    case deleteRealtimeURL
    /// Test the real-time URL, for the subscription with this original transaction ID.
    case startPerformanceTest(String)
    /// Read the result of a test.
    case performanceTestResult(Identifier)
    /// A request whose identifier or body could not be understood; it still costs a request of its endpoint's budget.
    case malformed(ServiceError)
}

/// The product and locale of a default message.
package struct DefaultKey: Hashable, Sendable {
    /// The subscription.
    package var productID: String
    /// The locale short code.
    package var locale: String

    /// A product in a locale.
    package init(productID: String, locale: String) {
        self.productID = productID
        self.locale = locale
    }
}

/// The answer to one request, before it becomes HTTP.
package enum Reply: Hashable, Sendable {
    /// 200 without a body.
    case done
    /// 200 with the images.
    case images([ImageListing])
    /// 200 with the messages.
    case messages([MessageListing])
    /// 200 with the default's message.
    case defaultMessage(Identifier)
    /// 200 with the URL.
    case realtimeURL(String)
    /// 200 with the test that was started.
    case performanceTest(Identifier, PerformanceTest)
    /// 200 with the result of a test, as far as it has come.
    case performanceTestResult(PerformanceTest.Result)
    /// An error object.
    case refused(ServiceError)
    /// 429, with the value of `Retry-After` if there is one.
    case throttled(retryAfter: String?)
    /// A status without a body: 401, 404 for what does not exist at all, 413.
    case bare(Int)
    /// Nothing was decided: the request was lost, or its effect lies in the future.
    case undecided
    /// 302 to somewhere else.
    case redirected

    /// The HTTP status, if there is an answer.
    package var status: Int? {
        switch self {
        case .done, .images, .messages, .defaultMessage, .realtimeURL, .performanceTest, .performanceTestResult: 200
        case .refused(let error): error.status
        case .throttled: 429
        case .bare(let status): status
        case .redirected: 302
        case .undecided: nil
        }
    }

    /// The `errorCode` of the body, if it has one.
    package var errorCode: Int? {
        switch self {
        case .refused(let error): error.code
        case .throttled: ServiceError.rateLimitExceeded.code
        default: nil
        }
    }
}

/// An image as the list shows it.
package struct ImageListing: Hashable, Sendable {
    /// The image.
    package var identifier: Identifier
    /// The state of its review.
    package var state: ReviewState
    /// Its class.
    package var size: ImageSize

    /// One line of the list.
    package init(identifier: Identifier, state: ReviewState, size: ImageSize) {
        self.identifier = identifier
        self.state = state
        self.size = size
    }
}

/// A message as the list shows it.
package struct MessageListing: Hashable, Sendable {
    /// The message.
    package var identifier: Identifier
    /// The state of its review.
    package var state: ReviewState
}
