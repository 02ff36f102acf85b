package import Glossport
package import GlossportProject

/// A client of Apple's Retention Messaging service for one app.
///
/// Every call sends at most one HTTP request; ``MessageService`` defines the meaning of the answers.
package struct RetentionMessagingClient: MessageService {
    let transport: Transport
    private let tokens: BearerTokens
    private let time: any TimeSource
    private let observer: (@Sendable (Exchange) -> Void)?

    package struct Configuration: Sendable {
        package var address: ServiceAddress
        package var credentials: Credentials
        /// The program's version, for `User-Agent`.
        package var version: String
        /// The number of concurrent requests; each uses a separate connection.
        package var concurrency: Int
        /// The time limit of one attempt, from the request for a connection to the last byte of the response.
        package var timeout: RequestTimeout
        package var connectTimeout: Duration
        /// The authorities to trust instead of the system's; only for an `https` address.
        package var trusted: TrustedCertificates?
        /// The name of the program's setting for trusting certificates; answers mention it if a certificate is not
        /// trusted.
        package var trustSetting: String?
        /// The proxy; `nil` for a direct connection.
        package var proxy: Proxy?
        /// Called with each request and its answer as soon as the answer is complete or the request has failed; it must
        /// return quickly.
        package var observer: (@Sendable (Exchange) -> Void)?

        package init(
            address: ServiceAddress,
            credentials: Credentials,
            version: String,
            concurrency: Int = 8,
            timeout: RequestTimeout = .standard,
            connectTimeout: Duration = .seconds(10)
        ) {
            self.address = address
            self.credentials = credentials
            self.version = version
            self.concurrency = concurrency
            self.timeout = timeout
            self.connectTimeout = connectTimeout
        }
    }

    /// Lends a client to `body` and closes its connections afterwards.
    ///
    /// The client must not outlive the call. The `time` dates tokens and interprets `Retry-After`.
    package static func withClient<Value>(
        _ configuration: Configuration,
        time: any TimeSource,
        body: (RetentionMessagingClient) async throws -> Value
    ) async throws -> Value {
        try await Transport.with(configuration, time: time) { transport in
            let tokens = BearerTokens(configuration.credentials, time: time)
            let client = RetentionMessagingClient(
                transport: transport,
                tokens: tokens,
                time: time,
                observer: configuration.observer
            )
            return try await body(client)
        }
    }

    package func upload(_ content: MessageContent, as id: ServiceID) async -> Answer {
        await upload(content, at: "\(id)")
    }

    /// Uploads a message under an id in the given spelling.
    ///
    /// The optional `member` is inserted before the other JSON members; it includes its comma.
    func upload(_ content: MessageContent, at id: String, adding member: String = "") async -> Answer {
        guard var json = try? UploadMessageRequest(content).json() else {
            return Answer(.refused, detail: "The message can't be written as JSON.")
        }
        // The body is an object with members, so the position after its brace is 1.
        json.insert(contentsOf: member.utf8, at: 1)
        return await attempt(.put, Self.path(.message, id), .json(json)).answer
    }

    package func uploadImage(_ bytes: [UInt8], size: ImageSize, as id: ServiceID) async -> Answer {
        let query =
            switch size {
            case .fullSize: "?imageSize=FULL_SIZE"
            case .bulletPoint: "?imageSize=BULLET_POINT"
            }
        return await attempt(.put, Self.path(.image, "\(id)") + query, .png(bytes)).answer
    }

    package func list(_ kind: Item.Kind) async -> (answer: Answer, states: [ServiceID: ReviewState]) {
        let (answer, list) = await fetchList(kind)
        return (answer, list?.states(kind) ?? [:])
    }

    /// Fetches the list of a kind; the list is `nil` unless the answer is ``Answer/Outcome/accepted``.
    func fetchList(
        _ kind: Item.Kind,
        tokenFor lifetime: Duration? = nil
    ) async -> (answer: Answer, list: ListResponse?) {
        var (answer, response) = await attempt(
            .get,
            Self.path(kind, "list"),
            reading: Transport.listLimit,
            tokenFor: lifetime
        )
        answer.serviceTime = response?.date.flatMap(RetryAfter.httpDate)
        guard answer.outcome == .accepted, let response else { return (answer, nil) }
        do {
            return (answer, try response.list)
        } catch {
            // The status alone is useless here, because no valid list arrived.
            answer.outcome = .unknown
            answer.detail = error.reason
            return (answer, nil)
        }
    }

    package func delete(_ kind: Item.Kind, _ id: ServiceID) async -> Answer {
        await attempt(.delete, Self.path(kind, "\(id)")).answer
    }

    static func path(_ kind: Item.Kind, _ last: String) -> String {
        switch kind {
        case .message: "/inApps/v1/messaging/message/\(last)"
        case .image: "/inApps/v1/messaging/image/\(last)"
        }
    }

    /// Sends one request with a token, and drops the token if it is refused.
    ///
    /// The `bodyLimit` applies to the body of a 200. Without a `lifetime`, the request uses the cached token.
    func attempt(
        _ method: Transport.Method,
        _ path: String,
        _ payload: Transport.Payload? = nil,
        reading bodyLimit: Int = Transport.standardLimit,
        tokenFor lifetime: Duration? = nil
    ) async -> (answer: Answer, response: ReceivedResponse?) {
        let token: String
        do {
            token = try lifetime.map(tokens.token(validFor:)) ?? tokens.current()
        } catch {
            return (Answer(.unauthorized, detail: "The token could not be signed."), nil)
        }
        let start = time.now
        let result = await transport.send(method, path, token: token, payload, reading: bodyLimit)
        let end = time.now
        let answer = Answer(result, token: token, now: end)
        if answer.outcome == .unauthorized { tokens.forget(token) }
        let response: ReceivedResponse? = if case .response(let response) = result { response } else { nil }
        observer?(
            Exchange(
                time: start,
                duration: end - start,
                method: method.rawValue,
                server: transport.server,
                path: path,
                sentBytes: payload?.count ?? 0,
                receivedBytes: response?.body.count,
                headers: response?.noted.mapValues { Excerpt($0, hiding: token).description } ?? [:],
                answer: answer
            )
        )
        return (answer, response)
    }
}
