private import Foundation
import HTTPTypes
import Hummingbird

/// The emulator's control routes, which Apple's service does not have.
///
/// They need no token, are not charged to a budget, and are not logged.
struct ControlRoutes {
    /// The path prefix of the routes.
    static let base = "/_emulator/"
    /// The target of the `redirect` fault.
    static let redirectTarget = "redirected"
    private static let pictures = "pictures/"

    let emulator: Emulator

    private struct Selection: Decodable {
        var identifiers: [String]?
        var bundleId: String?
    }

    private struct Health: Encodable {
        var status = "ok"
        var environment: String
    }

    private struct Decided: Encodable {
        var decided: Int
    }

    private struct ErrorBody: Encodable {
        var error: String
    }

    func respond(to request: Request, target: String, at now: Moment) async throws -> Response {
        guard Self.isOwn(request) else {
            return try Self.refuse("Requests from other web pages are refused.", status: .forbidden)
        }
        let path = target.dropFirst(Self.base.count).prefix { $0 != "?" }
        let body = Data(try await request.body.collect(upTo: 1 << 24).readableBytesView)
        switch (request.method.rawValue, path) {
        case ("GET", "health"):
            return try Self.json(Health(environment: emulator.options.rules.environment.rawValue))
        case ("GET", "state"): return try state(unless: request.headers[.ifNoneMatch], at: now)
        case ("GET", "requests"): return Self.json(bytes: emulator.recent.json)
        case ("GET", _) where path.hasPrefix(Self.pictures): return picture(path.dropFirst(Self.pictures.count))
        case ("POST", "approve"): return try decide(.approved, body, at: now)
        case ("POST", "reject"): return try decide(.rejected, body, at: now)
        case ("POST", "reset"):
            emulator.reset()
            return Response(status: .ok)
        case ("GET", "faults"): return try faults()
        case ("POST", "faults"): return try setFaults(body)
        case ("GET", "budgets"): return try budgets()
        case ("POST", "budgets"): return try setBudgets(body)
        case (_, Self.redirectTarget[...]):
            let withToken = request.headers[.authorization] != nil
            emulator.withState { $0.redirectFollowed(withToken: withToken) }
            return Response(status: .ok)
        default: return Response(status: .notFound)
        }
    }

    /// Whether a request comes from the emulator's own page or from no page at all.
    ///
    /// Another port of the same host is another origin.
    ///
    /// Browsers send `Origin` with every request that could change something, and newer browsers also send
    /// `Sec-Fetch-Site`.
    private static func isOwn(_ request: Request) -> Bool {
        if let name = HTTPField.Name("Sec-Fetch-Site"), let site = request.headers[name] {
            guard site == "same-origin" || site == "none" else { return false }
        }
        guard let origin = request.headers[.origin] else { return true }
        guard let authority = request.head.authority else { return false }
        return ["http://", "https://"].contains { origin.lowercased() == $0 + authority.lowercased() }
    }

    // MARK: State

    private func state(unless known: String?, at now: Moment) throws -> Response {
        let kept = emulator.pictures.hashes
        let version = emulator.withState { $0.version(at: now) }
        let tag = "\"\(emulator.started.microseconds)-\(version)-\(kept.count)\""
        guard tag != known else { return Response(status: .notModified, headers: [.eTag: tag]) }
        var snapshot = emulator.withState { $0.snapshot(at: now) }
        snapshot.mark(kept: kept)
        var response = try Self.json(snapshot)
        response.headers[.eTag] = tag
        return response
    }

    /// A picture as it was uploaded, with headers that prevent other interpretations of its bytes.
    private func picture(_ sha256: Substring) -> Response {
        guard let bytes = emulator.pictures.picture(sha256) else { return Response(status: .notFound) }
        var headers: HTTPFields = [.contentType: "image/png", .cacheControl: "private, max-age=86400, immutable"]
        headers[.contentSecurityPolicy] = "default-src 'none'; sandbox"
        headers[.xContentTypeOptions] = "nosniff"
        if let name = HTTPField.Name("Cross-Origin-Resource-Policy") { headers[name] = "same-origin" }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: bytes))
    }

    // MARK: Review

    private func decide(_ verdict: ReviewState, _ body: Data, at now: Moment) throws -> Response {
        var selection = Selection()
        if !body.isEmpty {
            guard let wanted = try? JSONDecoder().decode(Selection.self, from: body) else {
                return try Self.refuse(#"send nothing, or {"identifiers": ["…"], "bundleId": "…"}"#)
            }
            selection = wanted
        }
        var chosen: Set<Identifier>?
        if let wanted = selection.identifiers {
            chosen = []
            for text in wanted {
                guard let identifier = Identifier(text) else { return try Self.refuse("'\(text)' is not a UUID") }
                chosen?.insert(identifier)
            }
        }
        let decided = emulator.withState { state in
            state.decide(verdict, only: chosen, bundleID: selection.bundleId, at: now)
        }
        return try Self.json(Decided(decided: decided))
    }

    // MARK: Answers

    static func refuse(_ message: String, status: HTTPResponse.Status = .badRequest) throws -> Response {
        try json(ErrorBody(error: message), status: status)
    }

    static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return json(bytes: [UInt8](try encoder.encode(value)), status: status)
    }

    private static func json(bytes: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status,
            headers: [.contentType: "application/json", .cacheControl: "no-store", .xContentTypeOptions: "nosniff"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        )
    }
}
