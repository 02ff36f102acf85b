private import Foundation
package import GlossportChecking
public import GlossportProject
public import GlossportReading

/// Reads and checks a project's deliveries, without sending anything.
public struct CheckDeliveries: Sendable {
    /// The project that the deliveries belong to.
    public package(set) var project: Project
    package var registry: FormatRegistry
    /// The folder of the project file.
    ///
    /// Paths in the file are relative to it and must stay inside it.
    package var folder: ProjectFolder
    /// The selected messages and locales.
    ///
    /// Other messages and locales are read but left out of the result.
    package var selection = Selection()
    // The tools that inspect files in addition to the readers.
    package var archives: ArchiveOpener?
    package var images: ImageInspector?
    package var languages: LanguageInspector?
    package var spelling: SpellingInspector?
    /// The texts of earlier imports, if a journal was read.
    package var sent = SentTexts()
    /// Whether the user named the deliveries on the command line, relative to the current folder; otherwise the project
    /// file names them.
    package var areTyped = false
    /// Whether files are hashed for the journal.
    package var takesDigests = false
    /// The current day as `YYYY-MM-DD`; accepted findings may have expired by this day.
    package var today: String

    package init(_ project: Project, registry: FormatRegistry, folder: ProjectFolder, today: String) {
        self.project = project
        self.registry = registry
        self.folder = folder
        self.today = today
    }

    /// Creates a check of the deliveries that a project file names.
    ///
    /// - Parameters:
    ///   - path: The project file; it must not extend another.
    ///   - registry: The supported formats.
    /// - Throws: An error that lists every problem in the file with its location.
    public init(projectFile path: String, registry: FormatRegistry) throws {
        let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
        if let base = ProjectBase.extended(in: text, path: path) {
            throw GlossportError(
                .invalidProject,
                "The library does not support project files that extend another.",
                remedy: "Copy the contents of \(base.path) into it.",
                location: base.place
            )
        }
        let project = try ProjectFile.parse(text, path: path, with: registry)
        let today = Date.now.formatted(.iso8601.year().month().day())
        self.init(project, registry: registry, folder: ProjectFolder(ProjectFolder.folder(of: path)), today: today)
        takesDigests = true
    }

    /// Reads and checks all deliveries.
    ///
    /// - Throws: ``RefusedDeliveries`` if there are errors; another error if a delivery can't be read.
    public func run() throws -> CheckedDeliveries { try CheckedDeliveries(try review(), selection: selection) }

    /// Reads and checks all deliveries, and returns the selected part with its findings.
    ///
    /// - Throws: `GlossportError` if a delivery can't be read, or if the selection names something that the deliveries
    ///   don't contain.
    package func review() throws -> Review {
        guard !project.deliveries.isEmpty else {
            throw GlossportError(
                .invalidProject,
                "No deliveries are named.",
                remedy: "Name files or folders, or list them under `deliveries:` in the project file."
            )
        }
        var collector = Collector(
            registry: registry,
            project: project,
            archives: archives,
            takesDigests: takesDigests,
            followsLinks: !folder.isUntrusted
        )
        for delivery in project.deliveries {
            if !areTyped { try folder.check(delivery.path, at: delivery.place) }
            try collector.add(delivery, relativeTo: areTyped ? "" : folder.path)
        }
        var collected = collector.finish()
        collected.catalog.sent = sent
        if let images {
            collected.catalog.images = try ImageCollector(project: project, folder: folder, inspector: images)
                .collect(selection.part(of: collected.catalog))
        }
        if let languages {
            collected.catalog.languages = languages.inspect(collected.catalog)
        }
        var project = project
        if !project.terms.files.isEmpty {
            let glossary = try GlossaryCollector(folder: folder, registry: registry).collect(project.terms.files)
            project.terms.concepts = glossary.concepts
            collected.findings += glossary.findings
        }
        if let spelling {
            collected.catalog.spelling = spelling.inspect(collected.catalog, for: project)
        }
        let findings = collected.findings(for: project, about: selection)
        let hasErrors = findings.contains { $0.severity == .error }
        try selection.check(in: collected.catalog, of: project, hasErrors: hasErrors)
        collected.catalog = selection.part(of: collected.catalog)
        let isWhole = selection.isEverything && selection.hasWholeDeliveries && !areTyped
        return Review(project, collected, findings, rules: registry.rules).accepting(on: today, isWhole: isWhole)
    }
}
