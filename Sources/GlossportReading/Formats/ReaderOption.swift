/// One option of a reader.
public struct ReaderOption: Sendable {
    /// The name in the project file, in lower camel case.
    public var name: String
    /// One sentence: what it does and what happens without it.
    public var help: String
    /// A value as a user would write it.
    public var example: String

    /// Makes an option.
    ///
    /// - Parameters:
    ///   - name: The name in the project file, in lower camel case.
    ///   - help: One sentence: what it does and what happens without it.
    ///   - example: A value as a user would write it.
    public init(name: String, help: String, example: String) {
        self.name = name
        self.help = help
        self.example = example
    }
}
