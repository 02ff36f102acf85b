import GlossportTesting
import Testing

@testable import Glossport
@testable import GlossportChecking
@testable import GlossportProject
@testable import GlossportReading

@Suite("Importing images with messages")
struct ImageImportTests {
    private let journal = Journal(MemoryLog())
    private let time = ManualTime(now: Samples.start, jumps: true)
    private let service: FakeMessageService

    init(service: FakeMessageService = FakeMessageService()) { self.service = service }

    /// Two images, and messages with the first image, with both and with none.
    private func wanted(changed: Bool = false) -> DesiredItems {
        var catalog = Catalog()
        var keys: [ImageInventory.FileKey] = []
        for number in 0..<2 {
            let bytes = Array("image \(number)".utf8)
            let key = ImageInventory.FileKey(path: "images/\(number).png", size: number == 0 ? .fullSize : .bulletPoint)
            keys.append(key)
            catalog.images.files[key] = ImageInventory.File(
                key: key,
                sha256: ImageDigest.of(bytes),
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

    private func makeRun(
        _ id: RunID,
        limits: RunLimits = RunLimits(),
        stop: StopRequest = StopRequest()
    ) -> Run {
        Run(id, journal: journal, service: service, time: time, limits: limits, stop: stop)
    }

    private func run(
        _ wanted: DesiredItems,
        limits: RunLimits = RunLimits(),
        stop: StopRequest = StopRequest()
    ) async throws -> ImportSummary {
        let run = try await journal.beginRun(JournalSamples.run(started: time.now))
        let summary = try await makeRun(run, limits: limits, stop: stop).importing(wanted).summary
        try await journal.endRun(run, at: time.now, exitCode: 0)
        return summary
    }

    @Test("Re-uploading a vanished image repairs the messages refused without it")
    func vanishedImage() async throws {
        let wanted = wanted()
        var images = wanted
        images.messages = []
        _ = try await run(images)
        _ = await service.delete(.image, wanted.images[0].id)
        let refused = try await run(wanted)
        #expect(refused.failed == 2 && refused.failures.allSatisfy { $0.verdict == .refusedForNow })
        time.advance(by: .seconds(600))
        let healed = try await run(wanted)
        #expect(healed.outcome == .done && healed.done == 3)
        #expect(service.images.count == 2 && service.held.count == 3)
    }

    @Test("Images are uploaded once, before the first message; a second import sends nothing")
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

    @Test("A refused image holds back its messages; the others are sent")
    func refused() async throws {
        let wanted = wanted()
        service.script([
            .honest, .answer(Answer(.refused, status: 400, appleCode: 4_000_161, detail: "Invalid image.")),
        ])
        let summary = try await run(wanted, limits: RunLimits(concurrency: 1))
        #expect(summary.outcome == .partial)
        #expect(summary.failed == 1 && summary.done == 3 && summary.notYet == 1)
        #expect(summary.planned == 5)
        #expect(service.held.count == 2)
    }

    @Test("An image whose answer was lost is confirmed by a 409, and its messages follow")
    func lostAnswer() async throws {
        service.script([.keepThen(.lost)])
        let summary = try await run(wanted())
        #expect(summary.outcome == .done && summary.done == 5)
        #expect(service.images.count == 2 && service.held.count == 3)
    }

    @Test("An image that changed after validation is not sent, and messages without it are")
    func changed() async throws {
        let summary = try await run(wanted(changed: true))
        #expect(summary.outcome == .partial)
        #expect(summary.stop == nil)
        let failures = summary.failures.filter { $0.verdict == .unreadable }
        let reasons = failures.map(\.reason.description)
        #expect(!reasons.isEmpty && reasons.allSatisfy { $0.contains("has changed since it was checked") })
        // Messages without that image are sent; the image waits for the next import and is not in doubt.
        #expect(summary.unknown == 0)
        let open = try await journal.allRecords(at: Samples.destination).filter { $0.item.kind == .image }
        #expect(open.allSatisfy { $0.state == .planned || $0.state == .uploaded })
    }

    @Test("A stop that is requested after the image uploads, while messages are sent, also takes effect")
    func stopAfterImages() async throws {
        let stop = StopRequest()
        let service = FakeMessageService(willUpload: { if $0 == 3 { stop.request(.interrupted) } })
        let test = ImageImportTests(service: service)
        let summary = try await test.run(test.wanted(), limits: RunLimits(concurrency: 1), stop: stop)
        #expect(summary.outcome == .interrupted)
        #expect(service.images.count == 2 && service.held.count == 1)
        #expect(summary.notYet == 2)
    }

    @Test("A default waits for the images of its message")
    func review() async throws {
        let wanted = wanted()
        _ = try await run(wanted)
        let run = try await journal.beginRun(JournalSamples.run(started: time.now))
        let message = try #require(wanted.messages.first { $0.message == "one" })
        let slot = DefaultSlot(product: "p", locale: "de-DE")
        try await journal.desire([DesiredDefault(slot, message: "one", item: message.id)], in: run)
        let settle = Settler(makeRun(run))
        service.review([message.id], .approved)
        let waiting = try await settle.settle()
        #expect(waiting.waiting.map(\.reason) == ["Apple reviews its image images/0.png"])
        service.review(wanted.images.map(\.id), .approved)
        #expect(try await settle.settle().set.count == 1)
        #expect(service.defaults[slot] == message.id)
    }

    @Test("A rejected image is reported with its path")
    func rejected() async throws {
        let wanted = wanted()
        _ = try await run(wanted)
        let run = try await journal.beginRun(JournalSamples.run(started: time.now))
        service.review([wanted.images[0].id], .rejected)
        let settle = Settler(makeRun(run))
        let summary = try await settle.settle()
        #expect(summary.outcome == .rejected)
        #expect(summary.rejected.map(\.item.title) == ["images/0.png"])
    }
}
