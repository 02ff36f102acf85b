import Glossport
import GlossportProject
import GlossportReading
import GlossportTesting
import Testing

@Suite("Diagnosing the setup")
struct DiagnoseSetupTests {
    private let office = Office()
    private var service: FakeMessageService { office.service(.sandbox) }

    private func diagnose(
        _ store: MemoryStore? = nil,
        refusing error: GlossportError? = nil,
        budgets: [Endpoint: Int] = [:]
    ) async throws -> Diagnosis {
        var project = office.project
        project.budgets = budgets
        let destination = Destination(app: project.app, environment: .sandbox)
        let service = service
        var session = Session(
            project,
            in: .sandbox,
            journal: JournalProvider(store ?? MemoryStore(journal: office.journal)),
            service: ServiceProvider(named: "here") { body in
                if let error { throw error }
                try await body(service)
            },
            conversation: Person(),
            progress: Person(),
            version: "test"
        )
        session.time = office.time
        var diagnosis = Diagnosis(destination)
        try await DiagnoseSetup().perform(in: session, &diagnosis)
        return diagnosis
    }

    /// An answer to a list request with the service's time.
    private func answer(_ outcome: Answer.Outcome, status: Int? = 200, ahead lead: Duration = .zero) -> Answer {
        var answer = Answer(outcome, status: status)
        answer.serviceTime = office.time.now - lead
        return answer
    }

    private func verdict(_ subject: Diagnosis.Subject, in diagnosis: Diagnosis) -> Diagnosis.Verdict? {
        diagnosis.checks.first { $0.subject == subject }?.verdict
    }

    @Test("With a valid setup, every check passes and the requests are recorded")
    func fine() async throws {
        service.scriptLists([answer(.accepted)])
        let diagnosis = try await diagnose()
        #expect(diagnosis.status == .done)
        #expect(diagnosis.checks.map(\.subject) == [.journal, .key, .service, .clock, .token, .access])
        #expect(diagnosis.checks.allSatisfy { $0.verdict == .fine })
        #expect(diagnosis.budgets.map(\.endpoint).contains(.listMessages))
        #expect(diagnosis.budgets.allSatisfy { $0.spent == 1 && $0.left == $0.allowance - 1 })
    }

    @Test("Without a journal, the service is still checked and no journal is created")
    func noJournal() async throws {
        let diagnosis = try await diagnose(MemoryStore())
        #expect(diagnosis.status == .done)
        #expect(diagnosis.checks.first?.text == "There is no journal at memory yet; `glossport import` creates one.")
        #expect(diagnosis.budgets.isEmpty && service.lists == 1)
    }

    @Test("A journal that can't be opened is a problem, and the other checks still run")
    func brokenJournal() async throws {
        let error = GlossportError(.journal, "It is torn.", remedy: "Mend it.")
        let diagnosis = try await diagnose(MemoryStore(error: error))
        #expect(diagnosis.status == .partial)
        #expect(diagnosis.checks.first?.text == "It is torn." && diagnosis.checks.first?.remedy == "Mend it.")
        #expect(verdict(.access, in: diagnosis) == .fine)
    }

    @Test("A journal that can't be written is a problem, and the other checks still run", arguments: [0, 1, 2, 3, 4])
    func unwritableJournal(appends: Int) async throws {
        let log = FailingLog(MemoryLog(), after: appends)
        let diagnosis = try await diagnose(MemoryStore(journal: Journal(log)))
        #expect(diagnosis.status == .partial)
        #expect(diagnosis.checks.contains { $0.subject == .journal && $0.text == "The disk is full." })
        for subject in [Diagnosis.Subject.service, .token, .access] {
            #expect(diagnosis.checks.count { $0.subject == subject && $0.verdict == .fine } == 1)
        }
    }

    @Test("The client's remedy is shown for token, access and service")
    func remedies() async throws {
        for outcome in [Answer.Outcome.unauthorized, .accessRefused, .notSent] {
            service.scriptLists([Answer(outcome, status: 401, remedy: "Correct this.")])
            #expect(try await diagnose().checks.contains { $0.remedy == "Correct this." })
        }
    }

    @Test("An unreadable key counts as refused credentials, and nothing is sent")
    func key() async throws {
        let diagnosis = try await diagnose(refusing: GlossportError(.credentials, "No key.", remedy: "Add one."))
        #expect(diagnosis.status == .credentials)
        #expect(verdict(.key, in: diagnosis) == .problem && service.lists == 0)
    }

    @Test(
        "The service's answer determines the reported problem",
        arguments: [
            (.unauthorized, 401, .token, .credentials, "The service does not accept the token"),
            (.accessRefused, 404, .access, .credentials, "The account has no access to Retention Messaging"),
            (.notSent, nil, .service, .partial, "The service can't be reached"),
            (.unknown, 503, .service, .partial, "The service did not answer as it should"),
        ] as [(Answer.Outcome, Int?, Diagnosis.Subject, Glossport.ExitStatus, String)]
    )
    func answers(
        outcome: Answer.Outcome,
        code: Int?,
        subject: Diagnosis.Subject,
        status: Glossport.ExitStatus,
        sentence: String
    ) async throws {
        service.scriptLists([answer(outcome, status: code)])
        let diagnosis = try await diagnose()
        let check = try #require(diagnosis.checks.first { $0.subject == subject })
        #expect(check.verdict == .problem)
        #expect(check.text.hasPrefix(sentence))
        #expect(check.remedy?.hasPrefix("Apple grants access to this API on request") == (subject == .access))
        #expect(diagnosis.status == status)
    }

    @Test(
        "A clock that is up to a minute off is not a problem",
        arguments: [
            (1, .fine, "This machine's clock agrees with the service's."),
            (30, .fine, "This machine's clock is 30 s ahead of the service's."),
            (-90, .problem, "This machine's clock is 1 min 30 s behind the service's."),
        ] as [(Int, Diagnosis.Verdict, String)]
    )
    func clock(seconds: Int, verdict: Diagnosis.Verdict, sentence: String) async throws {
        service.scriptLists([answer(.accepted, ahead: .seconds(seconds))])
        let check = try await diagnose().checks.first { $0.subject == .clock }
        #expect(check?.verdict == verdict)
        #expect(check?.text == sentence)
    }

    @Test("Vanished messages are a problem")
    func vanished() async throws {
        try await office.publish(office.deliveries("Bleib"))
        for id in service.held.keys { _ = await service.delete(.message, id) }
        let diagnosis = try await diagnose()
        #expect(verdict(.messages, in: diagnosis) == .problem)
        #expect(diagnosis.status == .partial)
    }

    @Test("Without quota for lists, the service is not called")
    func quota() async throws {
        try await office.publish(office.deliveries("Bleib"))
        let lists = service.lists
        let diagnosis = try await diagnose(budgets: [.listMessages: 1])
        #expect(verdict(.service, in: diagnosis) == .unknown)
        #expect(service.lists == lists)
    }
}
