import GlossportProject
import GlossportReading

/// The readers' findings that a later delivery settles, because it delivers their units or their whole file again.
struct SettledFindings {
    /// The findings of earlier deliveries about single units, by key.
    private var open: [String: [(index: Int, locales: Set<String>)]] = [:]
    /// The findings of earlier deliveries about whole files, by the file's name.
    private var openFiles: [String: [(indices: [Int], report: FileReport)]] = [:]
    private var settled: Set<Int> = []
    /// The files without errors in deliveries that correct earlier ones.
    private var corrections: [FileReport] = []
    private var seen = 0

    /// Records the findings so far, when a new delivery begins.
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

    /// Adds a complete file of a delivery that corrects earlier ones.
    ///
    /// It settles the findings about an earlier file with the same name if it has no errors, has the same format and no
    /// fewer units, and contains all of that file's locales. Packages are excluded, because they all have the same
    /// names.
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

    /// Whether a file with an unresolvable locale was delivered again under the same name, complete and with another
    /// locale.
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

    /// Adds a usable unit of a delivery that corrects earlier ones; for units of packages the mark decides instead.
    mutating func take(_ unit: TranslationUnit) {
        guard let findings = open[unit.key] else { return }
        let locale = unit.locale.map(LanguageTag.folded)
        // A finding in a file without a locale may concern any locale.
        for (index, locales) in findings where locales.isEmpty || locale.map(locales.contains) ?? true {
            settled.insert(index)
        }
    }

    /// The findings that are not settled.
    ///
    /// - Parameters:
    ///   - findings: All findings.
    ///   - files: The files that they concern.
    ///   - catalog: The texts in use. A returned text settles the findings about the texts that it replaces.
    ///   - project: The project's keys and locales.
    /// - Returns: The open findings in the same order. If the texts of an unreadable file were returned, the finding
    ///   about it no longer contains a request to the vendor.
    func open(
        among findings: [Finding],
        in files: [FileReport],
        replacedBy catalog: Catalog,
        of project: Project
    ) -> [Finding] {
        let used = UsedTexts(catalog, files, project)
        return findings.indices.compactMap { index in
            switch used.effect(on: findings[index]) {
            case .settled?: nil
            case .isOlder?: findings[index]
            case nil: settled.contains(index) ? nil : used.explaining(findings[index])
            }
        }
    }
}
