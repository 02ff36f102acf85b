package import GlossportReading

/// The vendors of a project, and whom a finding concerns.
package struct Vendors {
    /// The vendors' names, sorted; `nil` stands for deliveries that name none, and comes last.
    package let names: [String?]
    private let project: Project
    private let base: String
    private let isPart: Bool
    /// The vendors from whom texts came, by locale.
    private let suppliers: [String: Set<String?>]

    /// - Parameters:
    ///   - review: The deliveries.
    ///   - base: The base of the deliveries' paths; empty for the current folder.
    ///   - isPart: Whether only some of the deliveries were read; then a locale may be missing because others have it.
    package init(of review: Review, relativeTo base: String, isPart: Bool) {
        project = review.project
        self.isPart = isPart
        self.base = base
        var suppliers: [String: Set<String?>] = [:]
        for record in review.catalog.records where record.locale != review.catalog.sourceLocale {
            for value in record.fields.values {
                let vendor = review.project.delivery(of: value.location.path, relativeTo: base)?.vendor
                suppliers[record.locale.code, default: []].insert(vendor)
            }
        }
        self.suppliers = suppliers
        let all = Set(review.project.deliveries.map(\.vendor))
        names = all.compactMap(\.self).sorted() + (all.contains(nil) || all.isEmpty ? [nil] : [])
    }

    /// Whether a vendor gets a finding: it is in one of their files, or something is missing in a locale of theirs.
    package func concerns(_ finding: Finding, _ vendor: String?) -> Bool {
        if let path = finding.location?.path, let delivery = project.delivery(of: path, relativeTo: base) {
            return delivery.vendor == vendor
        }
        guard let locale = finding.locale else { return true }
        let named = project.deliveries.filter { $0.locales.contains { $0.code == locale } }.map(\.vendor)
        if !named.isEmpty { return named.contains(vendor) }
        if let known = suppliers[locale] { return known.contains(vendor) }
        // It was not delivered and no vendor is named for it: a vendor without listed locales may be responsible.
        return !isPart && project.deliveries.contains { $0.vendor == vendor && $0.locales.isEmpty }
    }
}
