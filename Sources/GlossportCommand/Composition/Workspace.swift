import Glossport
import GlossportChecking
import GlossportProject
import GlossportReading

/// The project as configured for this call: flags take precedence over the environment, and the environment over the
/// project file.
struct Workspace {
    var project: Project
    let registry: FormatRegistry
    var selection = Selection()
    /// The base of relative paths in the project file.
    var folder: String { projectFolder.path }
    let projectFolder: ProjectFolder
    /// The path of the project file; `nil` if there is none.
    private(set) var path: String?
    /// The location of the journal, relative to the current folder.
    var journal: JournalLocation
    /// Whether the command line names the deliveries; their paths are then relative to the current folder.
    private(set) var deliveriesAreArguments: Bool

    static let standardFile = "glossport.yaml"
    /// The JSON Schema next to the project file, for editors.
    static let schemaFile = "glossport.schema.json"

    /// Loads the project, and applies the flags that override it; `deliveries` is `nil` for a command that reads none.
    init(_ options: ProjectOptions, deliveries: DeliveryOptions? = nil, needsApp: Bool) throws {
        let found = ProjectSearch.path(named: options.project)
        let path = found ?? Self.standardFile
        guard !(Trust.isUntrusted && options.allowsOutside) else {
            throw GlossportError(
                .invalidOption,
                "--allow-outside is refused in untrusted mode.",
                remedy: "Remove it, or add --trusted if all files come from your team."
            )
        }
        // Check the path before the file is read.
        try ProjectFolder(ProjectFolder.folder(of: path), isUntrusted: Trust.isUntrusted).check(typed: path)
        let text = try found.map { try ProjectText.text(of: $0) }
        let bases = try text.map { try ProjectBases.of($0, path: path) } ?? []
        projectFolder = ProjectFolder(
            ProjectFolder.folder(of: path),
            extended: bases.map { ProjectFolder.folder(of: $0.path) },
            allowsOutside: options.allowsOutside,
            isUntrusted: Trust.isUntrusted
        )
        if let text {
            self.path = path
            registry = try Readers.registry(for: (path, text))
            project = try ProjectFile.parse(text, path: path, bases: bases, with: registry)
        } else if deliveries?.deliveries.isEmpty == false, !needsApp {
            // Named files can be checked without a project file.
            registry = try Readers.registry(for: nil)
            project = Project(app: "")
        } else {
            throw ProjectSearch.missing
        }
        project.environment =
            options.environmentOrVariable ?? project.environment
        journal =
            try options.journalOrVariable.map { try JournalLocation($0) }
            ?? Self.location(of: project, in: projectFolder)
        deliveriesAreArguments = deliveries?.deliveries.isEmpty == false
        if let deliveries {
            for path in deliveries.deliveries { try projectFolder.check(typed: path) }
            selection = try deliveries.selection.selection()
            // A folder or an archive is a complete delivery, so missing texts matter; a single file is not.
            selection.hasWholeDeliveries = !deliveriesAreArguments || !deliveries.deliveries.allSatisfy(Self.isFile)
            try replaceDeliveries(by: deliveries.deliveries, deliveries.reading)
        }
    }

    /// Opens files without a project, for commands that only read them.
    init(files: [String], _ options: ReadingOptions) throws {
        registry = try Readers.registry()
        project = Project(app: "")
        projectFolder = ProjectFolder("", isUntrusted: Trust.isUntrusted)
        for path in files { try projectFolder.check(typed: path) }
        journal = project.journal
        deliveriesAreArguments = true
        try replaceDeliveries(by: files, options)
    }

    private static func location(of project: Project, in folder: ProjectFolder) throws -> JournalLocation {
        switch project.journal {
        case .file(let path):
            try folder.check(path, at: nil, allowsHidden: true)
            return .file(folder.location(of: path))
        case .postgres: return project.journal
        }
    }

    /// Whether a path leads to a single file that is not an archive, or to a bundle for one locale (`.xcloc`,
    /// `.lproj`).
    private static func isFile(_ path: String) -> Bool {
        let name = path.split(separator: "/").last?.lowercased() ?? ""
        if [".xcloc", ".lproj"].contains(where: name.hasSuffix) { return true }
        guard let head = try? SourceFile(path: path).head() else { return false }
        return !Readers.archives.recognizes(head)
    }

    private mutating func replaceDeliveries(by paths: [String], _ options: ReadingOptions) throws {
        var values: [String: String] = [:]
        for option in options.options {
            guard let equals = option.firstIndex(of: "="), equals != option.startIndex else {
                throw GlossportError(
                    .invalidOption,
                    "--option \(option) has no value.",
                    remedy: "Write --option name=value."
                )
            }
            values[String(option[..<equals])] = String(option[option.index(after: equals)...])
        }
        let known = Set(registry.formats.flatMap(\.options).map(\.name))
        if let unknown = values.keys.sorted().first(where: { !known.contains($0) }) {
            throw GlossportError(
                .invalidOption,
                "No reader has an option “\(unknown)”.",
                remedy: Spelling.remedy(
                    for: unknown,
                    among: known.sorted(),
                    otherwise: "`glossport readers` lists them."
                )
            )
        }
        if let format = options.format, registry.format(named: format) == nil {
            let formats = registry.formats.map(\.id).joined(separator: ", ")
            throw GlossportError(.invalidOption, "There is no reader “\(format)”.", remedy: "Readers: \(formats).")
        }
        if deliveriesAreArguments {
            // A path inside one of the project's deliveries uses that delivery's settings; any other path has no
            // settings.
            project.deliveries = paths.map { path in
                var delivery = project.delivery(of: path, relativeTo: folder) ?? Project.Delivery(path: path)
                delivery.path = path
                return delivery
            }
        }
        for index in project.deliveries.indices {
            if let format = options.format { project.deliveries[index].format = format }
            if let locale = options.asLocale { project.deliveries[index].locale = locale }
            project.deliveries[index].options.merge(values) { _, new in new }
        }
    }

    /// How a check of deliveries uses the journal, which records the source texts of earlier translations.
    enum JournalUse {
        /// Doesn't read the journal: only the texts are needed, not the findings.
        case unneeded
        /// Reads a journal file but not a database, because that needs the network. Reports a file that can't be read.
        case file
        /// Reads a journal file or a database, because the command opens it anyway. Reports a journal that can't be
        /// read.
        case any
        /// Reads a journal file or a database, and throws if it can't be read.
        case needed
    }

    func check(takesDigests: Bool = false, journal use: JournalUse = .file) async throws -> Review {
        var check = CheckDeliveries(project, registry: registry, folder: projectFolder, today: TimeText.today)
        check.selection = selection
        (check.archives, check.images) = (Readers.archives, Readers.images)
        (check.languages, check.spelling) = (Readers.languages, Readers.spelling)
        check.areTyped = deliveriesAreArguments
        check.takesDigests = takesDigests
        check.sent = try await sentTexts(use)
        return try check.review()
    }

    /// The texts of earlier imports; empty if `use` excludes the journal, it does not exist, or files may be untrusted.
    ///
    /// If the journal can't be read, reports that and returns no texts, or throws for ``JournalUse/needed``.
    private func sentTexts(_ use: JournalUse) async throws -> SentTexts {
        if case .postgres = journal, use == .file { return SentTexts() }
        guard use != .unneeded, !projectFolder.isUntrusted else { return SentTexts() }
        do {
            guard let journal = try await existingJournal() else { return SentTexts() }
            defer { journal.close() }
            return try await journal.sentTexts(at: destination())
        } catch let error as GlossportError where use != .needed {
            Output.report("Translations were not compared with earlier imports: \(error.message)")
            return SentTexts()
        }
    }

    /// The journal, which the caller must close; `nil` if it does not exist or the project has no environment.
    func existingJournal() async throws -> Journal? {
        guard project.environment != nil else { return nil }
        let store = try store
        return try await store.exists() ? try await store.open(.existing) : nil
    }

    /// Refuses a selection of messages if the project requires approvals, because an approval covers all messages of a
    /// locale.
    func checkApproval() throws {
        guard project.requiresApproval, !selection.messages.isEmpty else { return }
        throw GlossportError(
            .invalidOption,
            "--message cannot be combined with `requireApproval: true`, because approvals are for whole locales.",
            remedy: "Remove --message; --locale may stay."
        )
    }

    func destination() throws -> Destination { try project.destination(in: nil) }
}

extension Project {
    /// The app and environment of a run; `environment` overrides the project's own.
    func destination(in environment: ServiceEnvironment?) throws -> Destination {
        guard let environment = environment ?? self.environment else {
            throw GlossportError(
                .invalidProject,
                "No environment is set.",
                remedy:
                    "Write `environment: sandbox` or `environment: production` into the project file, or add --environment."
            )
        }
        return Destination(app: app, environment: environment)
    }
}
