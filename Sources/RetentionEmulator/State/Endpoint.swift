/// The emulated endpoints, each with its budget.
package enum Endpoint: String, CaseIterable, Sendable {
    /// `PUT /image/{imageIdentifier}`
    case uploadImage
    /// `DELETE /image/{imageIdentifier}`
    case deleteImage
    /// `GET /image/list`
    case listImages
    /// `PUT /message/{messageIdentifier}`
    case uploadMessage
    /// `DELETE /message/{messageIdentifier}`
    case deleteMessage
    /// `GET /message/list`
    case listMessages
    /// `PUT /default/{productId}/{locale}`
    case configureDefault
    /// `GET /default/{productId}/{locale}`
    case getDefault
    /// `DELETE /default/{productId}/{locale}`
    case deleteDefault
    /// `PUT /realtime/url`
    case configureRealtimeURL
    /// `GET /realtime/url`
    case getRealtimeURL
    /// `DELETE /realtime/url`
    case deleteRealtimeURL
    /// `POST /performanceTest`
    case initiatePerformanceTest
    /// `GET /performanceTest/result/{requestId}`
    case getPerformanceTestResults

    /// Whether the endpoint exists only in the sandbox, so that production answers with a bare 404.
    var isSandboxOnly: Bool { self == .initiatePerformanceTest || self == .getPerformanceTestResults }
}

/// Apple's two separate environments.
package enum ServiceEnvironment: String, CaseIterable, Sendable {
    /// Everything is approved automatically; budgets are a tenth of production.
    case sandbox
    /// Uploads wait for review.
    case production
}
