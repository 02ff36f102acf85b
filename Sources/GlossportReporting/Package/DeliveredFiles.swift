import GlossportChecking
import GlossportProject
import GlossportReading

/// The delivered files by the places that findings and texts name.
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

    /// The file of a place; one in a workbook names the sheet behind the file.
    func report(of path: String) -> FileReport? {
        var candidate = path[...]
        while true {
            if let report = reports[String(candidate)] { return report }
            guard let slash = candidate.lastIndex(of: "/") else { return nil }
            candidate = candidate[..<slash]
        }
    }

    /// The locale that a vendor's code stands for.
    func locale(_ code: String) -> StoreLocale? { locales[code] ?? resolver.resolve(code).locale }

    /// The locales of a file: those of its units, else the one that its name or folder says.
    func locales(of path: String) -> [StoreLocale] {
        let report = report(of: path)
        var codes = (report?.locales ?? []) + (report?.summary.declared.map(\.locale) ?? [])
        if codes.isEmpty {
            let file = SourceFile(path: path)
            codes = [file.lprojName, file.fileNameLocale].compactMap(\.self).prefix(1).map(\.self)
        }
        return Set(codes.compactMap(locale)).sorted()
    }
}
