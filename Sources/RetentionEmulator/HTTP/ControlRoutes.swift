private import Foundation
private import HTTPTypes
import Hummingbird

/// The emulator's own routes, which Apple's service does not have.
///
/// They need no token, cost no budget and are not part of the request log.
struct ControlRoutes {
    /// Where they live.
    static let base = "/_emulator/"
    /// Where the `redirect` fault sends clients.
    static let redirectTarget = "redirected"

    let emulator: Emulator

    private struct Selection: Decodable {
        var identifiers: [String]?
        var bundleId: String?
    }

    private struct FaultSettings: Codable {
        var faults: [String]
        var seed: UInt64?
    }

    private struct Health: Encodable {
        var status = "ok"
        var environment: String
    }

    private struct Decided: Encodable {
        var decided: Int
    }

    private struct Complaint: Encodable {
        var error: String
    }

    /// Answers a request to one of them.
    func respond(to request: Request, target: String, at now: Moment) async throws -> Response {
        guard Self.isFromHere(request) else {
            return try complain("a page from elsewhere, or a name that is not this machine's", status: .forbidden)
        }
        let path = target.dropFirst(Self.base.count).prefix { $0 != "?" }
        let body = Data(try await request.body.collect(upTo: 1 << 24).readableBytesView)
        switch (request.method.rawValue, path) {
        case ("GET", "health"):
            return try json(Health(environment: emulator.options.rules.environment.rawValue))
        case ("GET", "state"): return try json(emulator.withState { $0.snapshot(at: now) })
        case ("POST", "approve"): return try decide(.approved, body, at: now)
        case ("POST", "reject"): return try decide(.rejected, body, at: now)
        case ("POST", "reset"):
            emulator.reset()
            return Response(status: .ok)
        case ("GET", "faults"): return try currentFaults()
        case ("POST", "faults"): return try setFaults(body)
        case (_, Self.redirectTarget[...]):
            let withToken = request.headers[.authorization] != nil
            emulator.withState { $0.redirectFollowed(withToken: withToken) }
            return Response(status: .ok)
        default: return Response(status: .notFound)
        }
    }

    /// Whether a request was made for this machine by its own name, and not by a page from elsewhere.
    ///
    /// A browser on this machine would carry such a page's requests here, under a name of its own that leads to 127.0.0.1.
    private static func isFromHere(_ request: Request) -> Bool {
        if let host = request.head.authority, !isLoopback(host[...]) { return false }
        guard let origin = request.headers[.origin] else { return true }
        return ["http://", "https://"].contains { origin.hasPrefix($0) && isLoopback(origin.dropFirst($0.count)) }
    }

    private static func isLoopback(_ authority: Substring) -> Bool {
        ["localhost", "127.0.0.1", "[::1]"].contains { name in
            guard authority.lowercased().hasPrefix(name) else { return false }
            let port = authority.dropFirst(name.count)
            return port.isEmpty || port.first == ":" && port.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
        }
    }

    private func decide(_ verdict: ReviewState, _ body: Data, at now: Moment) throws -> Response {
        var selection = Selection()
        if !body.isEmpty {
            guard let wanted = try? JSONDecoder().decode(Selection.self, from: body) else {
                return try complain(#"send nothing, or {"identifiers": ["…"], "bundleId": "…"}"#)
            }
            selection = wanted
        }
        var chosen: Set<Identifier>?
        if let wanted = selection.identifiers {
            chosen = []
            for text in wanted {
                guard let identifier = Identifier(text) else { return try complain("'\(text)' is not a UUID") }
                chosen?.insert(identifier)
            }
        }
        let decided = emulator.withState { state in
            state.decide(verdict, only: chosen, bundleID: selection.bundleId, at: now)
        }
        return try json(Decided(decided: decided))
    }

    private func setFaults(_ body: Data) throws -> Response {
        guard let settings = try? JSONDecoder().decode(FaultSettings.self, from: body) else {
            return try complain(
                #"send {"faults": ["drop-after-commit=0.1"], "seed": 1}; an empty list ends all faults"#
            )
        }
        do {
            let rules = try settings.faults.map(FaultRule.init)
            emulator.withState { state in
                state.faults = FaultPlan(rules, seed: settings.seed ?? state.faults.seed)
            }
        } catch let error as FaultSyntaxError {
            return try complain(error.description)
        }
        return try currentFaults()
    }

    private func currentFaults() throws -> Response {
        let plan = emulator.withState { $0.faults }
        return try json(FaultSettings(faults: plan.rules.map(\.text), seed: plan.seed))
    }

    private func complain(
        _ message: String,
        status: HTTPResponse.Status = .badRequest
    ) throws -> Response {
        try json(Complaint(error: message), status: status)
    }

    private func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let body = ResponseBody(byteBuffer: ByteBuffer(bytes: try encoder.encode(value)))
        return Response(status: status, headers: [.contentType: "application/json"], body: body)
    }
}
