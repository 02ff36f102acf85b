package import GlossportProject
package import GlossportReading

extension FormatRegistry {
    /// Every rule that exists: the catalog's, those about files, glossaries and decisions, and the readers'.
    package var rules: [RuleDescription] {
        RuleSet.all.map { $0.description } + Review.furtherRules + formats.flatMap(\.rules)
    }
}

extension ProjectFile {
    /// Parses a project file whose readers and rules are those of a registry, as the other function does.
    package static func parse(
        _ text: String,
        path: String,
        bases: [ProjectBase] = [],
        with registry: FormatRegistry
    ) throws -> Project {
        try parse(text, path: path, bases: bases, ruleIDs: registry.rules.map(\.id), formats: registry.formats)
    }
}
