/// One option of a reader.
public struct ReaderOption: Sendable, Encodable {
    /// The name in the project file, in lower camel case.
    public var name: String
    /// One sentence: what it does and what happens without it.
    public var help: String
    /// A value as a user would write it.
    public var example: String
    /// Whether the value has entries, such as `French=fr-FR, 4=de-DE`, which the project file may write as a group of keys.
    public var hasEntries: Bool

    /// Makes an option.
    ///
    /// - Parameters:
    ///   - name: The name in the project file, in lower camel case.
    ///   - help: One sentence: what it does and what happens without it.
    ///   - example: A value as a user would write it.
    ///   - hasEntries: Whether the value has entries, such as `French=fr-FR, 4=de-DE`.
    public init(name: String, help: String, example: String, hasEntries: Bool = false) {
        self.name = name
        self.help = help
        self.example = example
        self.hasEntries = hasEntries
    }
}
