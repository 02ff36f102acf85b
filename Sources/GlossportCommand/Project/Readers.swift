private import CSVReader
private import DeliveryArchive
private import Foundation
import GlossportChecking
import GlossportReading
private import ImageInspection
private import LanguageGuessing
import PluginHost
private import StringsReader
private import XCStringsReader
private import XLIFFReader

/// The readers that there are: those that are compiled in, and those that the project or the user lists.
///
/// To add one that is compiled in, write its folder under `plugins/` and name it here and in the manifest.
enum Readers {
    static let builtIn = [XLIFFReader.format, StringsReader.format, XCStringsReader.format, CSVReader.format]

    /// How archives are opened.
    static let archives = ArchiveOpener(
        recognizes: { DeliveryArchive.recognizes($0) },
        open: { try DeliveryArchive.open($0) }
    )

    /// How images are looked into.
    static let images = ImageInspector { ImageInspection.inspect($0) }

    /// How languages are told apart; `nil` where this build can't.
    static let languages = LanguageGuessing.inspector

    /// Where readers that are programs of their own are looked for.
    static let search = PluginFile.SearchPath(program: ProcessStart.program, environment: environment)

    /// Runs them.
    static let plugins = PluginHost(
        search: search,
        cacheFolder: folder("XDG_CACHE_HOME", ".cache").map { $0 + "/glossport/readers" },
        talk: { if isVerbose { Output.report($0) } }
    )

    /// The user's own list of readers, for all projects.
    static let ownList = folder("XDG_CONFIG_HOME", ".config").map { $0 + "/glossport/readers.yaml" }

    /// The formats that a project may use: those that are built in, then those that its file lists, then those of the user's own list.
    static func registry(for project: (path: String, text: String)?) throws -> FormatRegistry {
        let listed = try listed(for: project)
        // Most projects list none; then their file need not be looked through once more.
        guard !listed.isEmpty else { return FormatRegistry(builtIn) }
        let avoided = project.map { ProjectFile.foldersOfOthers(in: $0.text, path: $0.path) } ?? []
        var registry = FormatRegistry(builtIn)
        for reader in listed {
            let format = try plugins.format(of: reader, besides: builtIn, avoiding: avoided)
            let known = Set(registry.rules.map(\.id))
            if let rule = format.rules.first(where: { known.contains($0.id) }) {
                throw GlossportError(
                    .plugin,
                    "The reader “\(reader.id)” has a rule “\(rule.id.rawValue)”, and so has another.",
                    remedy: "List only one of them.",
                    location: reader.place
                )
            }
            registry = FormatRegistry(registry.formats + [format])
        }
        return registry
    }

    /// The readers named by a project's file and, after them, the user's own list.
    static func listed(for project: (path: String, text: String)?) throws -> [ListedReader] {
        var listed = try project.map { try ProjectFile.readers(in: $0.text, path: $0.path) } ?? []
        let own = choice(among: try ownReaders(), for: listed)
        if Trust.isUntrusted, let reader = listed.first(where: { reader in !own.contains { $0.id == reader.id } }) {
            throw GlossportError(
                .plugin,
                "In untrusted mode the reader “\(reader.id)” is not run: the untrusted files may have listed it.",
                remedy:
                    "Run `glossport plugin trust --own \(reader.id)` first, or add --trusted after someone on your team has reviewed the files.",
                location: reader.place
            )
        }
        // A stranger's file has no say in how a trusted reader is run.
        listed = Trust.isUntrusted ? [] : try listed.map { try vouched($0, own: own) }
        // A program that was trusted for another project may be gone with its checkout; this project does not ask for it.
        return listed + own.filter { reader in !listed.contains { $0.id == reader.id } && plugins.exists(reader) }
    }

    /// The user's own list with one program for each id: the one that the project file pins, or else the first.
    private static func choice(among own: [ListedReader], for listed: [ListedReader]) -> [ListedReader] {
        var chosen: [ListedReader] = []
        for reader in own where !chosen.contains(where: { $0.id == reader.id }) {
            let wanted = listed.first { $0.id == reader.id }
            chosen.append(own.first { $0.id == reader.id && $0.sha256 == wanted?.sha256 } ?? reader)
        }
        return chosen
    }

    /// A reader of a project file as it may be run: a project file alone starts no program.
    ///
    /// One without a SHA-256 stays as it is, for it is refused before it is run.
    private static func vouched(_ reader: ListedReader, own: [ListedReader]) throws -> ListedReader {
        guard reader.sha256 != nil else { return reader }
        if let vouched = reader.vouched(own: own, shipped: plugins.shipped(reader.id)?.pinned) { return vouched }
        throw GlossportError(
            .plugin,
            "The reader “\(reader.id)” is listed in the project file, but you have not trusted it yet.",
            remedy: "Review the program, then run `glossport plugin trust \(reader.id)`.",
            location: reader.place
        )
    }

    /// As ``registry(for:)``, of the project file of that name, if there is one.
    static func registry(project: String? = nil) throws -> FormatRegistry {
        try registry(for: ProjectText.load(project))
    }

    /// The readers named by the user's own list.
    static func ownReaders() throws -> [ListedReader] {
        guard let ownList, let own = try ProjectText.load(ownList) else { return [] }
        // It decides which programs run, in untrusted mode, too.
        if let reason = ProjectSearch.reasonToDistrust(ownList) {
            throw GlossportError(
                .plugin,
                "Your list of readers, \(ownList), is not used: \(reason).",
                remedy:
                    "Make sure that you own it and its folder, and that no other user can write to them: chmod 600 \(ownList)"
            )
        }
        return try ProjectFile.readers(in: own.text, path: own.path, isOwn: true).map(plugins.renewed)
    }

    /// Whether what plugins write to standard error is shown also where they succeed.
    private static let isVerbose = Invocation.current.words.contains { $0 == "-v" || $0 == "--verbose" }

    private static let environment = Invocation.current.environment

    private static func folder(_ variable: String, _ name: String) -> String? {
        if let folder = environment[variable], folder.hasPrefix("/") { return folder }
        return environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 + "/" + name : nil }
    }
}
