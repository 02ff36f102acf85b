import Glossport
import GlossportChecking
import GlossportProject
import GlossportReading
import GlossportTesting

/// One journal and a service for each environment, for performing use cases in memory.
struct Office {
    private(set) var journal = Journal(MemoryLog())
    let time = ManualTime(now: Samples.start, jumps: true)
    let services = [ServiceEnvironment.sandbox: FakeMessageService(), .production: FakeMessageService()]
    var project: Project
    /// Hourly allowances that replace Apple's; requests beyond them are not waited for.
    var budgets: [Endpoint: Int] = [:]

    static let product = "com.example.northlight.annual"

    /// - Parameter defaults: Whether a product shows the message `keep`.
    init(defaults: Bool = true) {
        project = Project(app: Samples.destination.app)
        project.vanishedAfter = .zero
        var keep = Project.Message()
        keep.defaultFor = defaults ? [Self.product] : []
        project.messages = ["keep": keep]
    }

    static let monthly = "com.example.northlight.monthly"

    /// The same office with the message `stay` as the default of ``monthly``.
    var withStay: Office {
        var office = self
        office.project.messages["stay", default: Project.Message()].defaultFor = [Self.monthly]
        return office
    }

    /// The same office without the given message in its project file.
    func without(_ message: String) -> Office {
        var office = self
        office.project.messages[message] = nil
        return office
    }

    /// The same office with the given expected locales.
    func expecting(_ locales: [String]) -> Office {
        var office = self
        office.project.locales.expected = locales.compactMap { StoreLocale($0) }
        return office
    }

    func contents(_ environment: ServiceEnvironment = .sandbox) async throws -> JournalContents {
        let destination = Destination(app: project.app, environment: environment)
        return try await JournalContents(journal, at: destination, vanishedAfter: .zero)
    }

    /// Another machine with the same services and a separate journal.
    var elsewhere: Office {
        var office = self
        office.journal = Journal(MemoryLog())
        return office
    }

    func service(_ environment: ServiceEnvironment) -> FakeMessageService {
        services[environment] ?? FakeMessageService()
    }

    /// Deliveries of messages in locales; the given text is part of each header.
    func deliveries(
        _ text: String,
        messages: [String] = ["keep"],
        locales: [String] = ["de-DE", "fr-FR"]
    ) -> CheckedDeliveries {
        var settings = Project(app: project.app)
        settings.locales = project.locales
        var builder = CatalogBuilder(project: settings)
        for message in messages {
            for locale in locales {
                for field in ["header", "body"] {
                    builder.add(
                        TranslationUnit(
                            key: "\(message).\(field)",
                            locale: locale,
                            target: "\(text) \(locale)",
                            state: .translated,
                            location: SourceLocation(path: "vendor/keep.csv", line: 1, column: 1)
                        )
                    )
                }
            }
        }
        return CheckedDeliveries(builder.finish(), for: project)
    }

    /// Performs a use case in a new run.
    func perform<Work: UseCase>(
        _ work: Work,
        in environment: ServiceEnvironment = .sandbox,
        asking person: Person = Person(),
        journal other: Journal? = nil
    ) async throws -> Work.Outcome {
        let journal = other ?? journal
        let destination = Destination(app: project.app, environment: environment)
        try await work.begin(person, at: destination)
        var start = JournalSamples.run(at: destination, started: time.now)
        start.command = work.command
        let limits = RunLimits(maxWait: budgets.isEmpty ? .seconds(900) : .zero, concurrency: 4)
        return try await journal.recordRun(start, by: time) { id in
            let run = Run(
                id,
                journal: journal,
                service: service(environment),
                time: time,
                project: project,
                budgets: budgets,
                limits: limits,
                conversation: person,
                progress: person
            )
            let output = try await work.perform(in: run)
            return (output, output.status)
        }
    }

    /// Imports a delivery, approves all items at the service and settles.
    func publish(_ deliveries: CheckedDeliveries, to environment: ServiceEnvironment = .sandbox) async throws {
        var work = ImportMessages(deliveries)
        work.replacements = .max
        _ = try await perform(work, in: environment, asking: Person(agrees: true))
        approveAll(environment)
        _ = try await perform(SettleDefaults(), in: environment)
    }

    func access(_ environment: ServiceEnvironment = .sandbox) -> JournalAccess {
        let destination = Destination(app: project.app, environment: environment)
        return JournalAccess(journal, at: destination, by: time, version: "test")
    }

    /// Approves all delivered texts, signed by Noa.
    @discardableResult
    func approve(
        _ deliveries: CheckedDeliveries,
        in environment: ServiceEnvironment = .sandbox
    ) async throws -> [ApprovalStatus] {
        let work = try ApproveTexts(deliveries, in: [], for: project.app, by: try Signature(name: "Noa"))
        return try await work.perform(with: access(environment))
    }

    func approveAll(_ environment: ServiceEnvironment = .sandbox) {
        let service = service(environment)
        service.review(Array(service.held.keys) + Array(service.images.keys), .approved)
    }
}
