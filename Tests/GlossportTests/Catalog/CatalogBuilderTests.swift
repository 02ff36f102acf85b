import Glossport
import Testing

@Suite("Catalog builder")
struct CatalogBuilderTests {
    @Test("Units become records by message and locale, and every unit is accounted for")
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

    @Test("Where two identifiers mean one locale, the exact one wins")
    func exactWins() {
        let catalog = RuleExample("", "keep.header [fr] = un\nkeep.header [fr-FR] = deux\nkeep.body [fr] = trois")
            .catalog
        #expect(catalog.records.count == 1)
        #expect(catalog.records[0].text(.header) == "deux")
        #expect(catalog.records[0].text(.body) == "trois")
        #expect(catalog.duplicates.map(\.first.line) == [2])
        #expect(catalog.duplicates.map(\.second.line) == [1])
    }

    @Test("Texts below the wanted state count as missing, with their place")
    func states() {
        var builder = CatalogBuilder(minimumState: .reviewed)
        let place = SourceLocation(path: "a", line: 3, column: 5)
        builder.add(
            TranslationUnit(key: "keep.header", locale: "de", target: "Bleib", state: .translated, location: place)
        )
        let record = builder.finish().records[0]
        #expect(record.text(.header) == nil)
        #expect(record.fields[.header]?.location == place)
    }
}
