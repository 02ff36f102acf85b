import GlossportProject
import GlossportReading

/// Which of the readers' findings a later delivery has made an end of, by delivering their units or their whole file anew.
struct SettledFindings {
    /// The findings of earlier deliveries that are about one unit, by its key.
    private var open: [String: [(index: Int, locales: Set<String>)]] = [:]
    /// The findings of earlier deliveries that are about a file as a whole, by the file's name.
    private var openFiles: [String: [(indices: [Int], report: FileReport)]] = [:]
    private var settled: Set<Int> = []
    /// The sound files of deliveries that correct those before them.
    private var corrections: [FileReport] = []
    /// How many findings have been looked at.
    private var seen = 0

    /// Takes note of what has been found so far, now that a delivery begins.
    mutating func beginDelivery(after findings: [Finding], in files: [FileReport]) {
        let locales = Dictionary(files.map { ($0.path, $0.locales) }, uniquingKeysWith: { $0 + $1 })
        var aboutFiles: [String: [Int]] = [:]
        for index in findings.indices.dropFirst(seen) {
            let finding = findings[index]
            if let key = finding.key {
                let own = finding.locale.map { [$0] } ?? finding.location.flatMap { locales[$0.path] } ?? []
                open[key, default: []].append((index, Set(own.map(LanguageTag.folded))))
            } else if let path = finding.location?.path {
                aboutFiles[path, default: []].append(index)
            }
        }
        for report in files {
            guard let indices = aboutFiles.removeValue(forKey: report.path) else { continue }
            openFiles[Self.name(report), default: []].append((indices, report))
        }
        seen = findings.count
    }

    /// Takes a whole file of a delivery that corrects those before it: it makes an end of what was wrong with the file of its name, if
    /// it is sound itself, holds no less, and says nothing of other languages.
    ///
    /// The name of a package says nothing, because all have the same.
    mutating func take(_ report: FileReport) {
        guard report.errors == 0, !report.isPackage else { return }
        corrections.append(report)
        for (indices, former) in openFiles[Self.name(report)] ?? []
        where !former.isPackage && former.format == report.format && former.summary.units <= report.summary.units
            && Self.locales(former).isSubset(of: Self.locales(report))
        {
            settled.formUnion(indices)
        }
    }

    /// Whether an unresolvable locale is from a file that has come back complete under its name: the vendor has
    /// corrected it.
    func hasCorrected(_ use: Catalog.LocaleUse, of files: [FileReport]) -> Bool {
        guard case .unresolved = use.resolution, let former = files.first(where: { $0.path == use.first.path })
        else { return false }
        return corrections.contains { report in
            report.path != former.path && Self.name(report) == Self.name(former)
                && report.summary.units >= former.summary.units && !report.locales.contains(use.delivered)
        }
    }

    private static func name(_ report: FileReport) -> String {
        String(report.path.split(separator: "/").last ?? "")
    }

    private static func locales(_ report: FileReport) -> Set<String> {
        Set(report.locales.map(LanguageTag.folded))
    }

    /// Takes a usable unit of a delivery that corrects those before it; it came in no package, whose mark decides.
    mutating func take(_ unit: TranslationUnit) {
        guard let findings = open[unit.key] else { return }
        let locale = unit.locale.map(LanguageTag.folded)
        // A finding in a file without a locale may concern any.
        for (index, locales) in findings where locales.isEmpty || locale.map(locales.contains) ?? true {
            settled.insert(index)
        }
    }

    /// The findings that nothing has made an end of.
    ///
    /// - Parameters:
    ///   - findings: All of them.
    ///   - files: The files that they are about.
    ///   - catalog: The texts that are used; one that came back makes an end of the findings about the texts that it replaces.
    ///   - project: The project's keys and locales.
    /// - Returns: The others, in the same order. Of an unreadable file whose texts have come back, nothing is asked of the vendor.
    func open(
        among findings: [Finding],
        in files: [FileReport],
        replacedBy catalog: Catalog,
        of project: Project
    ) -> [Finding] {
        let used = UsedTexts(catalog, files, project)
        return findings.indices.compactMap { index in
            switch used.answer(to: findings[index]) {
            case .settled?: nil
            case .isOlder?: findings[index]
            case nil: settled.contains(index) ? nil : used.explaining(findings[index])
            }
        }
    }
}
