import GlossportReading
import GlossportTesting
import Testing

@testable import Glossport
@testable import GlossportChecking
@testable import GlossportCommand
@testable import GlossportProject

@Suite("Plan report")
struct PlanReportTests {
    private static let destination = JournalSamples.sandbox
    private let first = ServiceID(high: 1, low: 1)
    private let second = ServiceID(high: 2, low: 2)

    private func item(_ body: String, _ message: String, _ locale: String, image: ServiceID? = nil) -> Item {
        let content = MessageContent(
            header: "Hallo",
            body: body,
            image: image.map { .init(id: $0, altText: "A") }
        )
        return JournalSamples.item(content, message, locale)
    }

    private func report(
        from before: [Item],
        to items: [Item],
        source: String? = nil
    ) async throws -> PlanReport {
        let known = Set(before.map(\.id))
        let plan = Plan(
            destination: Self.destination,
            kind: .message,
            items: items.map { Plan.PlannedItem(item: $0, action: known.contains($0.id) ? .present : .upload) },
            incomplete: 0,
            held: 0,
            capacity: Plan.standardCapacity,
            asksService: true,
            forecast: .zero
        )
        var catalog = Catalog()
        catalog.sourceLocale = source.flatMap { StoreLocale($0) }
        let project = Project(app: Self.destination.app)
        let nothing = try await JournalContents(Journal(MemoryLog()), at: Self.destination, vanishedAfter: .zero)
        let changes = try await DefaultChanges([], of: [], after: nothing)
        let planned = ImportPlan(
            DeliveryPlan(messages: plan),
            of: DesiredItems(messages: items),
            from: CheckedDeliveries(catalog, for: project),
            defaults: [],
            changes: changes,
            after: FormerMessages(before.map { ItemRecord(item: $0, state: .uploaded) })
        )
        let collected = Collected(catalog: catalog, findings: [], files: [], skipped: [:], sources: [])
        let check = CheckReport(Review(project, collected, [], rules: []))
        return PlanReport(planned, pace: .hourly, check: check, service: nil)
    }

    private func lines(_ report: PlanReport) -> [String] { report.lines(verbose: false, on: .stdout) }

    @Test("The first lines summarize the changes: texts, then pictures, then additions")
    func words() async throws {
        let before = [item("A", "keep", "de-DE"), item("B", "stay", "de-DE", image: first)]
        let after = [
            item("C", "keep", "de-DE"), item("B", "stay", "de-DE", image: second), item("D", "keep", "sk"),
            item("E", "pause", "de-DE"), item("F", "pause", "sk"),
        ]
        let lines = lines(try await report(from: before, to: after))
        #expect(
            lines[2]
                == "1 text changes, 1 picture, 1 message is new in 2 languages, 1 language is new; no default will change."
        )
        let texts = lines.firstIndex { $0.hasPrefix("  ~ keep de-DE") } ?? .max
        let pictures = lines.firstIndex { $0.hasPrefix("  ~ stay de-DE: another picture") } ?? .max
        let new = lines.firstIndex { $0.hasPrefix("  + ") } ?? .max
        #expect(lines.contains("  + sk – Slovak, new: keep"))
        #expect(texts < pictures && pictures < new && new < .max, "\(lines)")
    }

    @Test("The first lines report a changed source text whose translations are unchanged")
    func source() async throws {
        let before = ["en-US", "de-DE", "fr-FR", "it", "ja"].map { item("A \($0)", "keep", $0) }
        let after = [item("B", "keep", "en-US")] + before.dropFirst()
        let lines = lines(try await report(from: before, to: after, source: "en-US"))
        #expect(lines[3] == "The English of keep.body changes; the texts of 4 locales do not.")
    }

    @Test("Before the user confirms, every changed text is listed, and the totals come last")
    func question() async throws {
        let before = StoreLocale.all.map { item("A \($0)", "keep", $0) }
        let after = StoreLocale.all.map { item("B \($0)", "keep", $0) }
        var report = try await report(from: before, to: after)
        #expect(lines(report).contains { $0.contains("… and 38 more") })
        report.extent = .changes
        let lines = lines(report)
        #expect(lines.count { $0.hasPrefix("  ~ keep ") } == StoreLocale.all.count)
        #expect(lines.last == "50 texts change; no default will change.")
    }

    @Test("A plan in Markdown stays within GitHub's limit and counts omitted rows")
    func limit() async throws {
        let names = (0..<40).map { "message-\($0)" }
        let text = String(repeating: "|*long* ", count: 15)
        func items(_ sign: String) -> [Item] {
            names.flatMap { name in StoreLocale.all.map { item(text + sign + $0, name, $0) } }
        }
        let report = try await report(from: items("A"), to: items("B") + [item("Neu", "late", "sk")])
        let markdown = PlanMarkdown(report).text { _ in "" }
        #expect(markdown.utf8.count <= PlanMarkdown.limit)
        #expect(markdown.utf8.count > PlanMarkdown.limit * 9 / 10)
        #expect(markdown.contains("### New texts"), "no kind is crowded out")
        let rows = markdown.matches(of: /\n\| message-/).count
        #expect(markdown.contains("\(Plural.of(2_000 - rows, "more row")) of this plan are left out here."))
    }

    @Test("A text in Markdown is escaped, and its changed words are marked")
    func markdown() async throws {
        let before = [item("Stay <b>here</b> | [now](x) @team", "keep", "de-DE")]
        let after = [item("Stay <b>there</b> | [now](x) @team", "keep", "de-DE")]
        let markdown = PlanMarkdown(try await report(from: before, to: after)).text { _ in "" }
        #expect(markdown.contains("Stay <del>&lt;b&gt;here&lt;/b&gt;</del> \\| \\[now\\](x) @<!-- -->team"))
        #expect(markdown.contains("Stay <ins>&lt;b&gt;there&lt;/b&gt;</ins>"))
    }
}
