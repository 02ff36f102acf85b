private import Crypto
private import Foundation
private import Synchronization

package struct TokenRules: Sendable {
    /// The public key in PEM form; `nil` checks only a token's bundle ID.
    package var publicKeyPEM: String?
    /// The required `kid`; `nil` accepts any.
    package var keyID: String?
    /// The required `iss`; `nil` accepts any.
    package var issuerID: String?
    /// The accepted `bid`s; `nil` accepts all.
    package var bundleIDs: Set<String>?

    /// Rules that accept every token with a bundle ID.
    package init() {}
}

/// Determines the app of a request from its token.
///
/// Verified tokens are cached by their text: clients send the same token for minutes, and verifying a signature takes
/// longer than the rest of a request.
package final class TokenVerifier: Sendable {
    private struct Header: Decodable {
        var alg: String
        var kid: String?
        var typ: String?
    }

    private struct Claims: Decodable {
        var bid: String
        var iss: String?
        var aud: String?
        var exp: Double?
        var iat: Double?
    }

    private struct Known {
        var bundleID: String
        var expiry: Double
    }

    private static let capacity = 1024
    private let rules: TokenRules
    private let key: P256.Signing.PublicKey?
    private let known = Mutex<[String: Known]>([:])

    package init(_ rules: TokenRules) throws {
        self.rules = rules
        key = try rules.publicKeyPEM.map { pem in
            try StartError.explaining("The public key is not a P-256 key in PEM form ('BEGIN PUBLIC KEY').") {
                try P256.Signing.PublicKey(pemRepresentation: pem)
            }
        }
    }

    /// The bundle ID of the request; `nil` means 401.
    ///
    /// - Parameters:
    ///   - authorization: The value of the request's `Authorization` header.
    ///   - now: The time of the request.
    /// - Returns: The `bid` of a valid token.
    package func bundleID(authorization: String?, at now: Moment) -> String? {
        guard let authorization, authorization.hasPrefix("Bearer ") else { return nil }
        let token = String(authorization.dropFirst(7))
        let seconds = Double(now.microseconds) / 1e6
        if let known = known.withLock({ $0[token] }) { return known.expiry > seconds ? known.bundleID : nil }
        guard let fresh = verify(token, at: seconds) else { return nil }
        known.withLock { known in
            if known.count >= Self.capacity { known.removeAll(keepingCapacity: true) }
            known[token] = fresh
        }
        return fresh.bundleID
    }

    private func verify(_ token: String, at now: Double) -> Known? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let payload = Base64URL.decode(parts[1]) else { return nil }
        guard let claims = try? JSONDecoder().decode(Claims.self, from: payload), !claims.bid.isEmpty else {
            return nil
        }
        if let bundleIDs = rules.bundleIDs, !bundleIDs.contains(claims.bid) { return nil }
        guard let key else { return Known(bundleID: claims.bid, expiry: .infinity) }
        guard let headerBytes = Base64URL.decode(parts[0]), let signatureBytes = Base64URL.decode(parts[2]),
            let header = try? JSONDecoder().decode(Header.self, from: headerBytes),
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signatureBytes)
        else { return nil }
        guard header.alg == "ES256", header.typ ?? "JWT" == "JWT" else { return nil }
        if let keyID = rules.keyID, header.kid != keyID { return nil }
        if let issuerID = rules.issuerID, claims.iss != issuerID { return nil }
        guard claims.aud == "appstoreconnect-v1", let expiry = claims.exp, expiry > now else { return nil }
        // Apple's Python and Java libraries send no issue time, so it may be absent. A time further ahead than a
        // plausible clock error would allow tokens of unlimited lifetime (EMULATOR CHOICE: one minute).
        if let issued = claims.iat {
            guard issued <= now + 60, expiry - issued <= 3600 else { return nil }
        } else if expiry > now + 3600 {
            return nil
        }
        guard key.isValidSignature(signature, for: Data("\(parts[0]).\(parts[1])".utf8)) else { return nil }
        return Known(bundleID: claims.bid, expiry: expiry)
    }
}

private enum Base64URL {
    static func decode(_ text: Substring) -> Data? {
        guard !text.utf8.contains(where: { $0 == 0x2B || $0 == 0x2F || $0 == 0x3D }) else { return nil }
        var plain = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        plain += String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
        return Data(base64Encoded: plain)
    }
}
