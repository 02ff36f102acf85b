/// An option of a reader.
public struct ReaderOption: Sendable, Encodable {
    /// The name in the project file, in lower camel case.
    public var name: String
    /// One sentence about the effect and the default.
    public var help: String
    /// An example value, as a user would write it.
    public var example: String
    /// Whether the value is a list of entries, such as `French=fr-FR, 4=de-DE`, which the project file may also write
    /// as a mapping.
    public var hasEntries: Bool

    /// Creates an option.
    public init(name: String, help: String, example: String, hasEntries: Bool = false) {
        self.name = name
        self.help = help
        self.example = example
        self.hasEntries = hasEntries
    }
}
