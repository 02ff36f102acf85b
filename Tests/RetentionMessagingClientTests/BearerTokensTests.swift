import Crypto
import Foundation
import Glossport
import Testing

@testable import RetentionMessagingClient

@Suite("Bearer token")
struct BearerTokensTests {
    private let time = StoppedTime()

    private func parts(_ token: String) throws -> (
        header: [String: String], claims: Claims, signature: Data, signed: Data
    ) {
        let parts = token.split(separator: ".").map(String.init)
        try #require(parts.count == 3)
        func decode(_ text: String) throws -> Data {
            let base64 = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
            return try #require(Data(base64Encoded: base64 + String(repeating: "=", count: (4 - base64.count % 4) % 4)))
        }
        return (
            try JSONDecoder().decode([String: String].self, from: decode(parts[0])),
            try JSONDecoder().decode(Claims.self, from: decode(parts[1])),
            try decode(parts[2]),
            Data("\(parts[0]).\(parts[1])".utf8)
        )
    }

    private struct Claims: Decodable {
        var iss: String
        var iat: Int64
        var exp: Int64
        var aud: String
        var bid: String
    }

    @Test("A token's header names algorithm, key and type")
    func header() throws {
        let token = try BearerTokens(try credentials(), time: time).current()
        #expect(try parts(token).header == ["alg": "ES256", "kid": "ABC123DEFG", "typ": "JWT"])
    }

    @Test("A token's claims name issuer and app and span 20 minutes, starting a minute ago")
    func claims() throws {
        let claims = try parts(BearerTokens(try credentials(), time: time).current()).claims
        #expect(claims.iss == "11111111-2222-4333-8444-555555555555")
        #expect(claims.aud == "appstoreconnect-v1")
        #expect(claims.bid == "com.example.garden")
        #expect(claims.iat == StoppedTime.start.seconds - 60)
        #expect(claims.exp == claims.iat + 20 * 60)
    }

    @Test("A token's signature is 64 bytes, is valid for the public key and has no padding")
    func signature() throws {
        let token = try BearerTokens(try credentials(), time: time).current()
        let parts = try parts(token)
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: parts.signature)
        #expect(signingKey.publicKey.isValidSignature(signature, for: parts.signed))
        #expect(!token.contains { "+/=".contains($0) })
    }

    @Test("A token is reused until five minutes before it expires")
    func cache() throws {
        let tokens = BearerTokens(try credentials(), time: time)
        let first = try tokens.current()
        time.advance(by: .seconds(14 * 60 - 1))
        #expect(try tokens.current() == first)
        time.advance(by: .seconds(1))
        #expect(try tokens.current() != first)
    }

    @Test("A refused token is dropped, but not its replacement")
    func forget() throws {
        let tokens = BearerTokens(try credentials(), time: time)
        let first = try tokens.current()
        tokens.forget(first)
        let second = try tokens.current()
        #expect(second != first)
        tokens.forget(first)
        #expect(try tokens.current() == second)
    }

    @Test("Concurrent callers share one token")
    func concurrency() async throws {
        let tokens = BearerTokens(try credentials(), time: time)
        let all = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<100 { group.addTask { try tokens.current() } }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(all.count == 1)
    }

    @Test("A dump does not show the token")
    func canary() throws {
        let tokens = BearerTokens(try credentials(), time: time)
        let token = try tokens.current()
        var shown = ""
        dump(tokens, to: &shown)
        shown += "\(tokens) \(String(reflecting: tokens))"
        #expect(!shown.contains(token))
    }
}
