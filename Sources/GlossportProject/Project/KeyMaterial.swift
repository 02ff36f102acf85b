package import GlossportReading

/// Detects a private key in the wrong place, so that it is never quoted, stored or sent.
package enum KeyMaterial {
    /// Whether a text contains a private key, or most of one.
    ///
    /// It recognizes the lines around a PEM block, also in base64, and the first bytes of a P-256 key without them.
    package static func isIn(_ text: some StringProtocol) -> Bool { firstLine(in: text) != nil }

    /// The number of the first line with a private key, counted from 1.
    package static func firstLine(in text: some StringProtocol) -> Int? {
        let starts = marks.compactMap { text.firstRange(of: $0)?.lowerBound }
        return starts.min().map { start in 1 + text[..<start].utf8.count { $0 == 0x0A } }
    }

    /// Whether a file contains a private key, in UTF-16 or in an encoding that is a superset of ASCII.
    ///
    /// - Throws: ``GlossportError`` with code `unreadableInput`; `CancellationError`.
    package static func isIn(_ file: SourceFile) throws -> Bool {
        let overlap = patterns.reduce(0) { max($0, $1.count) } - 1
        var window: [UInt8] = []
        var isFound = false
        try file.forEachChunk { chunk in
            guard !isFound else { return }
            window.removeFirst(max(0, window.count - overlap))
            window.append(contentsOf: chunk)
            isFound = window.withUnsafeBytes { bytes in
                patterns.contains { pattern in pattern.withUnsafeBytes { ByteSearch.contains($0, in: bytes) } }
            }
        }
        return isFound
    }

    /// The end of a PEM header or footer (`BEGIN PRIVATE KEY`, `END EC PRIVATE KEY` …), PKCS#8's algorithm identifier
    /// for P-256 in base64, and `-----BEGIN PRIVATE KE` in base64.
    private static let marks = ["PRIVATE KEY-----", "AgEAMBMGByqGSM49AgEG", "LS0tLS1CRUdJTiBQUklWQVRFIEtF"]

    /// The marks in ASCII, and in UTF-16 of either byte order, which has a zero byte between two ASCII letters.
    private static let patterns: [[UInt8]] =
        marks.map { Array($0.utf8) } + marks.map { Array($0.utf8.map { [$0] }.joined(separator: [0])) }
}

extension Project.Credentials {
    /// Whether a text has the form of a key ID: 1 to 32 ASCII letters and digits (Apple's have ten).
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

    package static func isIssuerID(_ text: String) -> Bool { ServiceID(text) != nil }
}
