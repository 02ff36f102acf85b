/// A location in a delivered file, as an editor shows it.
public struct SourceLocation: Sendable, Hashable, Codable, Comparable, CustomStringConvertible {
    /// The file as the user named it; inside an archive, `archive.zip/inner/file.xliff`.
    public var path: String
    /// The line, from 1.
    ///
    /// LF, CRLF and a lone CR each end a line.
    public var line: Int
    /// The column, from 1, counted in Unicode scalars.
    public var column: Int

    /// Creates a location.
    public init(path: String, line: Int, column: Int) {
        self.path = path
        self.line = line
        self.column = column
    }

    /// The location as `path:line:column`, the notation of editors and compilers.
    public var description: String { "\(path):\(line):\(column)" }

    /// Orders by path, line and column.
    public static func < (left: SourceLocation, right: SourceLocation) -> Bool {
        (left.path, left.line, left.column) < (right.path, right.line, right.column)
    }
}
