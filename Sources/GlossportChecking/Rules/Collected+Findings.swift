package import GlossportReading

extension Collected {
    /// Everything that is wrong with what was read: the readers' findings and the rules', sorted, with the project's
    /// severities.
    ///
    /// - Parameters:
    ///   - project: What is wanted, and how severe it is.
    ///   - selection: What the command is about. The rules see the whole catalog all the same: whether a locale lacks a message, only
    ///     the others can tell.
    /// - Returns: What concerns the selection.
    package func findings(for project: Project, about selection: Selection = Selection()) -> [Finding] {
        let own = RuleSet.applySeverities(of: project, to: findings)
        let rules = RuleSet.findings(in: catalog, for: project)
        let explained = Consequences.explain(rules, files: files, locales: catalog.locales, causes: own)
        return selection.findings(among: Implied.left(of: own + explained).sorted(), of: self)
    }
}
