private import Foundation
package import GlossportChecking
public import GlossportProject
public import GlossportReading

/// Reads a project's deliveries and checks them; nothing is sent.
public struct CheckDeliveries: Sendable {
    /// The project that they belong to.
    public package(set) var project: Project
    /// The formats that can be read, and their rules.
    package var registry: FormatRegistry
    /// Where the project file is: its paths are relative to it and may not lead out of it.
    package var folder: ProjectFolder
    /// The messages and locales that it is about; the others are read and left out.
    package var selection = Selection()
    /// How archives are opened, images looked into, languages told apart and words looked up.
    package var inspection = Inspection()
    /// The texts of earlier imports, where a journal was read.
    package var sent = SentTexts()
    /// Whether the deliveries were named by a person, relative to the current folder, instead of by the project file.
    package var areTyped = false
    /// Whether what is read is hashed, for the journal.
    package var takesDigests = false
    /// The day on which decisions about findings may be over, as `YYYY-MM-DD`.
    package var today: String

    /// The tools that look into files beside the readers.
    package struct Inspection: Sendable {
        package var archives: ArchiveOpener?
        package var images: ImageInspector?
        package var languages: LanguageInspector?
        package var spelling: SpellingInspector?

        package init(
            archives: ArchiveOpener? = nil,
            images: ImageInspector? = nil,
            languages: LanguageInspector? = nil,
            spelling: SpellingInspector? = nil
        ) {
            self.archives = archives
            self.images = images
            self.languages = languages
            self.spelling = spelling
        }
    }

    package init(_ project: Project, registry: FormatRegistry, folder: ProjectFolder, today: String) {
        self.project = project
        self.registry = registry
        self.folder = folder
        self.today = today
    }

    /// The deliveries of a project file, in its folder.
    ///
    /// - Parameters:
    ///   - path: The project file; it may not extend another.
    ///   - registry: The formats that can be read.
    /// - Throws: An error with the place of everything that is wrong in the file.
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
    /// - Returns: The deliveries, ready to be sent.
    /// - Throws: ``RefusedDeliveries`` where there are errors; another error for what can't be read.
    public func run() throws -> CheckedDeliveries { try CheckedDeliveries(try review(), selection: selection) }

    /// Reads and checks all deliveries.
    ///
    /// - Returns: The selected part of the deliveries, with its findings.
    /// - Throws: `GlossportError` for what can't be read, and for a selection of what is not there.
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
            archives: inspection.archives,
            takesDigests: takesDigests,
            followsLinks: !folder.isUntrusted
        )
        for delivery in project.deliveries {
            if !areTyped { try folder.check(delivery.path, at: delivery.place) }
            try collector.add(delivery, relativeTo: areTyped ? "" : folder.path)
        }
        var collected = collector.finish()
        collected.catalog.sent = sent
        if let images = inspection.images {
            collected.catalog.images = try ImageCollector(project: project, folder: folder, inspector: images)
                .collect(selection.part(of: collected.catalog))
        }
        if let languages = inspection.languages {
            collected.catalog.languages = languages.inspect(collected.catalog)
        }
        var project = project
        if !project.terms.files.isEmpty {
            let glossary = try GlossaryCollector(folder: folder, registry: registry).collect(project.terms.files)
            project.terms.concepts = glossary.concepts
            collected.findings += glossary.findings
        }
        if let spelling = inspection.spelling {
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
