import GlossportChecking
import GlossportProject
import GlossportReading
import Testing

@Suite("Catalog builder")
struct CatalogBuilderTests {
    @Test("Units are grouped into records by message and locale, and every unit is counted")
    func records() {
        let catalog = RuleExample(
            "",
            """
            keep.header [de] = Bleib
            keep.body [de] = Deine Daten bleiben.
            keep.header [ja-JP] = 続ける
            settings.title [de] = Einstellungen
            title [de] = Titel
            """
        ).catalog
        #expect(catalog.records.map { "\($0.message) \($0.locale)" } == ["keep de-DE", "keep ja"])
        #expect(catalog.records[0].text(.body) == "Deine Daten bleiben.")
        #expect(catalog.unitsUsed == 3)
        #expect(catalog.otherKeys.count == 2)
    }

    @Test("An exact locale identifier wins over another that maps to the same locale")
    func exactWins() {
        let catalog = RuleExample("", "keep.header [fr] = un\nkeep.header [fr-FR] = deux\nkeep.body [fr] = trois")
            .catalog
        #expect(catalog.records.count == 1)
        #expect(catalog.records[0].text(.header) == "deux")
        #expect(catalog.records[0].text(.body) == "trois")
        #expect(catalog.duplicates.first.map(\.first.line) == [2])
        #expect(catalog.duplicates.first.map(\.second.line) == [1])
    }

    @Test("The catalog lists the first 1,000 problems of each kind and counts all of them")
    func bounds() {
        let lines = (1...3_000).map { number in
            "keep.header [de-DE] = Bleib \(number)\nkeep.body [de-DE] = Gleich\nkeep.titel\(number) [de-DE] = x\nkeep.header = y"
        }
        let example = RuleExample("", lines.joined(separator: "\n"))
        let catalog = example.catalog
        #expect(catalog.duplicates.first.count == 1_000)
        #expect(catalog.duplicates.count == 2_999)
        #expect(catalog.repetitions.first.count == 1_000)
        #expect(catalog.repetitions.count == 2_999)
        #expect(catalog.unknownFields.first.count == 1_000)
        #expect(catalog.unknownFields.count == 3_000)
        #expect(catalog.unitsWithoutLocale.map(\.value.count) == [3_000])
        let findings = RuleSet.findings(in: catalog, for: example.project)
        #expect(findings.count < 3_100)
        #expect(findings.contains { $0.rule == "duplicate-text" && $0.text.hasPrefix("1999 more ") })
        #expect(findings.contains { $0.rule == "no-locale" && $0.text.contains("and 2999 more") })
    }

    @Test("Thousands of identical texts for a field do not hide the one that differs")
    func conflictInFlood() {
        let lines = (1...2_000).map { _ in "keep.header [de-DE] = Bleib" } + ["keep.header [de-DE] = Geh"]
        let example = RuleExample("", lines.joined(separator: "\n"))
        let findings = RuleSet.findings(in: example.catalog, for: example.project)
        #expect(findings.contains { $0.rule == "duplicate-text" && $0.location?.line == 2_001 })
    }

    @Test("The catalog keeps at most 1,000 locales and counts the units of the others")
    func localesEnd() {
        let lines = (1...5_000).map { "keep.header [x-\($0)] = Bleib" }.joined(separator: "\n")
        let catalog = RuleExample("", lines).catalog
        #expect(catalog.locales.count == CatalogBuilder.maximumLocales)
        #expect(catalog.unitsInFurtherLocales?.count == 4_000)
        #expect(catalog.unitsInFurtherLocales?.first.line == 1_001)
    }

    @Test("Texts below the minimum state count as missing, with their location")
    func states() {
        var project = Project(app: "com.example.app")
        project.locales.minimumState = .reviewed
        var builder = CatalogBuilder(project: project)
        let place = SourceLocation(path: "a", line: 3, column: 5)
        builder.add(
            TranslationUnit(key: "keep.header", locale: "de", target: "Bleib", state: .translated, location: place)
        )
        let record = builder.finish().records[0]
        #expect(record.text(.header) == nil)
        #expect(record.fields[.header]?.location == place)
    }
}
