private import CLibrary
private import Crypto
internal import Foundation

/// A P-256 key that signs tokens, from the `.p8` file that App Store Connect offers for download once.
///
/// No description, mirror or error ever shows any part of it.
package struct PrivateKey: Sendable {
    private let key: P256.Signing.PrivateKey

    /// Reads a key from PEM text, such as the value of an environment variable.
    ///
    /// Accepts the changes to line ends that copying into variables causes (CRLF, spaces, or `\n` as two characters),
    /// base64 of the whole text, and the key's base64 without the BEGIN and END lines.
    ///
    /// The `source` names the text in errors, for example with the variable's name.
    ///
    /// - Throws: ``GlossportError`` with the code ``GlossportError/Code/credentials``.
    package init(pem: String, source: String) throws {
        CoreDumps.forbid()
        let block = try PEMBlock(pem, source: source)
        do {
            key = try P256.Signing.PrivateKey(derRepresentation: block.bytes)
        } catch {
            // Omit the library's own error, which might quote its input.
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

enum CoreDumps {
    /// Disables core dumps of this process, which would contain all of its memory.
    ///
    /// Failures are ignored, because a user could not fix them.
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
    ///   - path: The file, a link to it that no other user can redirect, or a pipe from a shell's `<(…)`.
    ///   - allowsShared: Whether the user allows the file to be readable or owned by others, and links to it to be
    ///     redirectable by them.
    /// - Throws: ``GlossportError`` with the code ``GlossportError/Code/credentials``.
    package init(file path: String, allowsShared: Bool = false) throws {
        let text = try KeyFile(path: path, allowsShared: allowsShared).text()
        try self.init(pem: text, source: "The file \(path)")
    }
}
