import GlossportTesting
import Testing

@testable import Glossport

@Suite("Importing images with messages")
struct ImageImportTests {
    private let journal = InMemoryJournal()
    private let time = ManualTime(now: Samples.start, jumps: true)
    private let service = FakeMessageService()

    /// Two images; a message with the first, one with both, one with none.
    private func wanted(changed: Bool = false) -> WantedItems {
        var catalog = Catalog()
        var keys: [ImageInventory.FileKey] = []
        for number in 0..<2 {
            let bytes = Array("image \(number)".utf8)
            let key = ImageInventory.FileKey(path: "images/\(number).png", size: number == 0 ? .fullSize : .bulletPoint)
            keys.append(key)
            catalog.images.files[key] = ImageInventory.File(
                key: key,
                sha256: ImageFiles.digest(of: bytes),
                byteCount: bytes.count,
                inspection: PNGInspection(width: 3_840, height: 160),
                source: SourceFile(path: key.path, bytes: changed ? Array("another".utf8) : bytes)
            )
        }
        var project = Project(app: Samples.destination.app)
        for (name, image, bullets) in [("one", 1, 0), ("two", 1, 1), ("none", 0, 0)] {
            var message = Project.Message()
            if image == 1 { message.image = "images/0.png" }
            if bullets == 1 { message.bullets = ["images/1.png"] }
            project.messages[name] = message
        }
        var builder = CatalogBuilder(project: project)
        for name in project.messages.keys.sorted() {
            for field in ["header", "body", "altText", "bullets.1.text", "bullets.1.altText"] {
                builder.add(
                    TranslationUnit(
                        key: "\(name).\(field)",
                        locale: "de-DE",
                        target: "\(name) \(field)",
                        state: .translated,
                        location: SourceLocation(path: "a.csv", line: 1, column: 1)
                    )
                )
            }
            catalog.images.uses[.init(message: name, locale: "de-DE")] = keys[0].path
            catalog.images.uses[.init(message: name, locale: "de-DE", bullet: 1)] = keys[1].path
        }
        let images = catalog.images
        catalog = builder.finish()
        catalog.images = images
        return ItemFactory.items(of: catalog, for: project)
    }

    private func run(_ wanted: WantedItems, settings: UploadSettings = UploadSettings()) async throws -> RunSummary {
        let importRun = ImportRun(
            journal: journal,
            service: service,
            time: time,
            destination: Samples.destination,
            pace: .hourly,
            budgets: [:]
        )
        let run = try await journal.beginRun(JournalSamples.run(started: time.now))
        let plan = try await importRun.plan(wanted, asking: run, adoptsFixedIDs: false)
        let summary = try await importRun.upload(
            plan,
            of: wanted,
            in: run,
            settings: settings,
            seed: 1,
            interrupts: AsyncStream { _ in },
            deadline: nil,
            progress: { _ in }
        )
        try await journal.endRun(run, at: time.now, exitCode: 0)
        return summary
    }

    @Test("Every image goes before the first message, once, and a second import sends nothing")
    func order() async throws {
        let wanted = wanted()
        #expect(wanted.images.count == 2 && wanted.messages.count == 3)
        let summary = try await run(wanted)
        #expect(summary.outcome == .done)
        #expect(summary.planned == 5 && summary.done == 5 && summary.images == 2)
        #expect(Set(service.uploads.prefix(2)) == Set(wanted.images.map(\.id)))
        #expect(service.held.values.flatMap(\.imageIDs).allSatisfy { service.images[$0] != nil })
        let second = try await run(wanted)
        #expect(second.alreadyThere == 5 && service.uploads.count == 5)
    }

    @Test("A refused image holds its messages back; the others go")
    func refused() async throws {
        let wanted = wanted()
        service.script([
            .honest, .answer(Answer(.refused, status: 400, appleCode: 4_000_161, detail: "Invalid image.")),
        ])
        let summary = try await run(wanted, settings: UploadSettings(concurrency: 1))
        #expect(summary.outcome == .partial)
        #expect(summary.failed == 1 && summary.done == 3 && summary.notYet == 1)
        #expect(summary.planned == 5)
        #expect(service.held.count == 2)
    }

    @Test("An image whose answer was lost is confirmed by its 409, and its messages follow")
    func lostAnswer() async throws {
        service.script([.keepThen(.lost)])
        let summary = try await run(wanted())
        #expect(summary.outcome == .done && summary.done == 5)
        #expect(service.images.count == 2 && service.held.count == 3)
    }

    @Test("An image that was changed since the check is not sent")
    func changed() async throws {
        let summary = try await run(wanted(changed: true))
        #expect(summary.outcome == .failed)
        #expect(service.uploads.isEmpty)
        guard case .journal(let error)? = summary.stop else {
            Issue.record("The run does not say why it stopped: \(String(describing: summary.stop))")
            return
        }
        #expect(error.message.contains("has changed since it was checked"))
    }

    @Test("A default waits for the images of its message")
    func review() async throws {
        let wanted = wanted()
        _ = try await run(wanted)
        let run = try await journal.beginRun(JournalSamples.run(started: time.now))
        let message = try #require(wanted.messages.first { $0.message == "one" })
        let slot = DefaultSlot(product: "p", locale: "de-DE")
        try await journal.desire([DesiredDefault(slot, message: "one", item: message.id)], products: [:], in: run)
        let settle = SettleRun(
            journal: journal,
            service: service,
            time: time,
            destination: Samples.destination,
            budgets: [:]
        )
        service.review([message.id], .approved)
        let waiting = try await settle.settle(flip: .allOrNothing, in: run)
        #expect(waiting.waiting.map(\.reason) == ["Apple reviews its image images/0.png"])
        service.review(wanted.images.map(\.id), .approved)
        #expect(try await settle.settle(flip: .allOrNothing, in: run).set.count == 1)
        #expect(service.defaults[slot] == message.id)
    }

    @Test("A rejected image is told with its path")
    func rejected() async throws {
        let wanted = wanted()
        _ = try await run(wanted)
        let run = try await journal.beginRun(JournalSamples.run(started: time.now))
        service.review([wanted.images[0].id], .rejected)
        let settle = SettleRun(
            journal: journal,
            service: service,
            time: time,
            destination: Samples.destination,
            budgets: [:]
        )
        let summary = try await settle.settle(flip: .allOrNothing, in: run)
        #expect(summary.outcome == .rejected)
        #expect(summary.rejected.map(\.item.title) == ["images/0.png"])
    }
}
