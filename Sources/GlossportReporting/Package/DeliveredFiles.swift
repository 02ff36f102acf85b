import GlossportChecking
import GlossportProject
import GlossportReading

struct DeliveredFiles {
    private let reports: [String: FileReport]
    private let locales: [String: StoreLocale]
    private let resolver: LocaleResolver

    init(of review: Review) {
        reports = Dictionary(review.collected.files.map { ($0.path, $0) }) { first, _ in first }
        let uses = review.catalog.locales.compactMap { use in use.resolution.locale.map { (use.delivered, $0) } }
        locales = Dictionary(uses) { first, _ in first }
        resolver = LocaleResolver(map: review.project.locales.map)
    }

    /// The file at a path; a path in a workbook ends with the sheet's name.
    func report(of path: String) -> FileReport? {
        var candidate = path[...]
        while true {
            if let report = reports[String(candidate)] { return report }
            guard let slash = candidate.lastIndex(of: "/") else { return nil }
            candidate = candidate[..<slash]
        }
    }

    func locale(_ code: String) -> StoreLocale? { locales[code] ?? resolver.resolve(code).locale }

    /// The locales of a file: those of its units and those that it declares, otherwise the one in its folder or name.
    func locales(of path: String) -> [StoreLocale] {
        let report = report(of: path)
        var codes = (report?.locales ?? []) + (report?.summary.declared.map(\.locale) ?? [])
        if codes.isEmpty { codes = [SourceFile(path: path).pathLocale].compactMap(\.self) }
        return Set(codes.compactMap(locale)).sorted()
    }
}
