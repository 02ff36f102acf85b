import Glossport
import GlossportProject
import GlossportReading
import GlossportTesting
import Testing

@Suite("Naming messages of other tools")
struct AdoptionTests {
    private let journal = Journal(MemoryLog())
    private let service = FakeMessageService()
    private let time = ManualTime(now: Samples.start, jumps: true)
    private let content = MessageContent(header: "Stay", body: "Please.")

    private func adopt(_ names: [ServiceID: MessageName]) async throws -> Adoption {
        let run = try await journal.beginRun(JournalSamples.run(started: time.now))
        return try await Adoption(names, Run(run, journal: journal, service: service, time: time))
    }

    @Test("A listed message of another tool gets a name; an unlisted message and our own do not")
    func kinds() async throws {
        let ids = (1...3).map { ServiceID(high: 9, low: $0) }
        let own = Samples.items(1)[0]
        let run = try await journal.beginRun(JournalSamples.run(started: time.now))
        try await journal.want([own], in: run)
        for id in [ids[0], ids[1], own.id] { service.put(content, as: id) }
        let name = MessageName(message: "welcome", locale: "de-DE")
        let adoption = try await adopt([ids[0]: name, ids[2]: name, own.id: name])
        #expect(adoption.named == [ids[0]])
        #expect(adoption.missing == [ids[2]])
        #expect(adoption.own == [own.id])
        #expect(try await journal.read(at: Samples.destination) { $0.names } == [ids[0]: name])
        #expect(service.uploads.isEmpty && service.deletions == 0 && service.defaultCalls == 0)
    }

    @Test("A hundred invalid rows are listed and the others counted, and long cells are shortened")
    func wrongRows() throws {
        let long = String(repeating: "x", count: 300_000)
        let units = (0..<5_000).map { row in
            TranslationUnit(
                key: row % 2 == 0
                    ? "x\(row)" + (row < 10 ? long : "") : ServiceID(high: 9, low: UInt64(row)).description,
                locale: row % 3 == 0 ? "de-DE" : "zz" + (row < 10 ? long : ""),
                target: row < 10 ? long : "name",
                state: .translated,
                location: SourceLocation(path: "t.csv", line: row + 2, column: 1)
            )
        }
        let error = #expect(throws: ProjectFileError.self) { try AdoptionTable(units, LocaleResolver()) }
        #expect(error?.problems.count == 101)
        #expect(error?.problems.last?.message.hasSuffix(" more rows are wrong.") == true)
        #expect((error?.description.utf8.count ?? .max) < 30_000)
    }

    @Test("A message name that is too long is refused")
    func longName() throws {
        func table(_ length: Int, _ repeated: String = "n") throws -> AdoptionTable {
            let unit = TranslationUnit(
                key: ServiceID(high: 9, low: 9).description,
                locale: "de-DE",
                target: "n" + String(repeating: repeated, count: length - 1),
                state: .translated,
                location: SourceLocation(path: "t.csv", line: 2, column: 1)
            )
            return try AdoptionTable([unit], LocaleResolver())
        }
        #expect(try table(200).names.count == 1)
        #expect(throws: ProjectFileError.self) { try table(201) }
        #expect(throws: ProjectFileError.self) { try table(201, "\u{301}") }
    }

    @Test("The newest name of a message applies, and an unchanged name is recorded once")
    func again() async throws {
        let id = ServiceID(high: 9, low: 9)
        service.put(content, as: id)
        let (first, second) = (
            MessageName(message: "old", locale: "de-DE"), MessageName(message: "new", locale: "de-DE")
        )
        for name in [first, second, second] { _ = try await adopt([id: name]) }
        #expect(try await journal.read(at: Samples.destination) { $0.names } == [id: second])
        var noted = 0
        try await journal.events(of: Samples.destination) { noted += $0.count { $0.kind == .named } }
        #expect(noted == 2)
    }
}
