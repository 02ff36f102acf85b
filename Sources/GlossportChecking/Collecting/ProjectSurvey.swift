package import GlossportReading

/// Looks at what lies in a folder, and drafts a project file for it.
///
/// Nothing is asked and nothing is written; what can't be read is no delivery.
package struct ProjectSurvey {
    /// What was seen in one file or folder.
    package struct Sight: Sendable, Hashable {
        /// As it was named.
        package var path: String
        /// The ids of the formats in it, sorted.
        package var formats: [String]
        package var units: Int
        /// The keys in it, each once, as far as there is room for them.
        package var keys: Set<String>
    }

    private let registry: FormatRegistry
    private let archives: ArchiveOpener?
    /// What the paths are relative to; empty for the current folder.
    private let folder: String

    /// Keys that are kept of one delivery: an app may have more strings than anybody wants to look at.
    private static let keptKeys = 20_000

    /// - Parameters:
    ///   - registry: The formats.
    ///   - archives: How to open archives.
    ///   - folder: What the paths are relative to; empty for the current folder.
    package init(registry: FormatRegistry, archives: ArchiveOpener?, folder: String) {
        self.registry = registry
        self.archives = archives
        self.folder = folder
    }

    /// Reads a file or folder, if there is anything to read in it.
    ///
    /// - Parameter path: Relative to the folder.
    /// - Returns: `nil` if no reader finds a unit there.
    package func look(at path: String) -> Sight? {
        var keys: Set<String> = []
        var collector = Collector(registry: registry, project: Project(app: ""), archives: archives) { unit, _ in
            if keys.count < Self.keptKeys { keys.insert(unit.key) }
        }
        // What can't be read is said by those who are asked to read it.
        guard (try? collector.add(Project.Delivery(path: path), relativeTo: folder)) != nil else { return nil }
        let files = collector.finish().files
        let units = files.reduce(0) { $0 + $1.summary.units }
        guard units > 0 else { return nil }
        return Sight(path: path, formats: Set(files.map(\.format)).sorted(), units: units, keys: keys)
    }

    /// Drafts the project file.
    ///
    /// - Parameters:
    ///   - sights: What there is to read.
    ///   - pictures: The folder's PNG files, with their first bytes.
    ///   - app: The bundle ID.
    /// - Returns: The deliveries that hold messages (all of them if none seems to), with what follows from them.
    package func draft(_ sights: [Sight], pictures: [FileHead], app: String) -> ProjectDraft {
        var draft = ProjectDraft(app: app)
        draft.keys = KeyPattern.proposed(for: sights.flatMap { $0.keys.sorted() }) ?? .standard
        let ours = sights.filter { $0.keys.contains { isField($0, draft.keys) } }
        draft.deliveries = (ours.isEmpty ? sights : ours).map(\.path)
        guard !ours.isEmpty else { return draft }
        let catalog = catalog(of: draft)
        draft.expected = Set(catalog.locales.compactMap(\.resolution.locale)).sorted()
        draft.uncertain = catalog.locales.compactMap { use in
            guard case .unresolved(let candidates) = use.resolution, !candidates.isEmpty else { return nil }
            return ProjectDraft.Uncertain(delivered: use.delivered, candidates: candidates)
        }
        let fields = Dictionary(grouping: catalog.records, by: \.message).mapValues { records in
            records.reduce(into: Set<Field>()) { $0.formUnion($1.fields.keys) }
        }
        // Who has a header or a body only is a string of the app that looks like one of ours.
        let names = fields.filter { $0.value.isSuperset(of: [.header, .body]) }.keys.sorted()
        let images = PictureNames(pictures)
        draft.icons = images.icons
        draft.messages = names.map { name in
            let own = fields[name] ?? []
            var message = ProjectDraft.Message(name: name)
            message.hasAltText = own.contains(.altText)
            message.bullets = (1...Field.maximumBullets).last { own.contains(.bulletText($0)) } ?? 0
            if message.hasAltText { message.image = images.pattern(of: name) }
            return message
        }
        return draft
    }

    private func isField(_ key: String, _ keys: KeyPattern) -> Bool {
        if case .field = keys.match(key) { true } else { false }
    }

    /// What the drafted project file would make of its deliveries.
    private func catalog(of draft: ProjectDraft) -> Catalog {
        var project = Project(app: draft.app)
        project.keys = draft.keys
        project.deliveries = draft.deliveries.map { Project.Delivery(path: $0) }
        var collector = Collector(registry: registry, project: project, archives: archives)
        for delivery in project.deliveries { try? collector.add(delivery, relativeTo: folder) }
        return collector.finish().catalog
    }
}
