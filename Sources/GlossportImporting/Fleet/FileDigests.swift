private import GlossportChecking
private import GlossportReading

/// The SHA-256 of files, each computed once as long as it stays what it is.
///
/// A file counts as the same while its inode, length and time of writing are; so looking at thousands of deliveries again costs a question
/// to the file system for each of their files.
package struct FileDigests: Sendable {
    private var known: [FileIdentity: [UInt8]] = [:]
    /// Those of the look before, until they are asked for again.
    private var former: [FileIdentity: [UInt8]] = [:]

    /// A file that was written just now may be written once more without its time changing.
    private static let settlingSeconds: Int64 = 2

    package init() {}

    /// How many files are known.
    package var count: Int { known.count }

    /// From now on everything is looked at once more: what is not asked for until the next time is forgotten then.
    package mutating func lookAgain() {
        former = known
        known = [:]
    }

    /// - Parameters:
    ///   - location: The file.
    ///   - path: The name for the file.
    ///   - now: The present moment.
    /// - Returns: The SHA-256 of its bytes.
    /// - Throws: ``GlossportError`` with code `unreadableInput`; `CancellationError`.
    package mutating func sha256(of location: String, shown path: String, at now: Timestamp) throws -> [UInt8] {
        let identity = FileIdentity(at: location)
        if let identity, let digest = known[identity] ?? former[identity] {
            known[identity] = digest
            return digest
        }
        let digest = try SourceFile(path: path, file: location).digest()
        if let identity, now.seconds - identity.seconds >= Self.settlingSeconds { known[identity] = digest }
        return digest
    }
}
