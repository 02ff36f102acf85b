private import CLibrary
private import Foundation
import Glossport

/// Creates the signed tokens that requests carry, and uses each token for up to 14 minutes.
///
/// Apple recommends a new token for each request, but signing costs as much as sending, and a token only proves the
/// caller's identity for a limited time. Tokens are kept in memory only.
final class BearerTokens: Sendable {
    /// Apple permits an hour; a shorter lifetime limits the use of a stolen token.
    static let lifetime: Duration = .seconds(20 * 60)
    /// A token is replaced when it expires within this time, so that it outlives all but very slow requests.
    static let margin: Duration = .seconds(5 * 60)
    /// The offset of the issue date into the past, so that a clock slightly ahead of Apple's does no harm.
    static let backdating: Duration = .seconds(60)

    private let credentials: Credentials
    private let time: any TimeSource
    private let cached = Mutex<Token?>(nil)

    private struct Token: Sendable {
        var text: String
        var expiry: Timestamp
    }

    init(_ credentials: Credentials, time: any TimeSource) {
        self.credentials = credentials
        self.time = time
    }

    /// Returns a token that is valid for at least five minutes.
    func current() throws -> String {
        let now = time.now
        // Signing under the lock takes less time than separate signatures by the waiting callers.
        return try cached.withLock { token in
            if let token, now + Self.margin < token.expiry { return token.text }
            let fresh = try sign(at: now)
            token = fresh
            return fresh.text
        }
    }

    /// Creates a token for one request with any lifetime, even one that Apple does not permit.
    func token(validFor lifetime: Duration) throws -> String { try sign(at: time.now, validFor: lifetime).text }

    /// Drops a refused token, unless a newer one has replaced it.
    func forget(_ text: String) {
        cached.withLock { token in
            if token?.text == text { token = nil }
        }
    }

    private func sign(at now: Timestamp, validFor lifetime: Duration = lifetime) throws -> Token {
        let issued = now - Self.backdating
        let expiry = issued + lifetime
        let header = Header(kid: credentials.keyID)
        let claims = Claims(
            iss: credentials.issuerID,
            iat: issued.seconds,
            exp: expiry.seconds,
            bid: credentials.app
        )
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let signed = try Self.base64URL(encoder.encode(header)) + "." + Self.base64URL(encoder.encode(claims))
        let signature = try credentials.privateKey.signature(for: Data(signed.utf8))
        return Token(text: signed + "." + Self.base64URL(signature), expiry: expiry)
    }

    private static func base64URL(_ data: Data) -> String {
        data.base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    private struct Header: Encodable {
        var alg = "ES256"
        var kid: String
        var typ = "JWT"
    }

    private struct Claims: Encodable {
        var iss: String
        var iat: Int64
        var exp: Int64
        var aud = "appstoreconnect-v1"
        var bid: String
    }
}

extension BearerTokens: CustomReflectable {
    /// Empty, so that dumping a client shows no token.
    var customMirror: Mirror { Mirror(self, children: []) }
}
