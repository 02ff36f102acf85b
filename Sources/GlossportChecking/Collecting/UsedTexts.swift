import GlossportProject
import GlossportReading

/// The texts in use, and the readers' findings that they settle.
struct UsedTexts {
    private let catalog: Catalog
    private let project: Project
    private let reports: [String: FileReport]
    private let resolver: LocaleResolver
    /// The usable texts of returned packages and corrections, by slot.
    private var returned: [TextSlot: (text: MessageRecord.Text, file: FileReport)] = [:]
    /// The locales of these texts, by message and field.
    private var locales: [String: [Field: [StoreLocale]]] = [:]
    private var files: Set<String> = []

    /// The effect of a text on a finding about the text that it replaces.
    enum Effect {
        case settled
        /// The text is older than the file with the finding.
        case isOlder
    }

    init(_ catalog: Catalog, _ files: [FileReport], _ project: Project) {
        self.catalog = catalog
        self.project = project
        reports = Dictionary(files.map { ($0.path, $0) }) { first, _ in first }
        resolver = LocaleResolver(
            map: project.locales.map,
            allowsFallback: project.locales.fallback,
            delivered: Set(files.flatMap(\.locales))
        )
        guard files.contains(where: { $0.mark != nil || $0.isCorrection }) else { return }
        for record in catalog.records {
            for (field, text) in record.fields {
                guard let file = report(of: text.location.path) else { continue }
                self.files.insert(file.path)
                guard text.text != nil, text.mark != nil || file.isCorrection else { continue }
                returned[TextSlot(message: record.message, field: field, locale: record.locale)] = (text, file)
                locales[record.message, default: [:]][field, default: []].append(record.locale)
            }
        }
    }

    /// The file at a path; a path in a workbook ends with the sheet's name.
    private func report(of path: String) -> FileReport? {
        reports[path] ?? path.lastIndex(of: "/").flatMap { reports[String(path[..<$0])] }
    }

    // MARK: Findings about one text

    /// The effect of the returned texts on a finding; `nil` if they do not decide about it.
    func effect(on finding: Finding) -> Effect? {
        guard !returned.isEmpty, let key = finding.key, let path = finding.location?.path, let file = report(of: path),
            case .field(let message, let field) = (file.keys ?? project.keys).match(key),
            let all = locales[message]?[field]
        else { return nil }
        let named = finding.locale.map { [$0] } ?? file.locales
        // A finding in a file without a locale may concern any locale.
        let concerned: [StoreLocale?] = named.isEmpty ? all : named.map { resolver.resolve($0).locale }
        let effects = concerned.map { locale in
            locale.flatMap { returned[TextSlot(message: message, field: field, locale: $0)] }
                .flatMap { effect(of: $0.text, in: $0.file, on: file) }
        }
        if effects.contains(.isOlder) { return .isOlder }
        return effects.allSatisfy { $0 == .settled } ? .settled : nil
    }

    private func effect(of text: MessageRecord.Text, in own: FileReport, on file: FileReport) -> Effect? {
        guard let mark = text.mark else { return file.delivery < own.delivery ? .settled : nil }
        // The age of a package is unknown if none of its texts can be read.
        guard let other = file.mark else { return file.isPackage ? .isOlder : .settled }
        if other == mark, file.delivery == own.delivery { return nil }
        return (other, file.delivery) < (mark, own.delivery) ? .settled : .isOlder
    }

    // MARK: Findings about a file

    /// A finding about a file, with a different remedy once all texts of the file's locales were returned.
    func explaining(_ finding: Finding) -> Finding {
        guard !returned.isEmpty, finding.severity == .error, finding.key == nil, finding.vendorRequest != nil,
            let path = finding.location?.path
        else { return finding }
        let file = report(of: path)
        guard file.map({ !files.contains($0.path) && !$0.isPackage }) ?? true else { return finding }
        let named = Set((file?.locales ?? []) + (file?.summary.declared.map(\.locale) ?? []))
        let codes = named.isEmpty ? [SourceFile(path: path).pathLocale].compactMap(\.self) : Array(named)
        let places = codes.map { resolver.resolve($0).locale.flatMap(packages) ?? [] }
        guard let first = places.joined().min(), places.allSatisfy({ !$0.isEmpty }) else { return finding }
        var finding = finding
        finding.remedy = "Remove it from the deliveries: its texts have come back in \(first)."
        finding.request = nil
        finding.audience = .team
        return finding
    }

    /// The packages that returned a locale's texts; empty if the locale lacks a text that another locale has.
    private func packages(of locale: StoreLocale) -> Set<String> {
        var packages: Set<String> = []
        for records in Dictionary(grouping: catalog.records, by: \.message).values {
            let own = records.first { $0.locale == locale }?.texts ?? [:]
            let expected = Set(records.flatMap(\.texts.keys))
            guard expected.allSatisfy({ own[$0]?.text != nil }) else { return [] }
            packages.formUnion(own.values.filter { $0.mark != nil }.map(\.location.path))
        }
        return packages
    }
}
