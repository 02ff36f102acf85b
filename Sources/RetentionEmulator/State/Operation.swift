/// A decoded request.
package enum Operation: Hashable, Sendable {
    /// Stores an image under a new identifier.
    case uploadImage(Identifier, ImageFile)
    /// Deletes an image that no message uses.
    case deleteImage(Identifier)
    case listImages
    /// Stores a message under a new identifier.
    case uploadMessage(Identifier, MessageContent)
    case deleteMessage(Identifier)
    case listMessages
    /// Makes a message the default of a product in a locale.
    case configureDefault(DefaultKey, Identifier)
    case getDefault(DefaultKey)
    /// Deletes a default, if there is one.
    case deleteDefault(DefaultKey)
    case configureRealtimeURL(String)
    case getRealtimeURL
    case deleteRealtimeURL
    /// Tests the real-time URL, for the subscription with this original transaction ID.
    case startPerformanceTest(String)
    case performanceTestResult(Identifier)
    /// A request with an invalid identifier or body; it is still charged to its endpoint's budget.
    case malformed(ServiceError)
}

/// The product and locale of a default message.
package struct DefaultKey: Hashable, Sendable {
    /// The product ID of the subscription.
    package var productID: String
    /// The locale's short code.
    package var locale: String

    package init(productID: String, locale: String) {
        self.productID = productID
        self.locale = locale
    }
}

/// The answer to a request, before it is encoded as HTTP.
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
    /// 200 with the started test.
    case performanceTest(Identifier, PerformanceTest)
    /// 200 with the current result of a test.
    case performanceTestResult(PerformanceTest.Result)
    /// An error object.
    case refused(ServiceError)
    /// 429, with the value of `Retry-After` if there is one.
    case throttled(retryAfter: String?)
    /// A status without a body: 401, 413, or 404 for an unknown route or missing access.
    case bare(Int)
    /// No answer: the request was lost, or its effect is late.
    case undecided
    /// 302 to another location.
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

package struct ImageListing: Hashable, Sendable {
    package var identifier: Identifier
    package var state: ReviewState
    package var size: ImageSize

    package init(identifier: Identifier, state: ReviewState, size: ImageSize) {
        self.identifier = identifier
        self.state = state
        self.size = size
    }
}

package struct MessageListing: Hashable, Sendable {
    package var identifier: Identifier
    package var state: ReviewState
}
