import Glossport
import GlossportProject
import GlossportReading
import GlossportTesting
import Testing

@testable import GlossportChecking

/// Copies of one text for several store locales (`locales.also`).
@Suite("Copies for other locales")
struct CopiesTests {
    private static func project(_ also: [String: [String]], expected: [String] = []) -> Project {
        var keep = Project.Message()
        keep.defaultFor = ["annual"]
        var project = Project(app: Samples.destination.app, messages: ["keep": keep, "back": Project.Message()])
        project.locales.expected = expected.compactMap { StoreLocale($0) }
        for (original, copies) in also {
            for copy in copies.compactMap({ StoreLocale($0) }) {
                project.locales.originals[copy] = StoreLocale(original)
            }
        }
        return project
    }

    private static func titles(_ records: [MessageRecord]) -> [String] {
        records.map { "\($0.message) \($0.locale) \($0.copiedFrom?.code ?? "") \($0.text(.header) ?? "–")" }
    }

    // MARK: Records

    @Test("A delivered message replaces the whole copy from another locale, even if it lacks fields")
    func delivered() {
        let catalog = RuleExample(
            "",
            """
            keep.header [fr-FR] = Restez
            keep.body [fr-FR] = Texte
            keep.header [fr-CA] = Demeurez
            back.header [fr-FR] = Revenez
            back.body [fr-FR] = Texte
            """,
            project: Self.project(["fr-FR": ["fr-CA"]])
        ).catalog
        #expect(Self.titles(catalog.copies) == ["back fr-CA fr-FR Revenez"])
        #expect(
            Self.titles(catalog.recordsWithCopies) == [
                "back fr-CA fr-FR Revenez", "back fr-FR  Revenez", "keep fr-CA  Demeurez", "keep fr-FR  Restez",
            ]
        )
    }

    @Test("An untranslated record counts as not delivered, but stays when no copy can replace it")
    func untranslated() {
        let catalog = RuleExample(
            "",
            """
            keep.header [fr-FR] = Restez
            keep.header [fr-CA] =
            back.header [fr-CA] =
            """,
            project: Self.project(["fr-FR": ["fr-CA"]])
        ).catalog
        #expect(Self.titles(catalog.copies) == ["keep fr-CA fr-FR Restez"])
        #expect(Self.titles(catalog.records) == ["back fr-CA  –", "keep fr-FR  Restez"])
        #expect(catalog.unitsUsed == 2)
    }

    @Test("A copy has an ID derived for its locale, not the fixed ID of its original")
    func ids() throws {
        let project = Self.project(["fr-FR": ["fr-CA"]])
        let fixed = "5d0f9bb6-7c07-5a3f-9a5e-4b8f0f0d7a11"
        let catalog = RuleExample(
            "",
            "keep.header [fr-FR] = Restez\nkeep.body [fr-FR] = Texte\nkeep.messageIdentifier [fr-FR] = \(fixed)",
            project: project
        ).catalog
        let items = ItemFactory.items(of: catalog, for: project).messages
        let copy = try #require(items.first { $0.locale == "fr-CA" })
        #expect(copy.copiedFrom == "fr-FR" && copy.origin == .derived)
        #expect(items.first { $0.locale == "fr-FR" }?.id.description == fixed)
        let content = MessageContent(header: "Restez", body: "Texte")
        let own = MessageIdentity.derive(app: project.app, message: "keep", locale: "fr-CA", content: content)
        #expect(copy.id == own.id)
    }

    // MARK: Findings

    private static func findings(_ lines: String, _ project: Project, _ selection: Selection = Selection()) -> [String]
    {
        let collected = Collected(
            catalog: RuleExample("", lines, project: project).catalog,
            findings: [],
            files: [],
            skipped: [:],
            sources: []
        )
        return collected.findings(for: project, about: selection).filter { $0.severity == .error }
            .map { "\($0.rule.rawValue) \($0.locale ?? "") \($0.message ?? "")" }.sorted()
    }

    @Test("A finding is reported once, at the delivered text; a copy is neither missing nor unexpected")
    func findingsOnce() {
        let project = Self.project(["fr-FR": ["fr-CA"]], expected: ["fr-FR", "fr-CA"])
        let lines = "keep.header [fr-FR] = Restez\nback.header [fr-FR] = Revenez\nback.body [fr-FR] = Texte"
        #expect(Self.findings(lines, project) == ["missing-field fr-FR keep"])
        #expect(Self.findings("keep.header [de-DE] = Bleib", project).contains("expected-locale-missing fr-FR "))
        #expect(!Self.findings("keep.header [de-DE] = Bleib", project).contains("expected-locale-missing fr-CA "))
    }

    @Test("Selecting a copy shows the errors of its original, but not those of other messages")
    func selected() {
        let project = Self.project(["fr-FR": ["fr-CA"]])
        let lines = """
            keep.header [fr-FR] = Restez
            back.header [fr-FR] = Revenez
            back.body [fr-FR] = Texte
            back.header [fr-CA] = Reviens
            back.body [fr-CA] = Texte
            """
        let locales = Set(["fr-CA"].compactMap { StoreLocale($0) })
        #expect(
            Self.findings(lines, project, Selection(locales: locales)) == ["missing-field fr-FR keep"]
        )
        #expect(Self.findings(lines, project, Selection(locales: locales, messages: ["back"])) == [])
        let part = Selection(locales: locales).part(of: RuleExample("", lines, project: project).catalog)
        #expect(Self.titles(part.recordsWithCopies) == ["back fr-CA  Reviens", "keep fr-CA fr-FR Restez"])
    }

    @Test("Copies are proposed for other regions of a delivered language, but not between Chinese scripts")
    func proposed() {
        let delivered = Set(["en-GB", "en-US", "de-DE", "fr-FR", "zh-Hans"].compactMap { StoreLocale($0) })
        #expect(StoreLocale.proposedCopies(of: delivered) == "{ en-US: [en-AU, en-CA], fr-FR: [fr-CA] }")
        #expect(StoreLocale.proposedCopies(of: []) == nil)
    }

    // MARK: Import and settling

    /// Twenty delivered locales and thirty copies, imported into one service.
    private struct World {
        let service = FakeMessageService()
        let journal = Journal(MemoryLog())
        let time = ManualTime(now: Samples.start, jumps: true)
        let project: Project
        let delivered = Array(StoreLocale.all.prefix(20))

        init() {
            var also: [String: [String]] = [:]
            for (number, locale) in StoreLocale.all.dropFirst(20).enumerated() {
                also[delivered[number % 20], default: []].append(locale)
            }
            project = CopiesTests.project(also, expected: StoreLocale.all)
        }

        func items(german: String) -> DesiredItems {
            let lines = delivered.map { locale in
                "keep.header [\(locale)] = \(locale == "de-DE" ? german : "Header \(locale)")\nkeep.body [\(locale)] = Body"
            }
            let catalog = RuleExample("", lines.joined(separator: "\n"), project: project).catalog
            return ItemFactory.items(of: catalog, for: project)
        }

        /// Imports the items, approves all messages at once and settles the defaults.
        func `import`(_ items: DesiredItems) async throws -> ImportSummary {
            let run = try await journal.beginRun(JournalSamples.run(started: time.now))
            let active = Run(run, journal: journal, service: service, time: time, limits: RunLimits(concurrency: 2))
            let summary = try await active.importing(items).summary
            let wanted = try DesiredDefaults.of(items.messages, for: project)
            try await journal.desire(wanted, in: run)
            service.review(Array(service.held.keys), .approved)
            _ = try await Settler(active).settle()
            try await journal.endRun(run, at: time.now, exitCode: 0)
            return summary
        }

        func coverage() async throws -> Coverage {
            let destination = Samples.destination
            return Coverage(
                try await journal.read(at: destination) { $0.defaults },
                of: try await journal.allRecords(at: destination),
                for: project
            )
        }
    }

    @Test("Twenty delivered locales cover fifty; a changed text is uploaded with its copies and no others")
    func life() async throws {
        let world = World()
        let first = world.items(german: "Bleib")
        #expect(first.messages.count == 50 && first.messages.count { $0.copiedFrom != nil } == 30)
        #expect(try await world.import(first).outcome == .done)
        var coverage = try await world.coverage()
        #expect(coverage.slots.count == 50 && coverage.count(.set) == 50)
        #expect(coverage.slots.count { $0.copiedFrom != nil } == 30)

        let second = world.items(german: "Geh nicht")
        let before = Set(first.messages.map(\.id))
        let changed = second.messages.filter { !before.contains($0.id) }
        let copies = world.project.locales.originals.filter { $0.value.code == "de-DE" }.keys.map(\.code)
        #expect(copies.count > 0 && changed.map(\.locale).sorted() == (copies + ["de-DE"]).sorted())
        #expect(try await world.import(second).outcome == .done)
        #expect(world.service.held.count == 50 + changed.count)
        coverage = try await world.coverage()
        #expect(coverage.count(.set) == 50)
    }
}
