package import GlossportReading

/// A plugin that the project file lists: the program that reads a format.
package struct ListedReader: Sendable, Hashable {
    /// The format's id.
    package let id: String
    /// The path of the program, below the project file's folder if it is relative.
    package let program: String
    /// The entry; `nil` if the file does not list it yet.
    package let place: SourceLocation?

    package init(id: String, program: String, place: SourceLocation? = nil) {
        (self.id, self.program, self.place) = (id, program, place)
    }
}
