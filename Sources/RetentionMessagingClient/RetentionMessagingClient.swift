package import Glossport
package import GlossportProject

/// Speaks with Apple's Retention Messaging service for one app.
///
/// Every call is one HTTP request; see ``MessageService`` for what an answer means.
package struct RetentionMessagingClient: MessageService {
    let transport: Transport
    private let tokens: BearerTokens
    private let time: any TimeSource
    private let observer: (@Sendable (Exchange) -> Void)?

    /// Whom to ask, and how.
    package struct Configuration: Sendable {
        package var address: ServiceAddress
        package var credentials: Credentials
        /// The program's version, for `User-Agent`.
        package var version: String
        /// How many requests may be under way at once; each takes a connection of its own.
        package var concurrency: Int
        /// How long one attempt may take, from asking for a connection to the last byte of the response.
        package var timeout: RequestTimeout
        /// How long getting a connection may take.
        package var connectTimeout: Duration
        /// Whom to believe instead of this machine's authorities; only for an address of `https`.
        package var trusted: TrustedCertificates?
        /// The program's name for its option to trust certificates; answers name it if a certificate is not trusted.
        package var wayToTrust: String?
        /// Through which proxy to go; `nil` for none.
        package var proxy: Proxy?
        /// Takes each request with its answer, as soon as that is there; it must not hold up the next ones.
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
    /// - Parameters:
    ///   - configuration: Whom to ask, and how.
    ///   - time: By which tokens are dated and `Retry-After` is read.
    ///   - body: A closure with the client, which must not outlive the call.
    /// - Returns: The result of `body`.
    /// - Throws: Errors of `body`.
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

    /// Uploads a message to an id as it is written.
    ///
    /// - Parameters:
    ///   - content: The message.
    ///   - id: The id.
    ///   - member: A member to put before the others, with its comma.
    /// - Returns: The answer.
    func upload(_ content: MessageContent, at id: String, adding member: String = "") async -> Answer {
        guard var json = try? UploadMessageRequest(content).json() else {
            return Answer(.refused, detail: "The message can't be written as JSON.")
        }
        // The body is an object with members.
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

    /// The list of a kind; `nil` unless the answer is ``Answer/Outcome/accepted``.
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
            // The status alone is worth nothing here: what was asked for did not arrive.
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
    /// - Parameters:
    ///   - method: GET, POST, PUT or DELETE.
    ///   - path: The path, from its first slash.
    ///   - payload: The body, if there is one.
    ///   - bodyLimit: How much of the body of a 200 to read.
    ///   - lifetime: For how long the token is to be valid; `nil` for the usual one.
    /// - Returns: The answer, and the response if one arrived.
    func attempt(
        _ method: Transport.Method,
        _ path: String,
        _ payload: Transport.Payload? = nil,
        reading bodyLimit: Int = Transport.errorLimit,
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
