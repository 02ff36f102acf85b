package import GlossportProject
package import GlossportReading

/// Reads the glossaries that a project names.
///
/// A glossary is a table with the columns `id`, `locale` (or `language`), `term` and optionally `status` (preferred,
/// admitted, forbidden). Each row is a term; rows with the same id are terms of one concept. The `csv` reader reads it.
package struct GlossaryCollector: Sendable {
    private let folder: ProjectFolder
    private let registry: FormatRegistry

    /// - Parameters:
    ///   - folder: The base of paths, which must stay inside it.
    ///   - registry: The known formats.
    package init(folder: ProjectFolder, registry: FormatRegistry) {
        self.folder = folder
        self.registry = registry
    }

    /// Reads the glossaries.
    ///
    /// - Parameter paths: Their paths, relative to the project file.
    /// - Returns: The concepts that have a term, and the findings about the tables.
    /// - Throws: `GlossportError` for a file that cannot be read or is outside the permitted folder.
    package func collect(_ paths: [String]) throws -> (concepts: [Terms.Concept], findings: [Finding]) {
        var concepts: [String: [Terms.Term]] = [:]
        var order: [String] = []
        var findings: [Finding] = []
        for path in paths {
            try folder.check(path, at: nil)
            guard let format = registry.format(named: "csv") else { continue }
            let reader = try format.reader(options: ReaderOptions(values: Self.columns))
            let summary = try reader.read(SourceFile(path: folder.location(of: path))) { event in
                switch event {
                case .finding(let finding): if findings.count < Self.keptFindings { findings.append(finding) }
                case .other: break
                case .unit(let unit):
                    guard let text = unit.target, let locale = unit.locale else { return }
                    let status = unit.notes.first.map { $0.lowercased() } ?? "preferred"
                    guard let status = Terms.Term.Status(rawValue: status) else {
                        findings.append(Self.unknown(status, at: unit.location))
                        return
                    }
                    let key = "\(path)\u{0}\(unit.key)"
                    if concepts[key] == nil { order.append(key) }
                    concepts[key, default: []].append(Terms.Term(text, locale, status, at: unit.location))
                }
            }
            if summary.units == 0 { findings.append(Self.empty(folder.location(of: path))) }
        }
        return (order.map { Terms.Concept($0, concepts[$0] ?? []) }, findings)
    }

    private static let columns = ["layout": "long", "key": "id", "locale": "locale", "text": "term", "notes": "status"]
    private static let keptFindings = 1_000

    package static let rules = [
        RuleDescription(
            "glossary-unusable",
            .error,
            """
            A glossary under `terms.files` contains no terms, or an invalid status. It needs the columns id, locale, term and \
            status. The status is preferred, admitted or forbidden; an empty cell means preferred.
            """
        )
    ]

    private static func unknown(_ status: String, at place: SourceLocation) -> Finding {
        Finding(
            "glossary-unusable",
            .error,
            "“\(status)” is not a valid status of a term.",
            remedy: "Write preferred, admitted or forbidden.",
            for: .team,
            at: place
        )
    }

    private static func empty(_ path: String) -> Finding {
        Finding(
            "glossary-unusable",
            .error,
            "The glossary contains no terms.",
            remedy: "It needs the columns id, locale, term and status.",
            for: .team,
            at: SourceLocation(path: path, line: 1, column: 1)
        )
    }
}
