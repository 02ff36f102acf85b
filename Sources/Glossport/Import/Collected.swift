private import Crypto

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
    package func findings(for project: Project) -> [Finding] {
        let own = RuleSet.applySeverities(of: project, to: findings)
        let rules = RuleSet.findings(in: catalog, for: project)
        return (own + Consequences.explain(rules, files: files, locales: catalog.locales, causes: own)).sorted()
    }
}

/// What was read of one file.
package struct FileReport: Sendable, Hashable {
    package var path: String
    /// The reader's id.
    package var format: String
    package var summary = ReadSummary()
    package var errors = 0
    /// The vendor's locales in it, sorted.
    package private(set) var locales: [String] = []

    package init(path: String, format: String) {
        self.path = path
        self.format = format
    }

    mutating func note(locale: String?) {
        guard let locale else { return }
        // Asked for every unit of a file: a delivery may hold a million, and fifty locales.
        var (low, high) = (0, locales.count)
        while low < high {
            let middle = (low + high) / 2
            if locales[middle] < locale { low = middle + 1 } else { high = middle }
        }
        if low == locales.count || locales[low] != locale { locales.insert(locale, at: low) }
    }
}

extension SourceFile {
    /// The file as the journal notes it.
    ///
    /// - Throws: ``GlossportError`` with code `unreadableInput`.
    package var runSource: RunStart.Source {
        get throws {
            var hash = SHA256()
            try forEachChunk { hash.update(bufferPointer: $0) }
            return RunStart.Source(path: path, sha256: Array(hash.finalize()))
        }
    }
}
