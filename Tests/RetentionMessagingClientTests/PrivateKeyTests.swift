import Crypto
import Foundation
import GlossportReading
import RetentionMessagingClient
import Testing

@Suite("Private key")
struct PrivateKeyTests {
    private let pem = signingKey.pemRepresentation

    private func error(_ text: String) -> GlossportError? {
        #expect(throws: GlossportError.self) { try PrivateKey(pem: text, source: "GLOSSPORT_PRIVATE_KEY") }
    }

    @Test(
        "A key's line ends may have any form that copying produces",
        arguments: ["\n", "\r\n", "\\n", "\\r\\n", " ", "", "\n\n", "\\n\n"]
    )
    func lineEnds(lineEnd: String) throws {
        _ = try PrivateKey(pem: pem.replacingOccurrences(of: "\n", with: lineEnd), source: "test")
    }

    @Test("A key file may be base64, wrapped or not, and so may the key's bytes alone")
    func base64() throws {
        for text in [pem, pem.replacingOccurrences(of: "\n", with: "\r\n")] {
            let whole = Data(text.utf8)
            for base64 in [whole.base64EncodedString(), whole.base64EncodedString(options: .lineLength76Characters)] {
                _ = try PrivateKey(pem: base64 + "\n", source: "test")
            }
        }
        _ = try PrivateKey(pem: signingKey.derRepresentation.base64EncodedString(), source: "test")
        let other = Data("-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----".utf8).base64EncodedString()
        #expect(error(other)?.message.contains("is a public key") == true)
        #expect(error("QUJDRA==")?.message.contains("has no line BEGIN PRIVATE KEY") == true)
    }

    @Test("Text around the key is ignored")
    func surroundings() throws {
        _ = try PrivateKey(pem: "Bag Attributes\n\(pem)\n\n", source: "test")
    }

    @Test(
        "A PEM block of another kind is refused, and the error names the kind or the reason",
        arguments: [
            ("PUBLIC KEY", "is a public key, not the private one"), ("EC PRIVATE KEY", "SEC 1"),
            ("RSA PRIVATE KEY", "is an RSA key"), ("ENCRYPTED PRIVATE KEY", "encrypted"),
            ("CERTIFICATE", "certificate"),
            ("OPENSSH PRIVATE KEY", "not a private key"),
        ]
    )
    func otherLabels(label: String, words: String) {
        let message = error(pem.replacingOccurrences(of: "PRIVATE KEY", with: label))?.message
        #expect(message?.contains(words) == true)
    }

    @Test("A public key is identified")
    func publicKey() {
        #expect(error(signingKey.publicKey.pemRepresentation)?.message.contains("is a public key") == true)
    }

    @Test("A key on another curve is reported")
    func wrongCurve() {
        #expect(error(P384.Signing.PrivateKey().pemRepresentation)?.message.contains("wrong curve") == true)
    }

    @Test(
        "Text that is not a key is refused with the reason",
        arguments: [
            ("", "is not a private key in PEM form"), ("AuthKey_ABC.p8", "is not a private key in PEM form"),
            ("-----BEGIN PRIVATE KEY-----\nAAAA", "is cut off"),
            ("-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----", "not base64"),
            ("-----BEGIN PRIVATE KEY-----\n*\n-----END PRIVATE KEY-----", "not base64"),
            ("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----", "not an elliptic-curve key"),
        ]
    )
    func noKey(text: String, words: String) {
        let refusal = error(text)
        #expect(refusal?.code == .credentials)
        #expect(refusal?.message.hasPrefix("GLOSSPORT_PRIVATE_KEY ") == true)
        #expect(refusal?.message.contains(words) == true)
    }

    @Test("A key with damaged bytes is reported as damaged")
    func damaged() throws {
        let der = signingKey.derRepresentation
        let cut = der.prefix(60).base64EncodedString()
        #expect(
            error("-----BEGIN PRIVATE KEY-----\n\(cut)\n-----END PRIVATE KEY-----")?.message.contains("damaged") == true
        )
    }

    @Test("No description, dump or error contains a byte of the key")
    func canary() throws {
        let lines = pem.split(separator: "\n").dropFirst().dropLast()
        let secret = signingKey.rawRepresentation
        var shown = ""
        let key = try PrivateKey(pem: pem, source: "test")
        let credentials = try credentials()
        dump(credentials, to: &shown)
        dump(key, to: &shown)
        shown += "\(key) \(credentials) \(String(reflecting: key)) \(String(reflecting: credentials)) \([key])"
        // A canary within a refused text.
        for text in ["garbage \(pem.dropFirst(5))", pem.replacingOccurrences(of: "-----END", with: "----END")] {
            shown += error(text).map { "\($0) \(String(reflecting: $0))" } ?? ""
        }
        #expect(shown.contains("[redacted]"))
        for line in lines { #expect(!shown.contains(line)) }
        #expect(!shown.contains(secret.base64EncodedString().prefix(16)))
        #expect(!shown.contains(secret.map(String.init).prefix(4).joined(separator: ", ")))
        #expect(!shown.contains("P256"))
    }
}
