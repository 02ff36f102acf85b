/// Everything that was read from the deliveries of a run.
package struct Collected: Sendable {
    package var catalog: Catalog
    /// What readers found; the rules' findings come on top.
    package var findings: [Finding]
    /// What was read of each file, in reading order.
    package var files: [FileReport]
    /// Files that were left out, counted by reason.
    package var skipped: [String: Int]
    package var sources: [SourceFile]

    package init(
        catalog: Catalog,
        findings: [Finding],
        files: [FileReport],
        skipped: [String: Int],
        sources: [SourceFile]
    ) {
        self.catalog = catalog
        self.findings = findings
        self.files = files
        self.skipped = skipped
        self.sources = sources
    }
}

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
        return selection.findings(among: (own + explained).sorted(), of: self)
    }
}

/// What was read of one file.
package struct FileReport: Sendable, Hashable {
    package var path: String
    /// The reader's id.
    package var format: String
    package var summary = ReadSummary()
    package var errors = 0
    /// The vendor's locales in it, sorted; at most ``CatalogBuilder/maximumLocales``.
    package private(set) var locales: [String] = []
    /// Whether there are more of them.
    package private(set) var hasMoreLocales = false
    private var seen: Set<String> = []
    private var last: String?

    package init(path: String, format: String) {
        self.path = path
        self.format = format
    }

    mutating func note(locale: String?) {
        // Locales come in runs, or a few of them in turn.
        guard let locale, last != locale else { return }
        last = locale
        guard seen.count < CatalogBuilder.maximumLocales else {
            hasMoreLocales = hasMoreLocales || !seen.contains(locale)
            return
        }
        seen.insert(locale)
    }

    /// Makes ``locales``, once all have been seen.
    mutating func sortLocales() {
        locales = seen.sorted()
        seen = []
    }
}
