/// A file format: its name, the recognition of its files, and the factory of its reader.
///
/// Formats are values, so compiled-in formats and formats discovered at run time look the same to callers. `glossport
/// readers` lists them, and options and rule ids are checked against them.
public struct Format: Sendable, Encodable {
    /// The short name used in project files and output, such as `xliff`.
    public var id: String
    /// The display name, such as `XLIFF 1.2, 2.0, 2.1`.
    public var name: String
    /// The lowercase file name extensions, without a dot.
    public var extensions: [String]
    /// The options that a project file may set under `deliveries[].options`.
    public var options: [ReaderOption]
    /// The rules of all findings that the reader may emit.
    public var rules: [RuleDescription]
    private let recognition: @Sendable (FilePrefix) -> Recognition
    private let make: @Sendable (ReaderOptions) throws -> any Reader

    private enum CodingKeys: String, CodingKey {
        case id = "format"
        case name, extensions, options, rules
    }

    /// Creates a format; see the properties and methods of the same names.
    public init(
        id: String,
        name: String,
        extensions: [String],
        options: [ReaderOption] = [],
        rules: [RuleDescription],
        recognize: @escaping @Sendable (FilePrefix) -> Recognition,
        reader: @escaping @Sendable (ReaderOptions) throws -> any Reader
    ) {
        self.id = id
        self.name = name
        self.extensions = extensions
        self.options = options
        self.rules = rules
        recognition = recognize
        make = reader
    }

    /// Returns the confidence that a file is in this format, judged by its first bytes; content outranks the name.
    public func recognize(_ head: FilePrefix) -> Recognition { recognition(head) }

    /// Creates a reader.
    ///
    /// - Parameter options: The options; contains only names declared in ``options``.
    /// - Returns: A reader for any number of files.
    /// - Throws: ``GlossportError`` with code ``GlossportError/Code/invalidOption`` for an invalid value.
    public func reader(options: ReaderOptions = ReaderOptions()) throws -> any Reader { try make(options) }
}
