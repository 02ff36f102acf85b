package import GlossportReading

/// Everything that is wrong with a project file; shown at once.
package struct ProjectFileError: Error, Sendable, CustomStringConvertible {
    /// In file order, each with its place and remedy.
    package var problems: [GlossportError]

    package init(problems: [GlossportError]) { self.problems = problems }

    package var description: String { problems.map(\.description).joined(separator: "\n") }
}
