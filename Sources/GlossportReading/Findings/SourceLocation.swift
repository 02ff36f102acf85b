/// A place in a delivered file, as an editor would show it.
public struct SourceLocation: Sendable, Hashable, Codable, Comparable, CustomStringConvertible {
    /// The file as the user named it; inside an archive, `archive.zip/inner/file.xliff`.
    public var path: String
    /// The line, from 1.
    ///
    /// LF, CRLF and a lone CR each end a line.
    public var line: Int
    /// The column, from 1, counted in Unicode scalars.
    public var column: Int

    /// Makes a place.
    ///
    /// - Parameters:
    ///   - path: The file, as the user named it.
    ///   - line: From 1.
    ///   - column: In Unicode scalars, from 1.
    public init(path: String, line: Int, column: Int) {
        self.path = path
        self.line = line
        self.column = column
    }

    /// `path:line:column`, as editors and compilers write it.
    public var description: String { "\(path):\(line):\(column)" }

    /// By path, line and column.
    public static func < (left: SourceLocation, right: SourceLocation) -> Bool {
        (left.path, left.line, left.column) < (right.path, right.line, right.column)
    }
}
