private import ARBReader
private import AndroidReader
private import CSVReader
private import DeliveryArchive
import GlossportChecking
import GlossportProject
import GlossportReading
private import ImageInspection
private import LanguageGuessing
private import ODSReader
private import POReader
import PluginHost
private import SpellChecking
private import StringsReader
private import XCStringsReader
private import XLIFFReader
private import XLSXReader

/// The readers: the built-in ones, and the plugins that a project lists.
///
/// To add a built-in reader, create its folder under `plugins/`, and list it here and in the manifest.
enum Readers {
    static let builtIn = [
        XLIFFReader.format, StringsReader.format, XCStringsReader.format, POReader.format, AndroidReader.format,
        ARBReader.format, XLSXReader.format, ODSReader.format, CSVReader.format,
    ]

    static let archives = ArchiveOpener(
        recognizes: { DeliveryArchive.recognizes($0) },
        open: { try DeliveryArchive.open($0) }
    )

    static let images = ImageInspector { ImageInspection.inspect($0) }

    /// Identifies languages; `nil` if this build can't.
    static let languages = LanguageGuessing.inspector

    /// Checks spelling.
    ///
    /// The dictionaries are found in `DICPATH`, Hunspell's own variable, or the system's folders. For untrusted
    /// deliveries, nothing is cached and no dictionary that may be part of them is opened.
    static let spelling: SpellingInspector = {
        let home = environment["HOME"]
        let dictionaryPath = environment["DICPATH"]?.split(separator: ":").map(String.init)
            .filter { !Trust.isUntrusted || $0.hasPrefix("/") && !ProjectFolder.folder(".", contains: $0) }
        let folders =
            dictionaryPath ?? [
                "/usr/share/hunspell", "/usr/share/myspell/dicts", "/opt/homebrew/share/hunspell",
                "/usr/local/share/hunspell", "/Library/Spelling",
            ] + [home.map { $0 + "/Library/Spelling" }].compactMap(\.self)
        return SpellChecking.inspector(
            in: folders,
            cache: Trust.isUntrusted ? nil : place(of: "spelling", in: "XDG_CACHE_HOME", otherwise: ".cache")
        )
    }()

    private static let plugins = PluginHost { if isVerbose { Output.report($0) } }

    /// The path of the user's list of trusted plugins; `nil` if the configuration folder is unknown.
    static let trustedPlugins = place(of: "trusted-plugins", in: "XDG_CONFIG_HOME", otherwise: ".config")

    /// The path of a Glossport file in a user folder; `nil` if the folder is unknown or its path is relative.
    private static func place(of name: String, in variable: String, otherwise usual: String) -> String? {
        let folder = environment[variable] ?? environment["HOME"].map { "\($0)/\(usual)" }
        return folder.flatMap { $0.hasPrefix("/") ? "\($0)/glossport/\(name)" : nil }
    }

    /// The formats that a project may use: listed plugins first, followed by the built-in formats.
    static func registry(for project: (path: String, text: String)?) throws -> FormatRegistry {
        let listed = try project.map { try ProjectFile.readers(in: $0.text, path: $0.path) } ?? []
        // If the project lists no plugins, as is usual, the user's list of trusted plugins is not read.
        guard !listed.isEmpty else { return FormatRegistry(builtIn) }
        let trusted = try TrustedPlugins(trustedPlugins)
        var formats = builtIn
        let folder = ProjectFolder(ProjectFolder.folder(of: project?.path ?? ""), isUntrusted: Trust.isUntrusted)
        for reader in listed.reversed() {
            try folder.check(typed: reader.program)
            let file = try file(of: reader)
            try trusted.check(file)
            let format = try plugins.format(of: file)
            let known = Set(formats.flatMap(\.rules).map(\.id))
            if let rule = format.rules.first(where: { known.contains($0.id) }) {
                throw GlossportError(
                    .plugin,
                    "The reader “\(reader.id)” has a rule “\(rule.id.rawValue)”, and so has another.",
                    remedy: "List only one of them.",
                    location: reader.place
                )
            }
            formats.insert(format, at: 0)
        }
        return FormatRegistry(formats)
    }

    /// The program of a listed plugin.
    ///
    /// - Throws: `GlossportError` if the id is built in, or the program is missing or can be changed by other users.
    static func file(of reader: ListedReader) throws -> PluginFile {
        if builtIn.contains(where: { $0.id == reader.id }) {
            throw GlossportError(
                .plugin,
                "The reader “\(reader.id)” is built in, and a plugin cannot replace it.",
                remedy: "Remove it from `readers`, or give the plugin another id.",
                location: reader.place
            )
        }
        return try PluginFile(id: reader.id, program: reader.program, place: reader.place)
    }

    /// The registry for the project file at a path, or of the built-in formats if there is no project file; see
    /// ``registry(for:)``.
    static func registry(project: String? = nil) throws -> FormatRegistry {
        try registry(for: ProjectText.load(project))
    }

    /// Whether the standard error of plugins is shown even if they succeed.
    private static let isVerbose = Invocation.current.words.contains { $0 == "-v" || $0 == "--verbose" }

    private static let environment = Invocation.current.environment
}
