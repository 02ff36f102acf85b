import GlossportProject
import GlossportReading
import Testing

@testable import GlossportChecking

@Suite("Selection")
struct SelectionTests {
    private func collected(_ lines: String, files: [String] = ["example"]) -> Collected {
        Collected(
            catalog: RuleExample("", lines).catalog,
            findings: [],
            files: [],
            skipped: [:],
            sources: []
        )
    }

    private func selection(_ locales: [String] = [], _ messages: Set<String> = []) -> Selection {
        Selection(locales: Set(locales.compactMap { StoreLocale($0) }), messages: messages)
    }

    private let lines = """
        keep.header [de] = Bleib
        keep.body [de] = Rumpf
        keep.header [fr] = Restez
        winback.header [de] = Komm
        winback.body [xx] = ?
        """

    @Test("A part of a catalog contains the selected records, and used and unselected units add up to all units")
    func part() {
        let catalog = collected(lines).catalog
        let part = selection(["de-DE"], ["keep"]).part(of: catalog)
        #expect(part.records.map { "\($0.message) \($0.locale)" } == ["keep de-DE"])
        #expect(part.locales.map(\.delivered) == ["de"])
        #expect(part.unitsUsed == 2)
        #expect(part.unitsUsed + part.unitsNotSelected == catalog.unitsUsed)
        #expect(selection().part(of: catalog).records == catalog.records)
    }

    @Test("Only findings about the selection are shown, including comparisons with other locales")
    func findings() {
        let all = collected(lines)
        let project = Project(app: "com.example.app")
        let shown = { (selection: Selection) in
            all.findings(for: project, about: selection).filter { $0.severity > .note }.map {
                "\($0.rule.rawValue) \($0.locale ?? "") \($0.message ?? "")"
            }
        }
        #expect(shown(selection()).contains("unknown-locale xx "))
        #expect(
            shown(selection(["fr-FR"])).sorted() == [
                "message-missing-in-locale fr-FR winback", "missing-field fr-FR keep",
            ]
        )
        #expect(shown(selection(["de-DE"], ["keep"])) == [])
    }

    @Test("Only selected locales are expected, and no locale if single files were named")
    func expected() {
        var project = Project(app: "com.example.app")
        project.locales.expected = ["de-DE", "ja", "ko"].compactMap { StoreLocale($0) }
        let all = collected("keep.header [de] = Bleib\nkeep.body [de] = Rumpf")
        let missing = { (selection: Selection) in
            all.findings(for: project, about: selection).filter { $0.rule == "expected-locale-missing" }.compactMap(
                \.locale
            )
        }
        #expect(missing(selection()) == ["ja", "ko"])
        #expect(missing(selection(["ja", "de-DE"])) == ["ja"])
        #expect(missing(Selection(hasWholeDeliveries: false)) == [])
    }

    @Test("Selecting an unknown name fails and suggests the closest one")
    func unknown() {
        let catalog = collected(lines).catalog
        let project = Project(app: "com.example.app", messages: ["keep": .init(), "offer": .init()])
        let error = #expect(throws: GlossportError.self) {
            try selection([], ["kepe"]).check(in: catalog, of: project, hasErrors: false)
        }
        #expect(error?.remedy == "Did you mean keep?")
        #expect(throws: GlossportError.self) {
            try selection(["ja"]).check(in: catalog, of: project, hasErrors: false)
        }
        // An existing finding explains the missing name.
        #expect(throws: Never.self) { try selection(["ja"]).check(in: catalog, of: project, hasErrors: true) }
        #expect(throws: Never.self) { try selection([], ["offer"]).check(in: catalog, of: project, hasErrors: true) }
    }
}
