public import GlossportReading
private import XMLParsing

/// Reads Android's string resources, such as `res/values-de/strings.xml`.
///
/// The reference is aapt2, which builds the apps: white space, quotation marks and escapes are processed as in aapt2.
/// Most content that aapt2 drops silently is reported. The file is parsed as a stream, so memory use is bounded.
public struct AndroidReader: Reader {
    /// The format, with its options and rules.
    public static let format = Format(
        id: "android",
        name: "Android strings.xml",
        extensions: ["xml"],
        options: [
            ReaderOption(
                name: "baseLocale",
                help: "Locale of files in a folder `values`, without a language. Default: none.",
                example: "en"
            )
        ],
        rules: AndroidRule.all,
        recognize: { AndroidReader.recognize($0) },
        reader: { try AndroidReader(options: $0) }
    )

    /// The maximum number of distinct names, which libxml2 keeps in memory; real files have a few.
    private static let maximumNames = 20_000

    private let options: ReaderOptions

    /// Creates a reader; throws ``GlossportError`` if `baseLocale` is not a locale.
    public init(options: ReaderOptions) throws {
        if let base = options.values["baseLocale"], !ResourceFolder.isLocale(base) {
            throw GlossportError(
                .invalidOption,
                "baseLocale is \(base.quoted), which is not a locale.",
                remedy: "Write a locale such as en or pt-BR."
            )
        }
        self.options = options
    }

    /// Returns the confidence that a file is in this format, judged by its name and first bytes.
    public static func recognize(_ head: FilePrefix) -> Recognition {
        guard format.extensions.contains(head.fileExtension) else { return .no }
        if XMLHead(head.bytes).name == "resources" { return .byContent }
        // A long license may exceed the inspected bytes, and a damaged file may lack its beginning.
        let isNamed = head.path.hasSuffix("/strings.xml") && ResourceFolder(of: head.path) != nil
        return isNamed ? .byName : .no
    }

    /// Reads a whole file.
    public func read(_ source: SourceFile, emit: (ReadEvent) -> Void) throws -> ReadSummary {
        // The output holds the closure only until the file has been read.
        try withoutActuallyEscaping(emit) { emit in
            let surrender = (rule: AndroidRule.tooManyDefects, kind: "a file of Android's resources")
            let output = ReadingOutput(path: source.path, surrender: surrender, emit: emit)
            var machine = ResourceMachine(options: options, folder: ResourceFolder(of: source.path), output: output)
            if let input = machine.encoding(of: try source.head().bytes) {
                let failure = try withUnsafeMutablePointer(to: &machine) { try feed($0, source, input) }
                machine.finish(failure, in: input.encoding)
            }
            return machine.output.summary
        }
    }

    /// Stops the reading after the reason has been reported.
    private struct Stop: Error {}

    /// Parses the whole file.
    ///
    /// No method of the machine may run while the parser is fed, because the parser calls the machine.
    private func feed(
        _ machine: UnsafeMutablePointer<ResourceMachine>,
        _ source: SourceFile,
        _ input: InputEncoding
    ) throws -> DecodingFailure? {
        guard let parser = XMLPushParser(driving: machine) else {
            throw GlossportError(.unreadableInput, "Not enough memory to read \(source.path).")
        }
        do {
            let failure = try source.forEachTextChunk(encoding: input.encoding, markLength: input.markLength) { chunk in
                machine.pointee.willParse(chunk)
                // libxml2 treats U+0000 as the end of its buffer.
                let zero = ByteSearch.first(0, in: chunk, from: 0)
                parser.feed(UnsafeRawBufferPointer(rebasing: chunk[..<(zero ?? chunk.count)]))
                if let zero { machine.pointee.stopAtZeroByte(machine.pointee.lines.end - chunk.count + zero) }
                machine.pointee.stopAtManyAttributes(from: parser.consumed)
                if parser.nameCount > Self.maximumNames { machine.pointee.stopAtManyNames(at: parser.consumed) }
                if machine.pointee.isStopped { throw Stop() }
                machine.pointee.lines.discard(before: parser.consumed)
            }
            if let failure { return failure }
        } catch is Stop {
            return nil
        }
        machine.pointee.isFinishing = true
        if !machine.pointee.isBlank { parser.finish() }
        return nil
    }
}
