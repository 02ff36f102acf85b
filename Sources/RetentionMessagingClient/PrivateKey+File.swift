extension PrivateKey {
    /// Reads a key from a file that only its owner can read, or that a cluster has mounted.
    ///
    /// - Parameters:
    ///   - path: The file, a link to it that nobody else can lead elsewhere, or a pipe as shells write `<(…)`.
    ///   - allowsShared: Whether the user says that others may read the file, own it, or lead a link to it.
    /// - Throws: ``GlossportError`` with the code ``GlossportError/Code/credentials``.
    package init(file path: String, allowsShared: Bool = false) throws {
        let text = try KeyFile(path: path, allowsShared: allowsShared).text()
        try self.init(pem: text, source: "The file \(path)")
    }
}
