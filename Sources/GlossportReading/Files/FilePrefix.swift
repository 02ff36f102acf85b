/// A file's name and first bytes, for recognising its format.
public struct FilePrefix: Sendable {
    /// The file's path as the user named it.
    public var path: String
    /// The first bytes, at most 4,096.
    public var bytes: [UInt8]

    /// Makes a head.
    ///
    /// - Parameters:
    ///   - path: The file's path as the user named it.
    ///   - bytes: Its first bytes, at most ``SourceFile/headSize``.
    public init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }

    /// The extension without a dot in lower case, or an empty string.
    public var fileExtension: String { SourceFile.fileExtension(of: path) }
}
