import GlossportReading

extension Project {
    /// A vendor under `vendors:` in the project file.
    package struct Vendor: Sendable, Hashable {
        /// The name, also used for the vendor's folder; empty for the vendor of deliveries that name none.
        package var name: String
        /// The locales that it translates; if empty, those that no other vendor lists.
        package var locales: [StoreLocale] = []
        /// The format of its packages; `nil` for the format of its deliveries.
        package var format: PackageFormat?
        package var contact: String?
        /// The deadline, as `YYYY-MM-DD`.
        package var due: String?

        package init(name: String = "") { self.name = name }

        /// The folder for the unnamed vendor if there are other vendors.
        package static let others = "others"

        /// Names that Windows reserves for devices, with any extension.
        private static let reserved = Set(
            ["CON", "PRN", "AUX", "NUL"] + (0...9).flatMap { ["COM\($0)", "LPT\($0)"] }
        )

        /// A name folded in the way that case-insensitive file systems compare names.
        fileprivate static func folded(_ name: String) -> String { name.uppercased().lowercased() }

        /// Whether a text is a valid vendor's name, and so a valid folder's name.
        package static func isName(_ name: String) -> Bool {
            let stem = name.prefix { $0 != "." }.uppercased()
            return (1...60).contains(name.count) && name.trimmingWhitespace == name
                && !name.hasPrefix(".") && !name.hasSuffix(".")
                && folded(name) != folded(others) && !reserved.contains(stem)
                && !name.contains { "/\\:*?\"<>|".contains($0) || $0.isNewline }
                && !name.unicodeScalars.contains(where: \.isUnprintable)
        }
    }

    /// The vendor with this name, without settings if the project file does not describe it.
    package func vendor(named name: String?) -> Vendor {
        vendors.first { $0.name == name } ?? Vendor(name: name ?? "")
    }
}

extension [Project.Vendor] {
    /// Whether a vendor translates a locale.
    ///
    /// A vendor that lists locales translates those; the others, and the unnamed vendor, translate the remaining ones.
    package func translates(_ name: String?, _ locale: StoreLocale) -> Bool {
        let listing = filter { $0.locales.contains(locale) }
        if listing.isEmpty { return first { $0.name == name }?.locales.isEmpty ?? true }
        return listing.contains { $0.name == name }
    }
}

extension ProjectFile {
    /// The vendors that the file describes, or those that its deliveries name if it describes none.
    ///
    /// - Parameters:
    ///   - section: The group `vendors:`, if there is one.
    ///   - deliveries: The vendors that deliveries name, each with its node.
    /// - Returns: The vendors, sorted by name.
    static func vendors(_ section: YAMLMapping?, _ deliveries: [(node: YAMLNode, name: String)]) -> [Project.Vendor] {
        var vendors: [String: Project.Vendor] = [:]
        for (name, node) in section?.entries ?? [] {
            if !Project.Vendor.isName(name) {
                node.report("“\(name)” is not a valid vendor's name.", YAMLMapping.expectation(of: "vendor"))
            }
            refuseTwin(of: name, among: vendors, at: node)
            vendors[name] = vendor(name, YAMLMapping(node, allowsNothing: true))
        }
        let known = vendors.keys.sorted()
        for (node, name) in deliveries where vendors[name] == nil {
            if known.isEmpty {
                refuseTwin(of: name, among: vendors, at: node)
                vendors[name] = Project.Vendor(name: name)
            } else {
                node.report(
                    "There is no vendor “\(name)”.",
                    Spelling.remedy(for: name, among: known)
                        ?? "Add it under `vendors:`, or write one of \(known.joined(separator: ", "))."
                )
            }
        }
        return vendors.values.sorted { $0.name < $1.name }
    }

    /// Reports a name whose folder would be that of another vendor.
    private static func refuseTwin(of name: String, among vendors: [String: Project.Vendor], at node: YAMLNode) {
        let folded = Project.Vendor.folded(name)
        guard let other = vendors.keys.sorted().first(where: { Project.Vendor.folded($0) == folded }) else { return }
        node.report("“\(name)” and “\(other)” would be the same folder.", "Rename one of them.")
    }

    private static func vendor(_ name: String, _ section: YAMLMapping?) -> Project.Vendor {
        var vendor = Project.Vendor(name: name)
        guard let section else { return vendor }
        vendor.locales = section.list("locales").compactMap(storeLocale)
        vendor.format = section.choice("format", PackageFormat.self)
        vendor.contact = section.string("contact")
        vendor.due = section.checked("due") { CalendarDay.isDay($0) ? $0 : nil }
        section.finish()
        return vendor
    }
}
