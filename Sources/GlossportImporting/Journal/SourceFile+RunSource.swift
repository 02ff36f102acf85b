import GlossportChecking
package import GlossportReading

extension SourceFile {
    /// The file as the journal notes it.
    ///
    /// - Throws: ``GlossportError`` with code `unreadableInput`.
    package var runSource: RunStart.Source {
        get throws { RunStart.Source(path: path, sha256: try digest()) }
    }
}
