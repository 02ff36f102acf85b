/// A place in a delivered file, as an editor would show it.
package struct SourceLocation: Sendable, Hashable, Codable, Comparable, CustomStringConvertible {
    /// The file as the user named it; inside an archive, `archive.zip/inner/file.xliff`.
    package var path: String
    /// The line, from 1.
    ///
    /// LF, CRLF and a lone CR each end a line.
    package var line: Int
    /// The column, from 1, counted in Unicode scalars.
    package var column: Int

    package init(path: String, line: Int, column: Int) {
        self.path = path
        self.line = line
        self.column = column
    }

    package var description: String { "\(path):\(line):\(column)" }

    package static func < (left: SourceLocation, right: SourceLocation) -> Bool {
        (left.path, left.line, left.column) < (right.path, right.line, right.column)
    }
}
