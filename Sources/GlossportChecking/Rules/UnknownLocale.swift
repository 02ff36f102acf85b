import GlossportProject
import GlossportReading

enum UnknownLocale: Rule {
    static let description = RuleDescription(
        "unknown-locale",
        .error,
        """
        The identifier is not a locale of the App Store, and it is not certain which one is meant. A wrong guess would show a text \
        to the wrong customers, and the service could not detect it, because an uploaded message has no locale. Map it in the \
        project file under `locales.map`, or \
        allow the nearest region with `locales.fallback: true`.
        """
    )
    static let triggering = [
        RuleExample("a region without a short code", "keep.header [es-419] = Quédate"),
        RuleExample("a language that the App Store lacks", "keep.header [bg] = Остани"),
        RuleExample("a script that differs", "keep.header [hi-Latn] = Ruk jao"),
        RuleExample("no locale at all", "keep.header [Base] = Stay"),
    ]
    static let nonTriggering = [
        RuleExample(
            "another spelling",
            "keep.header [de_DE] = Bleib\nkeep.header [zh-CN] = 留下\nkeep.header [iw] = הישארו"
        ),
        RuleExample("a bare language", "keep.header [de] = Bleib"),
        RuleExample(
            "mapped by the project file",
            "keep.header [es-419] = Quédate",
            project: {
                var project = Project(app: "com.example.app")
                project.locales.map = Dictionary(
                    uniqueKeysWithValues: [StoreLocale("es-MX")].compactMap { $0 }.map { ("es-419", $0) }
                )
                return project
            }()
        ),
    ]

    static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        catalog.locales.compactMap { use in
            let units = use.units == 1 ? "1 unit is" : "\(use.units) units are"
            switch use.resolution {
            case .mapped: return nil
            case .none:
                return finding(
                    "“\(use.delivered)” is not a locale; \(units) in it.",
                    remedy: "Give the delivery a `locale:` in the project file, or --as-locale.",
                    request: "Tell us the language of these texts.",
                    at: use.first,
                    locale: use.delivered
                )
            case .unresolved(let candidates):
                let codes = candidates.map(\.code).joined(separator: ", ")
                let example = candidates.first?.code ?? "de-DE"
                return finding(
                    "“\(use.delivered)” is not a locale of the App Store; \(units) in it."
                        + (candidates.isEmpty ? "" : " It may mean \(codes)."),
                    remedy: candidates.isEmpty
                        ? "Remove it from the delivery, or map it in the project file under `locales.map`."
                        : "Write `\(use.delivered): \(example)` under `locales.map` in the project file if this is right.",
                    request: candidates.isEmpty
                        ? "Leave it out: the App Store lacks this language."
                        : "Correct the language code: we expect \(codes).",
                    at: use.first,
                    locale: use.delivered
                )
            }
        }
    }
}
