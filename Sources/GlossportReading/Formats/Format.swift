/// A format of files: what it is called, how a file of it is recognised, and how its reader is made.
///
/// A value, so that formats which are compiled in and formats which are found out about at run time look alike from outside. It is
/// shown by `glossport readers`, and options and rule ids are checked against it.
public struct Format: Sendable {
    /// The short name for project files and output, such as `xliff`.
    public var id: String
    /// The name that people know, such as `XLIFF 1.2, 2.0, 2.1`.
    public var name: String
    /// File name extensions without a dot, in lower case.
    public var extensions: [String]
    /// The options that a project file may give under `deliveries[].options`.
    public var options: [ReaderOption]
    /// Every finding that the reader can emit.
    public var rules: [RuleDescription]
    private let recognition: @Sendable (FilePrefix) -> Recognition
    private let make: @Sendable (ReaderOptions) throws -> any Reader

    /// Makes a format.
    ///
    /// - Parameters:
    ///   - id: The short name, such as `xliff`.
    ///   - name: The name that people know.
    ///   - extensions: File name extensions without a dot, in lower case.
    ///   - options: The options that a project file may give.
    ///   - rules: Every finding that the reader can emit.
    ///   - recognize: See ``recognize(_:)``.
    ///   - reader: See ``reader(options:)``.
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

    /// Says whether a file is of this format, from its first bytes.
    ///
    /// - Parameter head: The file's name and its first bytes (up to ``SourceFile/headSize``).
    /// - Returns: How sure it is; content beats the name.
    public func recognize(_ head: FilePrefix) -> Recognition { recognition(head) }

    /// Makes a reader.
    ///
    /// - Parameter options: Only names that ``options`` declares are present.
    /// - Returns: A reader, for as many files as one likes.
    /// - Throws: ``GlossportError`` with code ``GlossportError/Code/invalidOption`` for a value that makes no sense.
    public func reader(options: ReaderOptions = ReaderOptions()) throws -> any Reader { try make(options) }
}
