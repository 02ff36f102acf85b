import GlossportReading

/// A reader of `key=text` lines, for tests that do not depend on a format.
///
/// A text may be followed by ` ## note`. A line without `=`, such as `!` or `!key`, is a finding.
struct StubReader: Reader {
    static let format = Format(
        id: "stub",
        name: "Stub",
        extensions: ["stub"],
        options: [ReaderOption(name: "prefix", help: "Goes before each key.", example: "app.")],
        rules: [],
        recognize: { StubReader.recognize($0) },
        reader: { try StubReader(options: $0) }
    )

    /// Returns the format under a different ID, for tests that read no file in it.
    static func format(named id: String, options: [String] = []) -> Format {
        var format = format
        format.id = id
        format.options = options.map { ReaderOption(name: $0, help: "", example: "") }
        return format
    }

    private let locale: String?
    private let prefix: String

    static func recognize(_ head: FilePrefix) -> Recognition { head.fileExtension == "stub" ? .byName : .no }

    init(options: ReaderOptions) throws {
        locale = options.locale
        prefix = options.values["prefix"] ?? ""
        if prefix == "bad" { throw GlossportError(.invalidOption, "The prefix makes no sense.") }
    }

    func read(_ source: SourceFile, emit: (ReadEvent) -> Void) throws -> ReadSummary {
        var bytes: [UInt8] = []
        try source.forEachChunk { bytes += $0 }
        var summary = ReadSummary()
        if let folder = source.lprojName {
            summary.declare(folder, at: SourceLocation(path: source.path, line: 1, column: 1))
        }
        for (index, line) in String(decoding: bytes, as: UTF8.self).split(separator: "\n").enumerated() {
            let place = SourceLocation(path: source.path, line: index + 1, column: 1)
            let parts = line.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else {
                var finding = Finding("stub-broken", .error, "Broken.", remedy: "Mend it.", at: place)
                if line.count > 1 { finding.key = prefix + line.dropFirst() }
                emit(.finding(finding))
                continue
            }
            let content = parts[1].split(separator: " ## ", maxSplits: 1).map(String.init)
            let unit = TranslationUnit(
                key: prefix + parts[0],
                locale: locale ?? source.lprojName ?? source.bundleLocale ?? "de",
                target: content[0],
                state: .translated,
                notes: Array(content.dropFirst()),
                location: place
            )
            emit(.unit(unit))
            summary.units += 1
        }
        return summary
    }
}
