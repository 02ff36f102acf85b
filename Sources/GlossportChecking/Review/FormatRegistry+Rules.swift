package import GlossportProject
package import GlossportReading

extension FormatRegistry {
    /// All rules: the catalog's, those about files, glossaries and acceptances, and the readers'.
    package var rules: [RuleDescription] {
        RuleSet.all.map { $0.description } + Review.furtherRules + formats.flatMap(\.rules)
    }
}

extension ProjectFile {
    /// Parses a project file with the formats and rules of a registry.
    package static func parse(
        _ text: String,
        path: String,
        bases: [ProjectBase] = [],
        with registry: FormatRegistry
    ) throws -> Project {
        try parse(text, path: path, bases: bases, ruleIDs: registry.rules.map(\.id), formats: registry.formats)
    }
}
