import GlossportProject
import GlossportReading

/// A probe in progress: its questions, uploads and deletions.
struct ProbeWork {
    let run: Run
    private(set) var answers: [ProbeAnswer] = []
    private var evidence: [ProbeAnswer.Evidence] = []
    /// The message that several questions use.
    var message: ProbeRecord?
    var image: ProbeRecord?
    /// Uploads that may still appear at the service.
    private var doubtful: Set<ServiceID> = []

    /// The prefix of every header and name.
    static let name = "Glossport probe"
    /// The longest time after which an interrupted request may still arrive.
    private static let travel = RequestTimeout.standard.longest(at: .uploadMessage)

    /// The uploads of this probe; other records belong to earlier probes.
    private var made: Set<ServiceID> = []
    /// With this many messages or more, the service has no room for a probe.
    private static let room = Plan.standardCapacity - 30

    init(_ run: Run) { self.run = run }

    // MARK: Asking

    /// Asks the questions in order.
    ///
    /// An unanswered question does not end the probe; only a problem that concerns all questions does.
    mutating func ask(_ questions: [ProbeQuestion]) async throws {
        let held = try await list().count
        guard held < Self.room else {
            throw GlossportError(
                .capacity,
                "The app holds \(Plural.grouped(held)) messages, which leaves too little room for a probe.",
                remedy: "Delete some with `glossport prune`, and run the command again."
            )
        }
        for question in questions {
            evidence = []
            do {
                let found = try await find(question)
                answers.append(ProbeAnswer(question, found, evidence))
            } catch let quota as OutOfQuota {
                answers.append(ProbeAnswer(question, .unanswered(quota.reason), evidence))
            }
        }
    }

    private mutating func find(_ question: ProbeQuestion) async throws -> ProbeAnswer.Found {
        switch question {
        case .beyondBMP: try await findBeyondBMP()
        case .listLag: try await findListLag()
        case .repeated: try await findRepeated()
        case .upperCaseID: try await findUpperCaseID()
        case .unknownMember: try await findUnknownMember()
        case .listOrder: try await findListOrder()
        case .headerUnit: try await findUnit(of: .header)
        case .bodyUnit: try await findUnit(of: .body)
        case .altTextUnit: try await findUnit(of: .altText)
        case .imageHeight: try await findImageHeight()
        case .deletedID: try await findDeletedID()
        case .tokenLifetime: try await findTokenLifetime()
        case .locales: try await findLocales()
        case .quota: try await findQuota()
        }
    }

    // MARK: Uploading and deleting

    /// Deletes all probe uploads in the journal, of this probe and of earlier ones.
    mutating func removeAll() async throws {
        let records = try await run.journal.read(at: run.destination) { $0.probes.values }
            .sorted { ($0.since, $0.id) < ($1.since, $1.id) }
        // An image that a message uses can't be deleted.
        for record in records.filter({ $0.kind == .message }) + records.filter({ $0.kind == .image }) {
            try await remove(record)
        }
    }

    @discardableResult
    mutating func remove(_ record: ProbeRecord) async throws -> Answer {
        let isFormer = !made.contains(record.id)
        let mayArrive = isFormer && run.time.now - record.since < Self.travel || doubtful.contains(record.id)
        let answer = try await run.deleteProbe(record, mayArrive: mayArrive)
        if answer.outcome == .accepted { doubtful.remove(record.id) }
        note(record.kind.deleteEndpoint, record.name, answer)
        return answer
    }

    mutating func upload(
        _ name: String,
        header: String? = nil,
        body: String = "Glossport made this message to learn how the service works, and deletes it again.",
        altText: String? = nil,
        in form: UnusualForm? = nil
    ) async throws -> (record: ProbeRecord, answer: Answer) {
        let name = "\(Self.name): \(name)"
        let picture = altText.flatMap { text in image.map { MessageContent.Image(id: $0.id, altText: text) } }
        let content = MessageContent(header: header ?? name, body: body, image: picture)
        let record = ProbeRecord(name, .message, in: form, of: run.id, at: run.time.now)
        return (record, try await send(record, content))
    }

    mutating func send(_ record: ProbeRecord, _ content: MessageContent) async throws -> Answer {
        try await make(record) { service in
            guard let form = record.form else { return await service.upload(content, as: record.id) }
            return await service.upload(content, as: record.id, in: form)
        }
    }

    mutating func make(
        _ record: ProbeRecord,
        _ send: @escaping @Sendable (any MessageService) async -> Answer
    ) async throws -> Answer {
        let isFirst = made.insert(record.id).inserted
        let answer = try await run.makeProbe(record, isFirst: isFirst, send)
        // Even an accepted upload may appear late. Until a deletion is accepted, the absence of the upload proves
        // nothing.
        if answer.outcome == .unknown || answer.outcome == .accepted { doubtful.insert(record.id) }
        note(record.kind.uploadEndpoint, record.name, answer)
        return answer
    }

    mutating func list() async throws -> [String] {
        let (answer, ids) = try await run.listAsSent()
        note(.listMessages, Plural.of(ids.count, "message"), answer)
        return ids
    }

    mutating func note(_ endpoint: Endpoint, _ subject: String, _ answer: Answer) {
        var answer = answer
        // The page is meant for a public issue, and an answer may repeat parts of the request.
        for name in run.project.defaultProducts.sorted() + [run.destination.app] {
            answer.detail = answer.detail?.replacing(name, with: "…")
        }
        evidence.append(ProbeAnswer.Evidence(endpoint, subject, answer))
    }
}
