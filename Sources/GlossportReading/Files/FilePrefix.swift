/// A file's name and first bytes, used to recognize its format.
public struct FilePrefix: Sendable {
    /// The file's path as the user named it.
    public var path: String
    /// The first bytes, at most 4,096.
    public var bytes: [UInt8]

    /// Creates a prefix from a path and at most ``SourceFile/headSize`` bytes.
    public init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }

    /// The lowercase extension without a dot, or an empty string.
    public var fileExtension: String { SourceFile.fileExtension(of: path) }
}
