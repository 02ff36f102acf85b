import Glossport
import GlossportChecking
import GlossportProject
import GlossportReporting
import Testing

@testable import GlossportCommand

@Suite("Comparison with the last import")
struct RecordStatusTests {
    @Test("A record is unchanged if its texts were uploaded, changed if it replaces uploaded ones, else new")
    func statuses() throws {
        let project = Project(app: "com.example.app")
        func catalog(_ lines: String) -> Catalog { RuleExample("", lines, project: project).catalog }
        let before = catalog(
            "keep.header [de] = A\nkeep.body [de] = B\nkeep.header [fr] = C\nkeep.body [fr] = D\nnew.header [de] = E\nnew.body [de] = F"
        )
        let imported = ItemFactory.items(of: before, for: project).messages.map { item in
            ItemRecord(item: item, state: item.message == "new" ? .refused : .uploaded)
        }
        let now = catalog(
            """
            keep.header [de] = A
            keep.body [de] = B
            keep.header [fr] = C
            keep.body [fr] = D2
            keep.header [it] = G
            new.header [de] = E
            new.body [de] = F
            """
        )
        let statuses = ItemFactory.items(of: now, for: project).statuses(of: now, to: imported)
        let words = statuses.mapValues { Dictionary($0.map { ($0.key.code, $0.value) }) { first, _ in first } }
        #expect(words == ["keep": ["de-DE": .unchanged, "fr-FR": .changed, "it": .new], "new": ["de-DE": .new]])
    }
}
