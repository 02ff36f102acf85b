package import GlossportReading

/// A reader plugin that the project file lists.
package struct ListedReader: Sendable, Hashable {
    package let id: String
    /// The program's path, relative to the current folder.
    package let program: String
    /// The entry's place in the project file; `nil` for a plugin that is not listed yet.
    package let place: SourceLocation?

    package init(id: String, program: String, place: SourceLocation? = nil) {
        (self.id, self.program, self.place) = (id, program, place)
    }
}
