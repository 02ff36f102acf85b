import GlossportChecking
import GlossportProject
import GlossportReading

/// Determines the vendors for texts and files.
struct VendorsOfTexts {
    private let project: Project
    private let base: String
    /// Whether only some deliveries were read, so that the others may contain missing texts.
    let isPart: Bool
    private let files: DeliveredFiles
    private var suppliers: [StoreLocale: Set<String?>] = [:]
    /// The number of files in each format, by vendor.
    private var formats: [String?: [PackageFormat: Int]] = [:]

    /// `base` is the base of the deliveries' paths, or empty for the current folder.
    init(of review: Review, _ files: DeliveredFiles, relativeTo base: String, isPart: Bool) {
        project = review.project
        self.base = base
        self.isPart = isPart
        self.files = files
        var paths: Set<String> = []
        for record in review.catalog.records where record.locale != review.catalog.sourceLocale {
            for path in Set(record.fields.values.map(\.location.path)) {
                suppliers[record.locale, default: []].insert(vendor(ofFile: path))
                paths.insert(path)
            }
        }
        let reports = Dictionary(paths.compactMap(files.report).map { ($0.path, $0) }) { first, _ in first }
        for report in reports.values {
            formats[vendor(ofFile: report.path), default: [:]][PackageFormat(of: report), default: 0] += 1
        }
    }

    /// The vendor that delivered a file; `nil` if it has no name.
    func vendor(ofFile path: String) -> String? {
        files.report(of: path).map(\.vendor) ?? project.delivery(of: path, relativeTo: base)?.vendor
    }

    /// The vendors to ask for a text.
    ///
    /// - Parameters:
    ///   - locale: The text's locale.
    ///   - path: The text's file, if it was delivered.
    /// - Returns: Their names; `nil` means the vendor without a name. Empty if no vendor translates into the locale, or
    ///   if the deliveries that may contain the text were not read.
    func vendors(for locale: StoreLocale, deliveredIn path: String? = nil) -> [String?] {
        // The package of a vendor that does not translate the locale would replace nothing when it is returned.
        if let vendor = path.flatMap(vendor(ofFile:)), project.vendors.translates(vendor, locale) { return [vendor] }
        // If a vendor's files were not read, it is unknown whether the vendor's texts are missing.
        let isUnread = isPart && path == nil
        let asked = Set(isUnread ? project.deliveries.compactMap(\.vendor) : project.vendors.map(\.name))
        let listed = project.vendors.filter { asked.contains($0.name) && $0.locales.contains(locale) }
        if !listed.isEmpty { return listed.map(\.name) }
        let known = suppliers[locale] ?? []
        let named = known.compactMap(\.self).filter { project.vendors.translates($0, locale) }
        if !named.isEmpty { return named.sorted() }
        if known.contains(nil) || project.vendors.isEmpty || path.map({ vendor(ofFile: $0) == nil }) ?? false {
            return [nil]
        }
        return isUnread ? [] : project.vendors.filter(\.locales.isEmpty).map(\.name)
    }

    func translated(_ locales: [StoreLocale], from path: String) -> [StoreLocale] {
        guard let name = vendor(ofFile: path) else { return locales }
        return locales.filter { project.vendors.translates(name, $0) }
    }

    /// Whether the team, not the vendor, named the folder around a file, because it is the delivery's folder.
    func isTeamsFolder(around path: String) -> Bool {
        guard SourceFile.language(named: path)?.holder == "folder",
            let delivery = project.delivery(of: path, relativeTo: base),
            !delivery.path.lowercased().hasSuffix(".lproj")
        else { return false }
        let folder = ProjectFolder.location(of: delivery.path, in: base)
        return [path, ProjectFolder.folder(of: path)].contains { ProjectFolder.isSame($0, folder) }
    }

    /// The vendors whose letter contains a finding that concerns no text.
    func vendors(for finding: Finding) -> [String?] {
        if let path = finding.location?.path {
            if let vendor = vendor(ofFile: path) { return [vendor] }
            let locales = files.locales(of: path)
            return locales.isEmpty ? [nil] : Set(locales.flatMap { vendors(for: $0, deliveredIn: path) }).sorted()
        }
        let locales = finding.locales.compactMap(files.locale)
        if !locales.isEmpty { return Set(locales.flatMap { vendors(for: $0) }).sorted() }
        return project.vendors.isEmpty ? [nil] : project.vendors.map(\.name)
    }

    /// The format of a vendor's package: the vendor's setting, otherwise the most frequent format of the vendor's
    /// files, otherwise XLIFF.
    func format(of vendor: String?) -> PackageFormat {
        let delivered = formats[vendor] ?? [:]
        let most = PackageFormat.allCases.max { (delivered[$0] ?? 0) < (delivered[$1] ?? 0) }
        return project.vendor(named: vendor).format ?? (delivered.isEmpty ? .xliff : most ?? .xliff)
    }
}

extension PackageFormat {
    /// The format that is closest to a delivered file's format.
    fileprivate init(of report: FileReport) {
        switch report.format {
        case "xlsx", "ods": self = .xlsx
        case "csv": self = .csv
        case "xliff":
            let version = report.summary.detected.first { $0.name == "version" }?.value
            self = version?.hasPrefix("2") == true ? .xliff2 : .xliff
        default: self = .xliff
        }
    }
}

extension Set<String?> {
    /// The names in order; `nil` is last.
    func sorted() -> [String?] { compactMap(\.self).sorted() + (contains(nil) ? [nil] : []) }
}
