import Crypto
import RetentionEmulator
import Testing

@Suite("Tokens")
struct TokenTests {
    private let key = P256.Signing.PrivateKey()

    private func isGood(_ token: Token, at now: Moment = Samples.start, _ change: (inout TokenRules) -> Void = { _ in })
        throws -> Bool
    {
        var rules = TokenRules()
        rules.publicKeyPEM = key.publicKey.pemRepresentation
        change(&rules)
        return try TokenVerifier(rules).bundleID(authorization: "Bearer \(token.signed(key))", at: now) != nil
    }

    @Test("A valid token names its app")
    func good() throws {
        var rules = TokenRules()
        rules.publicKeyPEM = key.publicKey.pemRepresentation
        rules.keyID = "KEY"
        rules.issuerID = "ISSUER"
        let verifier = try TokenVerifier(rules)
        let authorization = "Bearer \(try Token().signed(key))"
        #expect(verifier.bundleID(authorization: authorization, at: Samples.start) == Samples.app)
    }

    @Test("A token without an issue time is valid, because two of Apple's libraries send none")
    func noIssueTime() throws {
        #expect(try isGood(Token(issued: nil)))
        #expect(try isGood(Token(issued: nil, expires: 3600)))
        #expect(try !isGood(Token(issued: nil, expires: 3601)))
    }

    @Test("A token is valid for at most an hour, from issue to expiry")
    func lifetime() throws {
        #expect(try isGood(Token(issued: -60, expires: 3540)))
        #expect(try !isGood(Token(issued: -60, expires: 3541)))
        #expect(try isGood(Token(issued: 0.25, expires: 300.5)))
    }

    @Test("A token from the future is refused")
    func future() throws {
        #expect(try isGood(Token(issued: 60, expires: 360)))
        #expect(try !isGood(Token(issued: 61, expires: 360)))
    }

    @Test("An expired token is refused, even if it was valid before")
    func expired() throws {
        var rules = TokenRules()
        rules.publicKeyPEM = key.publicKey.pemRepresentation
        let verifier = try TokenVerifier(rules)
        let authorization = "Bearer \(try Token().signed(key))"
        let end = Samples.start + .seconds(300)
        #expect(verifier.bundleID(authorization: authorization, at: end - .microseconds(1)) != nil)
        #expect(verifier.bundleID(authorization: authorization, at: end) == nil)
        #expect(try !isGood(Token(), at: end))
    }

    @Test("Key, issuer and app are checked if they are configured")
    func expectations() throws {
        #expect(try !isGood(Token()) { $0.keyID = "OTHER" })
        #expect(try !isGood(Token(header: ["alg": "ES256"])) { $0.keyID = "KEY" })
        #expect(try !isGood(Token()) { $0.issuerID = "OTHER" })
        #expect(try !isGood(Token()) { $0.bundleIDs = ["com.example.other"] })
        #expect(try isGood(Token()) { $0.bundleIDs = [Samples.app] })
    }

    @Test("Algorithm, type, audience, expiry and app are always checked")
    func fixed() throws {
        #expect(try !isGood(Token(header: ["alg": "none", "typ": "JWT"])))
        #expect(try !isGood(Token(header: ["alg": "HS256", "typ": "JWT"])))
        #expect(try !isGood(Token(header: ["alg": "ES256", "typ": "JWS"])))
        #expect(try isGood(Token(header: ["alg": "ES256"])))
        #expect(try !isGood(Token(audience: "appstoreconnect-v2")))
        #expect(try !isGood(Token(expires: nil)))
        #expect(try !isGood(Token(bundleID: nil)))
        #expect(try !isGood(Token(bundleID: "")))
    }

    @Test("A signature by another key or a changed token is refused")
    func signature() throws {
        var rules = TokenRules()
        rules.publicKeyPEM = key.publicKey.pemRepresentation
        let verifier = try TokenVerifier(rules)
        let forged = try Token().signed(P256.Signing.PrivateKey())
        #expect(verifier.bundleID(authorization: "Bearer \(forged)", at: Samples.start) == nil)
        let one = try Token().signed(key).split(separator: ".")
        let other = try Token(bundleID: "com.example.other").signed(key).split(separator: ".")
        let mixed = "Bearer \(one[0]).\(other[1]).\(one[2])"
        #expect(verifier.bundleID(authorization: mixed, at: Samples.start) == nil)
    }

    @Test(
        "Text that is not a token is refused without a crash",
        arguments: [
            nil, "", "Bearer", "Bearer ", "Bearer a.b", "Bearer ..", "Bearer a.b.c", "Basic YTpi", "Bearer a.b.c.d",
        ]
    )
    func garbage(_ authorization: String?) throws {
        #expect(try TokenVerifier(TokenRules()).bundleID(authorization: authorization, at: Samples.start) == nil)
    }

    @Test("Without a key, any token that names an app is accepted")
    func anyToken() throws {
        let authorization = "Bearer \(Token.unsigned(bundleID: "com.example.any"))"
        #expect(
            try TokenVerifier(TokenRules()).bundleID(authorization: authorization, at: Samples.start)
                == "com.example.any"
        )
    }
}
