package import GlossportReading

extension FormatRegistry {
    /// Every rule that exists: the catalog's, those about files, glossaries and decisions, and the readers'.
    package var rules: [RuleDescription] {
        RuleSet.all.map { $0.description } + Review.furtherRules + formats.flatMap(\.rules)
    }
}
