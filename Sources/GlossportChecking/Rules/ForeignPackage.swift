import GlossportProject
import GlossportReading

enum ForeignPackage: Rule {
    static let description = RuleDescription(
        "foreign-package",
        .warning,
        """
        The texts carry the ID of a package, but the project file does not name its vendor, or the vendor does not translate their \
        locale. Or the ID is damaged. Glossport reads them like texts without an ID. Usually a vendor was renamed in the project \
        file, or a spreadsheet has filled a column downwards.
        """
    )
    static let triggering = [
        RuleExample("an unknown vendor", "keep.header [de-DE] = Bleib ## \(mark("Lingua"))", project: project),
        RuleExample("another vendor's locale", "keep.header [fr-FR] = Restez ## \(mark("Nordwerk"))", project: project),
        RuleExample(
            "no vendor, in a locale that has one",
            "keep.header [de-DE] = Bleib ## \(PackageMark.beginning) 20261126T150233Z",
            project: project
        ),
        RuleExample(
            "a damaged ID",
            "keep.header [de-DE] = Bleib ## \(mark("Nordwerk", at: "2026-11-26"))",
            project: project
        ),
    ]
    static let nonTriggering = [
        RuleExample("the vendor's own", "keep.header [de-DE] = Bleib ## \(mark("Nordwerk"))", project: project),
        RuleExample("no vendors", "keep.header [de-DE] = Bleib ## \(mark("Lingua"))"),
        RuleExample("another note", "keep.header [de-DE] = Bleib ## The package of November", project: project),
    ]

    static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        catalog.foreignPackages.values.map { foreign in
            let texts = foreign.count == 1 ? "1 text carries" : "\(foreign.count) texts carry"
            let (problem, remedy) =
                switch foreign.reason {
                case .unknownVendor(let name):
                    (
                        "the ID of a package for “\(name)”, which is not a vendor of this project",
                        "Add “\(name)” under `vendors:` in the project file, or check where the file comes from."
                    )
                case .otherLocale(let locale, let vendor?):
                    (
                        "the ID of a package for \(vendor), which does not translate \(locale)",
                        "Add \(locale) to the locales of \(vendor) under `vendors:`, or check where the file comes from."
                    )
                case .otherLocale(let locale, nil):
                    (
                        "the ID of a package without a vendor, but \(locale) has one in this project",
                        "Check where the file comes from."
                    )
                case .damaged(let note):
                    ("“\(note.prefix(80))”, which is not the ID of a package", "Restore the ID as the package had it.")
                }
            return finding("\(texts) \(problem). Glossport ignores the ID.", remedy: remedy, at: foreign.first)
        }
    }

    private static func mark(_ vendor: String, at moment: String = "20261126T150233Z") -> String {
        "\(PackageMark.beginning) \(moment) \(vendor)"
    }

    private static let project: Project = {
        var project = Project(app: "com.example.app")
        var vendor = Project.Vendor(name: "Nordwerk")
        vendor.locales = [StoreLocale("de-DE")].compactMap(\.self)
        project.vendors = [vendor]
        return project
    }()
}
