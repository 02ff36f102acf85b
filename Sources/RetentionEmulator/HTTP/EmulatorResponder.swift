private import Crypto
package import Hummingbird
private import NIOCore

/// The HTTP layer: decodes a request, passes it to the state, and sends the answer, possibly with a fault.
package struct EmulatorResponder: HTTPResponder {
    let emulator: Emulator

    package func respond(to request: Request, context: EmulatorContext) async throws -> Response {
        let now = emulator.now()
        let target = request.head.path ?? ""
        guard emulator.options.hosts.admits(request.head.authority) else {
            return try ControlRoutes.refuse(
                "Unknown host name: allow it with --allow-host.",
                status: .misdirectedRequest
            )
        }
        if target.hasPrefix(ControlRoutes.base) {
            return try await ControlRoutes(emulator: emulator).respond(to: request, target: target, at: now)
        }
        if let file = StatePage(method: request.method.rawValue, target: target) { return file.response }
        let route = Route(method: request.method.rawValue, target: target)
        let bundleID = route.flatMap { _ in
            emulator.tokens.bundleID(authorization: request.headers[.authorization], at: now)
        }
        let arrival = emulator.withState { state in
            guard let route else { return state.arriveNowhere(at: now) }
            return state.arrive(route.endpoint, bundleID: bundleID, at: now)
        }
        var entry = LogEntry(arrival: arrival, method: request.method.rawValue, path: target)
        entry.route = route
        entry.bundleID = bundleID
        entry.environment = emulator.options.rules.environment
        // The request counts as in flight until this function returns or throws.
        defer { emulator.withState { $0.leave() } }
        do {
            entry.outcome = try await decide(request, &entry)
        } catch {
            emulator.record(entry)
            remember(entry)
            throw error
        }
        emulator.record(entry)
        let response = try await deliver(entry.outcome ?? Outcome(.bare(500)), through: context)
        remember(entry)
        return response
    }

    /// Records a request for the state page, with the time taken so far.
    private func remember(_ entry: LogEntry) {
        var entry = entry
        entry.took = .microseconds(emulator.now().microseconds - entry.arrival.at.microseconds)
        emulator.recent.append(entry)
    }

    /// Determines the answer, checking in this order: body length, route, token, access, everything else.
    private func decide(_ request: Request, _ entry: inout LogEntry) async throws -> Outcome {
        guard let body = try await read(request.body, for: entry.route?.endpoint) else {
            return Outcome(.bare(413))
        }
        if body.readableBytes > 0 {
            entry.bodyBytes = body.readableBytes
            entry.bodySHA256 = Self.sha256(of: body)
        }
        guard let route = entry.route else { return Outcome(.bare(404)) }
        guard let bundleID = entry.bundleID else { return Outcome(.bare(401)) }
        let isThere = !route.endpoint.isSandboxOnly || emulator.options.rules.environment == .sandbox
        guard emulator.options.hasAccess, isThere else { return Outcome(.bare(404)) }
        let operation = OperationDecoder(
            route: route,
            contentType: request.headers[.contentType],
            body: body,
            bodySHA256: entry.bodySHA256,
            rules: emulator.options.rules
        ).operation
        var now = entry.arrival.at
        if case .delayBefore(let time) = entry.arrival.fault?.fault {
            await emulator.pause(time)
            now = emulator.now()
        }
        let outcome = emulator.withState { state in
            state.answer(
                operation,
                endpoint: route.endpoint,
                bundleID: bundleID,
                to: entry.arrival,
                at: now
            )
        }
        if case .uploadImage(_, let file) = operation, outcome.committed || outcome.commitAt != nil {
            emulator.pictures.keep(body, sha256: file.sha256)
        }
        return outcome
    }

    /// The whole body; `nil` if it exceeds the endpoint's limit.
    private func read(_ body: RequestBody, for endpoint: Endpoint?) async throws -> ByteBuffer? {
        let limit = endpoint == .uploadImage ? emulator.options.maximumImageBytes : emulator.options.maximumJSONBytes
        var bytes = ByteBuffer()
        for try await part in body {
            guard bytes.readableBytes + part.readableBytes <= limit else { return nil }
            bytes.writeImmutableBuffer(part)
        }
        return bytes
    }

    private static func sha256(of body: ByteBuffer) -> String {
        var hash = SHA256()
        body.withUnsafeReadableBytes { hash.update(bufferPointer: $0) }
        return Hexadecimal.text(hash.finalize())
    }
}

private enum Hexadecimal {
    private static let digits = Array("0123456789abcdef".utf8)

    static func text(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(64)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 0xF)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}
