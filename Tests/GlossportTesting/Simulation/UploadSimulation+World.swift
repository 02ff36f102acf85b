import Glossport
import GlossportProject
import GlossportReading

/// Performs the machine's effects and schedules the answers to them.
extension UploadSimulation {
    mutating func perform(_ effect: UploadMachine.Effect) {
        switch effect {
        case .begin(let start):
            guard let item = start.item else { return }
            nextAttempt = AttemptID(rawValue: nextAttempt.rawValue + 1)
            referee.recordToken(for: nextAttempt, at: start.started)
            write(.begin(start, nextAttempt), then: .begun(item, nextAttempt))
        case .finish(let end):
            guard let change = end.change else { return }
            write(.finish(end, blocked: referee.blockedUntil), then: .recorded(change.item))
        case .send(let item, let attempt): send(item, attempt)
        case .probe:
            let answer = isOut(at: now) ? Answer(.notSent) : Answer(.accepted, status: 200)
            schedule(.event(.probed(answer)), after: random.duration(in: scenario.latency))
        case .wait(let moment):
            // Sleepers sometimes wake late.
            let lateness = random.chance(0.1) ? Duration.milliseconds(Int64.random(in: 0...500, using: &random)) : .zero
            schedule(.event(.woke(moment)), at: moment + lateness)
        case .done: break
        }
    }

    private mutating func write(_ write: Write, then event: UploadMachine.Event) {
        let faults = isCalm(at: now) ? Scenario.Faults() : scenario.faults
        var latency = random.duration(in: scenario.commit)
        if random.chance(faults.stall) { latency = .seconds(Int64.random(in: 5...60, using: &random)) }
        if random.chance(faults.journalFailure) {
            schedule(.event(.failed(GlossportError(.journal, "The disk is full."))), after: latency)
            return
        }
        if mutant == .acknowledgesBeforeDurable {
            schedule(.event(event), after: .zero)
            schedule(.commit(write, .started), after: latency)
        } else {
            schedule(.commit(write, event), after: latency)
        }
    }

    private mutating func send(_ item: Item, _ attempt: AttemptID) {
        referee.sends(item.id, attempt, at: now, journal: journal)
        let way = random.duration(in: scenario.latency)
        let fate = fate()
        if fate == .noConnection {
            schedule(.event(.answered(item.id, Answer(.notSent, detail: "no connection"))), after: way)
        } else {
            schedule(.arrival(item, fate, tokenBirth: tokenBirth), after: way)
        }
    }

    private mutating func fate() -> SimulatedService.Fate {
        guard !isCalm(at: now) else { return .honest }
        if isOut(at: now) { return .noConnection }
        let faults = scenario.faults
        let rates: [(Double, SimulatedService.Fate)] = [
            (faults.errorBefore, .errorBefore), (faults.errorAfter, .errorAfter), (faults.resetBefore, .resetBefore),
            (faults.resetAfter, .resetAfter), (faults.hang, random.chance(0.5) ? .hangBefore : .hangAfter),
            (faults.lateCommit, .lateCommit), (faults.duplicate, .duplicate), (faults.refusedStream, .refusedStream),
            (faults.throttle, .throttle),
        ]
        for (rate, fate) in rates where random.chance(rate) { return fate }
        return .honest
    }

    // MARK: Events

    mutating func happen(_ entry: Entry) {
        let isAlive = entry.life == life && machine != nil
        switch entry.happening {
        case .event(let event): if isAlive { handle(event) }
        case .commit(let write, let event):
            // The kernel may already have accepted a dead process's write.
            guard isAlive || entry.life == life && random.chance(0.5) else { return }
            commit(write)
            if isAlive { handle(event) }
        case .arrival(let item, let fate, let birth): arrive(item, fate, birth, life: entry.life)
        case .lateCommit(let id): _ = service.process(id, at: now)
        case .verdict(let id, let answer, let blocked):
            guard isAlive else { return }
            if answer.outcome == .unauthorized { tokenBirth = now }
            referee.learns(answer, blocked, at: now)
            handle(.answered(id, answer))
        }
    }

    private mutating func commit(_ write: Write) {
        switch write {
        case .begin(let start, let attempt): journal.begin(start, as: attempt)
        case .finish(let end, let blocked):
            if mutant == .losesEnds, random.chance(0.3) { return }
            journal.finish(end)
            if end.pause != nil { referee.remembers(blocked) }
            if let change = end.change { referee.settles(change, service: service) }
        }
    }

    private mutating func arrive(_ item: Item, _ fate: SimulatedService.Fate, _ birth: Timestamp, life: Int) {
        let id = item.id
        referee.arrives(at: now)
        let way = random.duration(in: scenario.latency)
        if !isCalm(at: now), service.isBlocked(at: now) || fate == .throttle {
            let throttled = service.throttle(at: now, received: now + way, random: &random)
            answer(id, throttled.answer, life, after: way, blocked: throttled.trueMoment)
            return
        }
        if let revoked = scenario.faults.revocations.last(where: { start + $0 <= now }), birth < start + revoked {
            answer(id, Answer(.unauthorized, status: 401), life, after: way)
            return
        }
        let lost = Answer(.unknown, detail: "connection reset")
        switch fate {
        // A throttled request gets here only if the faults ended before it arrived.
        case .honest, .throttle: answer(id, service.process(id, at: now), life, after: way)
        case .errorBefore: answer(id, SimulatedService.answer(serverError(), nil), life, after: way)
        case .errorAfter:
            _ = service.process(id, at: now)
            answer(id, SimulatedService.answer(serverError(), nil), life, after: way)
        case .resetBefore: answer(id, lost, life, after: way)
        case .resetAfter:
            _ = service.process(id, at: now)
            answer(id, lost, life, after: way)
        case .hangBefore: answer(id, lost, life, after: .seconds(29))
        case .hangAfter:
            _ = service.process(id, at: now)
            answer(id, lost, life, after: .seconds(29))
        case .lateCommit:
            schedule(.lateCommit(id), after: .milliseconds(Int64.random(in: 1...300_000, using: &random)))
            answer(id, lost, life, after: way)
        case .duplicate:
            let first = service.process(id, at: now)
            let second = service.process(id, at: now)
            answer(id, random.chance(0.5) ? first : second, life, after: way)
        case .refusedStream: answer(id, Answer(.notSent, detail: "refused stream"), life, after: way)
        case .noConnection, .oldToken: break
        }
    }

    private mutating func serverError() -> Int { [500, 502, 503, 504, 408].randomElement(using: &random) ?? 500 }

    private mutating func answer(
        _ id: ServiceID,
        _ answer: Answer,
        _ life: Int,
        after wait: Duration,
        blocked: Timestamp? = nil
    ) {
        var answer = answer
        if mutant == .booksDoubtAsNotSent, answer.outcome == .unknown { answer.outcome = .notSent }
        guard life == self.life else { return }
        schedule(.verdict(id, answer, blocked: blocked), after: wait)
    }
}
