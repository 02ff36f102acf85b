import Glossport
import GlossportChecking
import GlossportProject
import GlossportReading
import GlossportTesting
import Testing

/// The whole life of a message, with a process that dies at each journal write in turn.
@Suite("Whole life of a message")
struct WholeLifeTests {
    /// The final state of service, defaults and journal.
    private struct End: Equatable {
        var held: [ServiceID: MessageContent]
        var images: Set<ServiceID>
        var defaults: [DefaultSlot: ServiceID]
        var states: [ServiceID: ItemState]
    }

    /// One service and one journal, which outlive the processes.
    private struct World {
        let office: Office
        var service: FakeMessageService { office.service(.sandbox) }

        init() {
            var office = Office()
            office.project.messages["keep"]?.image = "images/{locale}.png"
            self.office = office
        }

        /// The delivery; the second edition changes the German text and image only.
        private func edition(_ number: Int) -> CheckedDeliveries {
            var builder = CatalogBuilder(project: office.project)
            var images = ImageInventory()
            for (index, locale) in ["de-DE", "fr-FR", "ja"].enumerated() {
                let isNew = number == 2 && locale == "de-DE"
                for (field, text) in [("header", "Header \(locale) \(isNew)"), ("body", "Body"), ("altText", "Alt")] {
                    builder.add(
                        TranslationUnit(
                            key: "keep.\(field)",
                            locale: locale,
                            target: text,
                            state: .translated,
                            location: SourceLocation(path: "vendor/keep.csv", line: 1, column: 1)
                        )
                    )
                }
                let bytes = Array("image \(isNew ? 9 : index)".utf8)
                images.add(bytes, at: "images/\(locale).png", message: "keep", locale: locale)
            }
            var catalog = builder.finish()
            catalog.images = images
            return CheckedDeliveries(catalog, for: office.project)
        }

        func `import`(_ number: Int, _ journal: Journal) async throws {
            let outcome = try await office.perform(ImportMessages(edition(number)), journal: journal)
            if case .journal(let error)? = outcome.summary.stop { throw error }
            if let trouble = outcome.trouble { throw trouble }
            #expect(outcome.summary.outcome == .done)
        }

        func settle(_ journal: Journal) async throws {
            office.approveAll()
            _ = try await office.perform(SettleDefaults(), journal: journal)
        }

        func prune(_ journal: Journal) async throws {
            var work = PruneService(edition(2))
            work.deletes = true
            let pruned = try await office.perform(work, asking: Person(agrees: true), journal: journal)
            if let trouble = pruned.summary?.trouble { throw trouble }
            if let summary = pruned.summary {
                #expect(summary.kept.isEmpty && summary.unknown.isEmpty && summary.notYet == 0)
            }
        }

        func end() async throws -> End {
            let records = try await office.journal.allRecords(at: Samples.destination)
            return End(
                held: service.held,
                images: Set(service.images.keys),
                defaults: service.defaults,
                states: Dictionary(uniqueKeysWithValues: records.map { ($0.item.id, $0.state) })
            )
        }
    }

    /// Runs all commands in turn; after `writes` writes the process dies, and its command is run again.
    ///
    /// - Returns: The final state, and whether the process died at all.
    private func live(dyingAfter writes: Int) async throws -> (end: End, died: Bool) {
        let world = World()
        let journal = world.office.journal
        let dying = Journal(FailingLog(journal.log, after: writes))
        var died = false
        let commands: [(Journal) async throws -> Void] = [
            { try await world.import(1, $0) }, { try await world.settle($0) },
            { try await world.import(2, $0) }, { try await world.settle($0) },
            { try await world.prune($0) },
        ]
        for command in commands {
            guard !died else {
                try await command(journal)
                continue
            }
            do {
                try await command(dying)
            } catch {
                died = true
                try await command(journal)
            }
        }
        return (try await world.end(), died)
    }

    @Test("After a command is killed at any journal write, running it again reaches the same state")
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
