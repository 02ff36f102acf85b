package import GlossportReading

extension FormatRegistry {
    /// Every rule that exists: the catalog's, the collector's and the readers'.
    package var rules: [RuleDescription] {
        RuleSet.all.map { $0.description } + Review.furtherRules + formats.flatMap(\.rules)
    }
}
