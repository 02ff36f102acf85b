import GlossportChecking
import GlossportImporting
import GlossportReading
import GlossportTesting
import Testing

/// A message's whole life, with a process that dies at each write to the journal in turn.
@Suite("The whole life, cut off anywhere")
struct WholeLifeTests {
    /// What customers and the service are left with.
    private struct End: Equatable {
        var held: [ServiceID: MessageContent]
        var images: Set<ServiceID>
        var defaults: [DefaultSlot: ServiceID]
        var states: [ServiceID: ItemState]
    }

    /// One service and one journal, which outlive the processes.
    private final class World: Sendable {
        let service = FakeMessageService()
        let memory = LogJournal(MemoryLog())
        let time = ManualTime(now: Samples.start, jumps: true)

        private static let locales = ["de-DE", "fr-FR", "ja"]

        /// The delivery: in the second edition German has another text and another image, and French is as before.
        static func wanted(_ edition: Int, deleted: Set<ServiceID>) -> WantedItems {
            var items = WantedItems()
            var files: [ServiceID: SourceFile] = [:]
            for (number, locale) in locales.enumerated() {
                let isNew = edition == 2 && locale == "de-DE"
                let bytes = Array("image \(isNew ? 9 : number)".utf8)
                let image = ImageItem.make(bytes, deleted: deleted)
                files[image.id] = SourceFile(path: "images/\(locale).png", bytes: bytes)
                items.images.append(image)
                let content = MessageContent(
                    header: "Header \(locale) \(isNew)",
                    body: "Body",
                    image: .init(id: image.id, altText: "Alt")
                )
                let identity = MessageIdentity.derive(
                    app: Samples.destination.app,
                    message: "keep",
                    locale: locale,
                    content: content
                )
                items.messages.append(
                    Item(
                        id: identity.id,
                        message: "keep",
                        locale: locale,
                        content: .message(content),
                        digest: identity.digest
                    )
                )
                items.imagesOfMessage[identity.id] = [image.id]
            }
            items.imageFiles = ImageFiles(files)
            return items
        }

        private func begin(_ command: RunCommand, _ journal: any Journal) async throws -> RunID {
            var start = JournalSamples.run(started: time.now)
            start.command = command
            return try await journal.beginRun(start)
        }

        private func booked(_ journal: any Journal, _ run: RunID) -> BookedService {
            BookedService(
                ServiceAccess(journal: journal, service: service, time: time, destination: Samples.destination),
                run: run
            )
        }

        func `import`(_ edition: Int, _ journal: any Journal) async throws {
            let run = try await begin(.import, journal)
            let deleted = try await journal.allRecords(at: Samples.destination).filter { $0.state == .deleted }
            let wanted = Self.wanted(edition, deleted: Set(deleted.map(\.item.id)))
            let importRun = ImportRun(booked(journal, run))
            let plan = try await importRun.plan(wanted, adoptsFixedIDs: false)
            let summary = try await importRun.upload(
                plan,
                of: wanted,
                settings: UploadSettings(concurrency: 2),
                seed: 1,
                progress: { _ in }
            )
            if case .journal(let error)? = summary.stop { throw error }
            #expect(summary.outcome == .done)
            let defaults = wanted.messages.map {
                DesiredDefault(DefaultSlot(product: "annual", locale: $0.locale), message: "keep", item: $0.id)
            }
            try await journal.desire(defaults, products: ["keep": ["annual"]], in: run)
            try await settle(run, journal)
        }

        func settle(_ journal: any Journal) async throws {
            try await settle(try await begin(.settle, journal), journal)
        }

        private func settle(_ run: RunID, _ journal: any Journal) async throws {
            _ = try await SettleRun(booked(journal, run)).settle()
            try await journal.endRun(run, at: time.now, exitCode: 0)
        }

        func approve() { service.review(Array(service.held.keys) + Array(service.images.keys), .approved) }

        func prune(_ journal: any Journal) async throws {
            let run = try await begin(.prune, journal)
            let prune = PruneRun(booked(journal, run))
            let wanted = Self.wanted(2, deleted: [])
            let (plan, _) = try await prune.plan(
                wanted: Set((wanted.images + wanted.messages).map(\.id)),
                products: ["annual"]
            )
            let summary = try await prune.delete(plan)
            #expect(summary.kept.isEmpty && summary.unknown.isEmpty && summary.notYet == 0)
            try await journal.endRun(run, at: time.now, exitCode: 0)
        }

        func end() async throws -> End {
            let records = try await memory.allRecords(at: Samples.destination)
            return End(
                held: service.held,
                images: Set(service.images.keys),
                defaults: service.defaults,
                states: Dictionary(uniqueKeysWithValues: records.map { ($0.item.id, $0.state) })
            )
        }
    }

    /// Lives through everything; after `writes` writes the process dies, and its command is run again.
    ///
    /// - Returns: The end, and whether the process died at all.
    private func live(dyingAfter writes: Int) async throws -> (end: End, died: Bool) {
        let world = World()
        let dying = StoppingJournal(world.memory, after: writes)
        var died = false
        let commands: [(any Journal) async throws -> Void] = [
            { try await world.import(1, $0) },
            {
                world.approve()
                try await world.settle($0)
            },
            { try await world.import(2, $0) },
            {
                world.approve()
                try await world.settle($0)
            },
            { try await world.prune($0) },
        ]
        for command in commands {
            guard !died else {
                try await command(world.memory)
                continue
            }
            do {
                try await command(dying)
            } catch {
                died = true
                try await command(world.memory)
            }
        }
        return (try await world.end(), died)
    }

    @Test("Whatever write is the last, running the same command again comes to the same end")
    func anywhere() async throws {
        let (expected, _) = try await live(dyingAfter: .max)
        #expect(expected.held.count == 3 && expected.images.count == 3 && expected.defaults.count == 3)
        #expect(expected.states.values.count { $0 == .deleted } == 2)
        var writes = 0
        while true {
            let (end, died) = try await live(dyingAfter: writes)
            #expect(end == expected, "died after \(writes) writes")
            guard died else { break }
            writes += 1
        }
        print("  The whole life was cut off at each of \(writes) journal writes.")
        #expect(writes > 50)
    }
}

/// Images of tests, with ids as the product derives them.
private enum ImageItem {
    static func make(_ bytes: [UInt8], deleted: Set<ServiceID>) -> Item {
        let sha256 = ImageDigest.of(bytes)
        let identity = ImageIdentity.derive(app: Samples.destination.app, size: .fullSize, sha256: sha256)
        let content = ImageContent(size: .fullSize, sha256: sha256, byteCount: bytes.count, path: "images/a.png")
        return Item(id: identity.id, content: .image(content), digest: identity.digest)
    }
}
