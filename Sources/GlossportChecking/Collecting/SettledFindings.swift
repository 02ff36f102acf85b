import GlossportReading

/// Which of the readers' findings a later delivery has made an end of, by delivering their units anew.
struct SettledFindings {
    /// The findings of earlier deliveries that are about one unit, by its key.
    private var open: [String: [(index: Int, locales: Set<String>)]] = [:]
    private var settled: Set<Int> = []
    /// How many findings have been looked at.
    private var seen = 0

    /// Takes note of what has been found so far, now that a delivery begins.
    mutating func beginDelivery(after findings: [Finding], in files: [FileReport]) {
        let locales = Dictionary(files.map { ($0.path, $0.locales) }, uniquingKeysWith: { $0 + $1 })
        for index in findings.indices.dropFirst(seen) {
            let finding = findings[index]
            guard let key = finding.key else { continue }
            let own = finding.locale.map { [$0] } ?? finding.location.flatMap { locales[$0.path] } ?? []
            open[key, default: []].append((index, Set(own.map(LanguageTag.folded))))
        }
        seen = findings.count
    }

    /// Takes a unit of a delivery that corrects those before it.
    mutating func take(_ unit: TranslationUnit) {
        guard let findings = open[unit.key] else { return }
        let locale = unit.locale.map(LanguageTag.folded)
        // What is found in a file that says no locale may be in any.
        for (index, locales) in findings where locales.isEmpty || locale.map(locales.contains) ?? true {
            settled.insert(index)
        }
    }

    /// The findings that nothing has made an end of.
    func open(among findings: [Finding]) -> [Finding] {
        settled.isEmpty ? findings : findings.indices.filter { !settled.contains($0) }.map { findings[$0] }
    }
}
