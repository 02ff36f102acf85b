import Crypto
import Foundation
import RetentionEmulator

/// Valid and invalid tokens.
struct Token {
    var header: [String: String] = ["alg": "ES256", "kid": "KEY", "typ": "JWT"]
    var issuer: String? = "ISSUER"
    var audience = "appstoreconnect-v1"
    var bundleID: String? = Samples.app
    /// Seconds relative to the start of the samples.
    var issued: Double? = 0
    var expires: Double? = 300

    func signed(_ key: P256.Signing.PrivateKey) throws -> String {
        let start = Double(Samples.start.microseconds) / 1e6
        var claims: [String: Any] = ["aud": audience]
        claims["iss"] = issuer
        claims["bid"] = bundleID
        claims["iat"] = issued.map { start + $0 }
        claims["exp"] = expires.map { start + $0 }
        let parts = try [header, claims].map { Self.encode(try JSONSerialization.data(withJSONObject: $0)) }
        let text = parts.joined(separator: ".")
        return text + "." + Self.encode(try key.signature(for: Data(text.utf8)).rawRepresentation)
    }

    static func unsigned(bundleID: String) -> String {
        "e30." + encode(Data(#"{"bid":"\#(bundleID)"}"#.utf8)) + ".e30"
    }

    private static func encode(_ data: Data) -> String {
        data.base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }
}
