package import GlossportProject
package import GlossportReading

/// Inspects a folder and drafts a project file for it.
///
/// It asks no questions and writes nothing; a file or folder that cannot be opened is not a delivery.
package struct ProjectSurvey {
    let registry: FormatRegistry
    let archives: ArchiveOpener?
    /// The base of the paths; empty for the current folder.
    let folder: String
    /// The deliveries that a project file already lists, with their settings.
    private var listed: [Project.Delivery] = []
    /// Patterns of deliveries that differ from the project's pattern and use other names for fields, by path.
    private var namedPatterns: [String: KeyPattern] = [:]

    /// - Parameters:
    ///   - registry: The formats.
    ///   - archives: Opens archives.
    ///   - folder: The base of the paths; empty for the current folder.
    package init(registry: FormatRegistry, archives: ArchiveOpener?, folder: String) {
        self.registry = registry
        self.archives = archives
        self.folder = folder
    }

    /// Drafts the project file.
    ///
    /// - Parameters:
    ///   - sights: The files and folders found.
    ///   - pictures: The folder's PNG files, with their first bytes.
    ///   - app: The bundle ID.
    ///   - keys: The pattern of the keys; `nil` for the one that fits best.
    /// - Returns: The draft. Its deliveries are those that contain messages or yielded no units; all if there are none.
    package func draft(
        _ sights: [Sight],
        pictures: [FilePrefix],
        app: String,
        keys: KeyPattern? = nil
    ) -> ProjectDraft {
        let sights = sights.filter(\.isDelivery)
        var draft = ProjectDraft(app: app)
        draft.keys = keys ?? KeyPattern.likeliest(for: sights.flatMap { $0.keys.sorted() }) ?? .standard
        for sight in sights where !sight.keys.contains(where: { draft.keys.isField($0) }) {
            draft.otherKeys[sight.path] = namedPatterns[sight.path] ?? KeyPattern.proposed(for: sight.keys.sorted())
            draft.otherKeys[sight.path]?.otherNames = draft.keys.otherNames
        }
        let ours = sights.filter { sight in
            let keys = draft.otherKeys[sight.path] ?? draft.keys
            return sight.units == 0 || sight.keys.contains { keys.isField($0) }
        }
        let taken = ours.isEmpty ? sights : ours
        draft.deliveries = taken.map(\.path)
        draft.options = Dictionary(
            taken.filter { !$0.options.isEmpty }.map { ($0.path, $0.options) },
            uniquingKeysWith: { first, _ in first }
        )
        for (file, options) in taken.flatMap({ $0.fileOptions.sorted { $0.key < $1.key } }) {
            let path = relative(file)
            draft.deliveries.append(path)
            draft.options[path] = options
        }
        guard ours.contains(where: { $0.units > 0 }) else { return draft }
        var catalog = catalog(of: draft)
        let known = Set(catalog.records.map(\.message))
        let others = catalog.otherKeyFiles.filter { file in
            // A file in an archive cannot be a separate delivery.
            !file.messages.isDisjoint(with: known) && SourceFile(path: file.first.path).byteCount > 0
        }
        if !others.isEmpty {
            for file in others {
                let path = relative(file.first.path)
                draft.deliveries.append(path)
                draft.otherKeys[path] = file.pattern
                draft.otherKeys[path]?.otherNames = draft.keys.otherNames
            }
            catalog = self.catalog(of: draft)
        }
        draft.expected = Set(catalog.locales.compactMap(\.resolution.locale)).sorted()
        let source = catalog.sourceLocale ?? StoreLocale.likelySource(among: Set(draft.expected))
        draft.source = source.flatMap { draft.expected.contains($0) ? $0 : nil }
        if catalog.sourceLocale == nil, draft.source != nil { catalog = self.catalog(of: draft) }
        draft.uncertain = catalog.locales.compactMap { use in
            guard case .unresolved(let candidates) = use.resolution, !candidates.isEmpty else { return nil }
            return ProjectDraft.Uncertain(delivered: use.delivered, candidates: candidates)
        }
        let fields = Dictionary(grouping: catalog.records, by: \.message).mapValues { records in
            records.reduce(into: Set<Field>()) { $0.formUnion($1.fields.keys) }
        }
        // A name with only a header or only a body belongs to another string of the app.
        let names = fields.filter { $0.value.isSuperset(of: [.header, .body]) }.keys.sorted()
        draft.names = self.names(
            in: catalog.records.filter { $0.locale != catalog.sourceLocale && names.contains($0.message) }
        )
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

    /// Returns the deliveries, locales, messages and names of fields that a project file lacks.
    ///
    /// - Parameters:
    ///   - project: The current project file.
    ///   - sights: The files and folders found.
    ///   - pictures: The folder's PNG files, with their first bytes.
    /// - Returns: The deliveries that the project file does not list, the names that only their keys use for fields, and
    ///   the additional expected locales and messages of all deliveries. An empty list in the project file accepts
    ///   everything, so nothing is added to it.
    package func additions(to project: Project, _ sights: [Sight], pictures: [FilePrefix]) -> ProjectDraft {
        let new = sights.filter { $0.files.contains { project.delivery(of: $0, relativeTo: folder) == nil } }
        var survey = self
        survey.listed = project.deliveries
        let known = sights.filter { sight in !new.contains { $0.path == sight.path } }
        let knownKeys = known.reduce(into: Set<String>()) { $0.formUnion($1.keys) }
        var keys = project.keys
        for sight in new where !keys.makesMessages(of: sight.keys) {
            var extended = keys
            guard let pattern = KeyPattern.likeliest(for: sight.keys.sorted()), !pattern.otherNames.isEmpty,
                extended.takeNames(of: pattern),
                // The names apply to all deliveries, in which an app's own titles must not become messages.
                extended.completeMessages(of: knownKeys) == keys.completeMessages(of: knownKeys)
            else { continue }
            keys = extended
            if !keys.makesMessages(of: sight.keys) { survey.namedPatterns[sight.path] = pattern }
        }
        let found = survey.draft(sights, pictures: pictures, app: project.app, keys: keys)
        var draft = ProjectDraft(app: project.app)
        draft.icons = found.icons
        draft.keys = found.keys
        draft.newNames = found.keys.otherNames.filter { project.keys.otherNames[$0.key] == nil }
        draft.otherKeys = found.otherKeys
        draft.options = found.options
        draft.deliveries = found.deliveries.filter { path in
            new.contains { $0.path == path || $0.fileOptions.keys.contains { relative($0) == path } }
        }
        if !project.locales.expected.isEmpty {
            draft.expected = found.expected.filter { !project.locales.expected.contains($0) }
        }
        if !project.messages.isEmpty { draft.messages = found.messages.filter { project.messages[$0.name] == nil } }
        return draft
    }

    /// Capitalized words of the source texts that are unchanged in at least nine of ten translations.
    private func names(in translations: some Sequence<MessageRecord>) -> [String] {
        var found: [String: (kept: Int, of: Int)] = [:]
        for field in translations.lazy.flatMap(\.texts.values) {
            guard let text = field.text, let source = field.source else { continue }
            for name in Set(source.matches(of: Self.capitalized).flatMap { Self.parts(of: $0.output) }) {
                found[name, default: (0, 0)].of += 1
                if text.contains(name) { found[name, default: (0, 0)].kept += 1 }
            }
        }
        let kept = found.filter { $0.value.of >= 5 && $0.value.kept * 10 >= $0.value.of * 9 }.keys.sorted()
        return kept.filter { name in !kept.contains { $0 != name && $0.contains(name) } }
    }

    /// Every run of consecutive words, because the first word of a sentence is capitalized even if it is not part of a
    /// name.
    private static func parts(of run: Substring) -> [String] {
        let words = run.split(separator: " ")
        return words.indices.flatMap { start in
            (start..<words.count).map { words[start...$0].joined(separator: " ") }
        }
    }

    nonisolated(unsafe) private static let capitalized = /\p{Lu}[\p{L}\p{N}]{2,}(?: \p{Lu}[\p{L}\p{N}]+)*/

    func relative(_ path: String) -> String {
        path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path
    }

    /// The catalog that the drafted project file would produce from its deliveries.
    private func catalog(of draft: ProjectDraft) -> Catalog {
        var project = Project(app: draft.app)
        project.keys = draft.keys
        project.locales.source = draft.source
        let new = draft.deliveries.filter { path in !listed.contains { $0.path == path } }
        project.deliveries =
            listed
            + new.map { path in
                var delivery = Project.Delivery(path: path)
                delivery.keys = draft.otherKeys[path]
                delivery.options = draft.options[path]?.values ?? [:]
                return delivery
            }
        // As in a project file, names of fields apply to all deliveries.
        for index in project.deliveries.indices {
            project.deliveries[index].keys?.otherNames = draft.keys.otherNames
        }
        var collector = Collector(registry: registry, project: project, archives: archives)
        for delivery in project.deliveries { try? collector.add(delivery, relativeTo: folder) }
        return collector.finish().catalog
    }
}

/// Matches images to messages by their names and sizes.
struct PictureNames {
    /// The images with the dimensions of a bullet point's icon, sorted.
    let icons: [String]
    private let others: [String]

    init(_ pictures: [FilePrefix]) {
        let isIcon = { (head: FilePrefix) in Self.size(head.bytes).map { $0 == (1_024, 1_024) } ?? false }
        icons = pictures.filter(isIcon).map(\.path).sorted()
        others = pictures.filter { !isIcon($0) }.map(\.path).sorted()
    }

    /// The pattern for a message's image; `nil` if no image is named like the message.
    func pattern(of message: String) -> ImagePattern? {
        for path in others {
            let parts = path.split(separator: "/").map(String.init)
            guard let name = parts.last?.dropLast(4) else { continue }
            let folders = parts.dropLast()
            let above = folders.joined(separator: "/") + (folders.isEmpty ? "" : "/")
            // For example images/keep-annual/ja.png, with images/keep-annual.png for all other locales.
            if folders.last == message, StoreLocale(name) != nil {
                return ImagePattern(folders.dropLast().map { $0 + "/" }.joined() + "{message}/{locale}.png")
            }
            if name == message {
                let own = others.contains { $0.hasPrefix(above + message + "/") }
                return ImagePattern(above + (own ? "{message}/{locale}.png" : "{message}.png"))
            }
            if name.hasPrefix(message + "-"), StoreLocale(name.dropFirst(message.count + 1)) != nil {
                return ImagePattern(above + "{message}-{locale}.png")
            }
        }
        return nil
    }

    /// Width and height from the header chunk.
    private static func size(_ bytes: [UInt8]) -> (Int, Int)? {
        guard bytes.count >= 24, bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { return nil }
        func number(at offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
        return (number(at: 16), number(at: 20))
    }
}
