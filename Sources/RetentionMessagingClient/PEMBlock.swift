internal import Foundation
import GlossportReading

/// The bytes between the lines `BEGIN PRIVATE KEY` and `END PRIVATE KEY`.
///
/// The whole text may also be encoded in base64, on one line or on several, because CI systems need this to mask
/// secrets. The bytes may also be in base64 without the two lines.
struct PEMBlock {
    let bytes: Data

    /// - Throws: An error that describes the text without quoting it.
    init(_ text: String, source: String) throws {
        let begin = "-----BEGIN "
        let dashes = "-----"
        var text = text
        if text.firstRange(of: begin) == nil, let decoded = Self.decoded(text) {
            guard let inner = String(validating: decoded, as: UTF8.self), inner.firstRange(of: begin) != nil else {
                self.bytes = decoded
                guard decoded.firstRange(of: Self.ellipticCurve) != nil else {
                    throw Self.refusal(source, "is not a private key in PEM form: it has no line BEGIN PRIVATE KEY")
                }
                return
            }
            text = inner
        }
        guard let start = text.firstRange(of: begin),
            let labelEnd = text[start.upperBound...].firstRange(of: dashes)
        else {
            throw Self.refusal(source, "is not a private key in PEM form: it has no line BEGIN PRIVATE KEY")
        }
        let label = String(text[start.upperBound..<labelEnd.lowerBound])
        guard label == "PRIVATE KEY" else { throw Self.refusal(source, Self.problem(label)) }
        guard let end = text[labelEnd.upperBound...].firstRange(of: "-----END PRIVATE KEY-----") else {
            throw Self.refusal(source, "is cut off: it has no line END PRIVATE KEY")
        }
        guard let bytes = Self.decoded(text[labelEnd.upperBound..<end.lowerBound]) else {
            throw Self.refusal(source, "is damaged: the text between BEGIN and END is not base64")
        }
        self.bytes = bytes
    }

    /// Decodes base64, ignoring white space, and `\n` and `\r` written as two characters; `nil` if it is invalid or
    /// empty.
    private static func decoded(_ text: some StringProtocol) -> Data? {
        let base64 = String(text).replacing("\\n", with: "").replacing("\\r", with: "").filter { !$0.isWhitespace }
        guard let bytes = Data(base64Encoded: base64), !bytes.isEmpty else { return nil }
        return bytes
    }

    /// The error that explains why the bytes are not a P-256 key.
    func refusal(source: String) -> GlossportError {
        if bytes.firstRange(of: Self.p256) == nil {
            if bytes.firstRange(of: Self.ellipticCurve) != nil {
                return Self.refusal(source, "is a key on the wrong curve; Apple's keys are on P-256")
            }
            return Self.refusal(source, "is not an elliptic-curve key; Apple's keys are on P-256")
        }
        return Self.refusal(source, "is damaged: it names the curve P-256 but contains no valid key")
    }

    /// Object identifiers in DER: prime256v1 and id-ecPublicKey.
    private static let p256 = Data([0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07])
    private static let ellipticCurve = Data([0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01])

    /// The problem with a block whose label is not `PRIVATE KEY`; an unknown label is not quoted.
    private static func problem(_ label: String) -> String {
        switch label {
        case "PUBLIC KEY": "is a public key, not the private one"
        case "EC PRIVATE KEY": "is a private key in SEC 1 form; Apple's keys are PKCS#8 (BEGIN PRIVATE KEY)"
        case "RSA PRIVATE KEY": "is an RSA key; Apple's keys are on the curve P-256"
        case "ENCRYPTED PRIVATE KEY": "is encrypted with a password, which is not supported"
        case "CERTIFICATE", "CERTIFICATE REQUEST": "is a certificate, not a private key"
        default: "is not a private key: its first line is not BEGIN PRIVATE KEY"
        }
    }

    private static func refusal(_ source: String, _ problem: String) -> GlossportError {
        GlossportError(
            .credentials,
            "\(source) \(problem).",
            remedy:
                "Use the .p8 file of an In-App Purchase key, as downloaded from App Store Connect, or its content in base64."
        )
    }
}
