import GlossportChecking
import GlossportImporting
import GlossportReading

/// A call of ``JournalWalk``; runs and attempts by their place in what was begun, items by their number.
enum JournalCall {
    case begin(Destination, RunCommand)
    case end(run: Int, exit: Int)
    case enqueue(run: Int, items: [Int])
    case claim(run: Int, limit: Int)
    case attempt(run: Int, Endpoint, item: Int?)
    case answer(run: Int, attempt: Int, Answer, ItemState?, Proof?, pause: Int64?)
    case settle(run: Int, items: [Int], ItemState, Proof?)
    case list(run: Int, shown: [Int], lacked: [Int])
    case reviews(run: Int, items: [Int], ReviewState)
    case desire(run: Int, product: Int, item: Int, isKnown: Bool)
    case setDefault(run: Int, product: Int, item: Int?)
    case attemptDefault(run: Int, product: Int, item: Int)
    case seeDefault(run: Int, product: Int, item: Int?)
    case delete(run: Int, items: [Int], isTakenBack: Bool)
    case forget(run: Int, items: [Int])

    /// So many items there are; the last ones are images.
    static let items = 14

    /// Draws a call that makes sense of what the walker's journal holds; some are refused all the same.
    static func drawn(from random: inout SeededRandom, for walker: JournalWalker) async throws -> JournalCall {
        func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
        func some() -> [Int] { (0..<items).filter { _ in random.chance(0.25) } }
        func draw<Value>(_ values: [Value], or other: Value) -> Value { values.randomElement(using: &random) ?? other }
        guard !walker.runs.isEmpty, !random.chance(0.04) else {
            var destination = JournalSamples.sandbox
            if random.chance(0.3) { destination.environment = .production }
            return .begin(destination, random.chance(0.3) ? .plan : .import)
        }
        // Mostly one of the newest.
        let count = walker.runs.count
        let run = random.chance(0.8) ? number(max(0, count - 2)..<count) : number(0..<count)
        // Only one at a time works through a destination's queue.
        let newest = walker.runs.lastIndex { $0.destination == walker.runs[run].destination } ?? run
        // What is deleted is left alone until that is taken back or forgotten.
        func those(_ isMeant: (ItemState?) -> Bool) async throws -> [Int] {
            var numbers: [Int] = []
            for number in some() where isMeant(try await walker.state(of: number, in: run)) { numbers.append(number) }
            return numbers
        }
        let item = number(0..<items)
        switch number(0..<100) {
        case ..<3: return .end(run: run, exit: number(0..<4))
        case ..<15: return .enqueue(run: newest, items: some().shuffled(using: &random))
        case ..<27: return .claim(run: newest, limit: number(0..<5))
        case ..<45:
            let isList = random.chance(0.2)
            let isDeleted = try await walker.state(of: item, in: run) == .deleted
            return .attempt(run: run, isList ? .listMessages : .uploadMessage, item: isList || isDeleted ? nil : item)
        case ..<68 where !walker.attempts.isEmpty:
            // Mostly its own, and mostly one that is under way.
            let attempt = number(max(0, walker.attempts.count - 6)..<walker.attempts.count)
            let owner = random.chance(0.95) ? walker.attempts[attempt].run : run
            var answer = Answer(draw(Answer.Outcome.allCases, or: .accepted))
            if answer.outcome == .refused { answer.appleCode = 4_000_023 }
            let subject = walker.attempts[attempt].item
            let isDeleted = try await walker.state(of: subject, in: owner) == .deleted
            // Only a refusal refuses.
            let outcomes = ItemState.allCases.filter { $0 != .refused || answer.outcome == .refused }
            let outcome = subject == nil || isDeleted || random.chance(0.1) ? nil : draw(outcomes, or: .unknown)
            let pause = random.chance(0.2) ? Int64(number(0..<500)) : nil
            return .answer(
                run: owner,
                attempt: attempt,
                answer,
                outcome,
                outcome == .uploaded ? .response : nil,
                pause: pause
            )
        case ..<76:
            return .settle(
                run: run,
                items: try await those { $0 != .deleted },
                draw([.uploaded, .planned, .unknown, .conflict], or: .planned),
                .listed
            )
        case ..<82: return .list(run: run, shown: some(), lacked: random.chance(0.7) ? [] : some())
        case ..<85: return .reviews(run: run, items: some(), draw([.pending, .approved, .rejected], or: .pending))
        case ..<88: return .desire(run: run, product: number(0..<3), item: item, isKnown: random.chance(0.7))
        case ..<91: return .setDefault(run: run, product: number(0..<3), item: random.chance(0.8) ? item : nil)
        case ..<94: return .attemptDefault(run: run, product: number(0..<3), item: item)
        case ..<96: return .seeDefault(run: run, product: number(0..<3), item: random.chance(0.8) ? item : nil)
        case ..<98:
            let isTakenBack = random.chance(0.3)
            let items = try await those { $0 == (isTakenBack ? .deleted : .uploaded) }
            return .delete(run: run, items: items, isTakenBack: isTakenBack)
        default: return .forget(run: run, items: some())
        }
    }
}
