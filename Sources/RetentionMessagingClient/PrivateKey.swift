private import CLibrary
private import Crypto
internal import Foundation

/// A P-256 key that signs tokens, from the `.p8` file that App Store Connect hands out once.
///
/// Neither a description nor a mirror nor an error ever shows anything of it.
package struct PrivateKey: Sendable {
    private let key: P256.Signing.PrivateKey

    /// Reads a key from PEM text, such as the value of an environment variable.
    ///
    /// Takes what copying into variables does to line ends (CRLF, spaces, or `\n` as two characters), and all of it in base64.
    ///
    /// - Parameters:
    ///   - pem: A `PRIVATE KEY` block (PKCS#8).
    ///   - source: The name of the text in an error, such as the variable's name.
    /// - Throws: ``GlossportError`` with the code ``GlossportError/Code/credentials``.
    package init(pem: String, source: String) throws {
        CoreDumps.forbid()
        let block = try PEMBlock(pem, source: source)
        do {
            key = try P256.Signing.PrivateKey(derRepresentation: block.bytes)
        } catch {
            // The library's own error is left out: it might quote its input.
            throw block.refusal(source: source)
        }
    }

    /// Signs with ECDSA over SHA-256.
    ///
    /// - Returns: The 64 bytes r‖s that a JWT needs.
    func signature(for bytes: Data) throws -> Data {
        try key.signature(for: bytes).rawRepresentation
    }
}

extension PrivateKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "PrivateKey([redacted])" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The core dumps of a crashed process.
enum CoreDumps {
    /// Asks for no core dump of this process, which would hold everything in its memory.
    ///
    /// Silent on failure: it costs nothing, and a user could not fix it.
    static func forbid() {
        guard var limit = Platform.value(of: .coreDump) else { return }
        limit.rlim_cur = 0
        Platform.set(.coreDump, to: limit)
    }
}

extension PrivateKey {
    /// Reads a key from a file that only its owner can read, or that a cluster has mounted.
    ///
    /// - Parameters:
    ///   - path: The file, a link to it that no other user can redirect, or a pipe as shells write `<(…)`.
    ///   - allowsShared: Whether the user says that others may read the file, own it, or lead a link to it.
    /// - Throws: ``GlossportError`` with the code ``GlossportError/Code/credentials``.
    package init(file path: String, allowsShared: Bool = false) throws {
        let text = try KeyFile(path: path, allowsShared: allowsShared).text()
        try self.init(pem: text, source: "The file \(path)")
    }
}
