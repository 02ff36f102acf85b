/// Recognises a private key where no key belongs, so that nobody quotes it, writes it down or sends it away.
package enum KeyMaterial {
    /// Whether a text holds a private key, or most of one.
    ///
    /// By its form alone: the lines around a PEM block, or the first bytes of a P-256 key without them.
    package static func isIn(_ text: some StringProtocol) -> Bool { firstLine(in: text) != nil }

    /// The number of the first line that holds one, counted from 1.
    package static func firstLine(in text: some StringProtocol) -> Int? {
        let starts = marks.compactMap { text.firstRange(of: $0)?.lowerBound }
        return starts.min().map { start in 1 + text[..<start].utf8.count { $0 == 0x0A } }
    }

    /// `BEGIN PRIVATE KEY`, `BEGIN EC PRIVATE KEY` …; PKCS#8's algorithm P-256 in base64; and `-----BEGIN PRIVATE K` in base64.
    private static let marks = ["PRIVATE KEY-----", "AgEAMBMGByqGSM49AgEG", "LS0tLS1CRUdJTiBQUklWQVRFIEtF"]
}

extension Project.Credentials {
    /// Whether a text can be the ID of a key: letters and digits; Apple's have ten.
    package static func isKeyID(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"):
                    true
                default: false
                }
            }
    }

    /// Whether a text can be an issuer: a UUID.
    package static func isIssuerID(_ text: String) -> Bool { ServiceID(text) != nil }
}
