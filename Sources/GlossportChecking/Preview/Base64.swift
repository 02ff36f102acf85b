private import Foundation

/// Bytes as text, for pictures in the page and for the digest of its style.
enum Base64 {
    static func text(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
}
