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

/// The readers: those that are compiled in, and the plugins that a project lists.
///
/// To add one that is compiled in, write its folder under `plugins/` and name it here and in the manifest.
enum Readers {
    static let builtIn = [
        XLIFFReader.format, StringsReader.format, XCStringsReader.format, POReader.format, AndroidReader.format,
        ARBReader.format, XLSXReader.format, ODSReader.format, CSVReader.format,
    ]

    /// How archives are opened.
    static let archives = ArchiveOpener(
        recognizes: { DeliveryArchive.recognizes($0) },
        open: { try DeliveryArchive.open($0) }
    )

    /// How images are looked into.
    static let images = ImageInspector { ImageInspection.inspect($0) }

    /// How languages are told apart; `nil` where this build can't.
    static let languages = LanguageGuessing.inspector

    /// How words are looked up.
    ///
    /// The dictionaries are those of `DICPATH`, which is Hunspell's own variable, or of the system's folders. Nothing is kept of untrusted
    /// deliveries, and no dictionary that may have come with them is opened.
    static let spelling: SpellingInspector = {
        let home = environment["HOME"]
        let dictionaryPath = environment["DICPATH"]?.split(separator: ":").map(String.init)
            .filter { !Trust.isUntrusted || $0.hasPrefix("/") && !ProjectFolder.isWithin(".", $0) }
        let folders =
            dictionaryPath ?? [
                "/usr/share/hunspell", "/usr/share/myspell/dicts", "/Library/Spelling",
            ] + [home.map { $0 + "/Library/Spelling" }].compactMap(\.self)
        return SpellChecking.inspector(
            in: folders,
            cache: Trust.isUntrusted ? nil : place(of: "spelling", in: "XDG_CACHE_HOME", otherwise: ".cache")
        )
    }()

    /// Starts plugins.
    private static let plugins = PluginHost { if isVerbose { Output.report($0) } }

    /// The user's list of trusted plugins; `nil` if the home folder is unknown.
    static let trustedPlugins = place(of: "trusted-plugins", in: "XDG_CONFIG_HOME", otherwise: ".config")

    /// Our place in one of the user's folders; `nil` if the folder is unknown.
    private static func place(of name: String, in variable: String, otherwise usual: String) -> String? {
        let folder = environment[variable] ?? environment["HOME"].map { "\($0)/\(usual)" }
        return folder.flatMap { $0.hasPrefix("/") ? "\($0)/glossport/\(name)" : nil }
    }

    /// The formats that a project may use: those of the plugins that its file lists, which come first, and those that are built in.
    static func registry(for project: (path: String, text: String)?) throws -> FormatRegistry {
        let listed = try project.map { try ProjectFile.readers(in: $0.text, path: $0.path) } ?? []
        // Most projects list none; then the user's list is not read.
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

    /// The program of a plugin that is listed.
    ///
    /// - Throws: `GlossportError` for an id that is built in, and for a program that is missing or that other users can change.
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

    /// As ``registry(for:)``, of the project file of that name, if there is one.
    static func registry(project: String? = nil) throws -> FormatRegistry {
        try registry(for: ProjectText.load(project))
    }

    /// Whether the standard error of plugins is shown also if they succeed.
    private static let isVerbose = Invocation.current.words.contains { $0 == "-v" || $0 == "--verbose" }

    private static let environment = Invocation.current.environment
}
