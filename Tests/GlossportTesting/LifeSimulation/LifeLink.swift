import Glossport
import GlossportProject

/// The connection from a process to the service, with its faults.
///
/// A request may still arrive after its process has died.
struct LifeLink: MessageService {
    let process: LifeProcess

    private var world: LifeWorld { process.world }
    var environment: ServiceEnvironment { process.destination.environment }

    func upload(_ content: MessageContent, as id: ServiceID) async -> Answer {
        await upload(.message, id, images: content.imageIDs)
    }

    func uploadImage(_ bytes: [UInt8], size: ImageSize, as id: ServiceID) async -> Answer {
        await upload(.image, id, images: [])
    }

    private func upload(_ kind: Item.Kind, _ id: ServiceID, images: Set<ServiceID>) async -> Answer {
        let (process, environment) = (process, environment)
        world.with { state in
            let store = state.stores[environment] ?? LifeStore()
            state.referee.uploads(id, process.facts, store, sandbox: state.stores[.sandbox] ?? LifeStore())
        }
        world.trace("  uploads \(kind) \(id)")
        let isRefused = kind == .message && world.refuses(id)
        return await call(kind.uploadEndpoint) { state, now, _ in
            let answer = state.stores[environment]?.upload(kind, id, images: images, isRefused: isRefused, at: now)
            if answer?.outcome == .accepted { state.report.uploads += 1 }
            if answer?.outcome == .refused {
                state.report.refused += 1
                state.referee.refused.insert(id)
            }
            return (answer ?? Answer(.unknown), ())
        } afterwards: { [world] answer in
            guard answer.outcome == .accepted else { return }
            world.scheduleReview(id, in: environment)
            if kind == .message, world.strikes(world.scenario.faults.deletion) {
                world.scheduleDeletion(id, in: environment)
            }
        }.answer
    }

    func list(_ kind: Item.Kind) async -> (answer: Answer, states: [ServiceID: ReviewState]) {
        let (environment, world) = (environment, world)
        let (answer, list) = await call(kind.listEndpoint) { state, now, _ in
            let most = Int(LifeReferee.lag.components.seconds)
            let lag =
                state.strikes(world.scenario.faults.staleList) ? Int.random(in: 1...most, using: &state.random) : 0
            var list = state.stores[environment]?.list(kind, at: now - .seconds(lag)) ?? [:]
            if state.strikes(world.scenario.faults.partialList) {
                for id in list.keys.sorted() where state.random.chance(0.3) { list[id] = nil }
            }
            return (SimulatedService.answer(200, nil), list)
        }
        var states = list ?? [:]
        if let list { process.notify { [now = world.now] in $0.hears(list: list, of: kind, &$1, at: now) } }
        if world.mutant == .setsUnapproved { states = states.mapValues { _ in .approved } }
        return (answer, answer.outcome == .accepted ? states : [:])
    }

    func delete(_ kind: Item.Kind, _ id: ServiceID) async -> Answer {
        let (process, environment) = (process, environment)
        world.trace("  deletes \(id)")
        return await call(kind.deleteEndpoint) { state, now, _ in
            state.referee.deletes(id, process.facts, state.stores[environment] ?? LifeStore())
            let answer = state.stores[environment]?.delete(kind, id, at: now) ?? Answer(.unknown)
            if answer.outcome == .accepted { state.report.deletions += 1 }
            return (answer, ())
        }.answer
    }

    func setDefault(_ slot: DefaultSlot, to id: ServiceID) async -> Answer {
        let (process, environment) = (process, environment)
        world.trace("  sets \(slot) to \(id)")
        let answer = await call(.configureDefault) { state, _, isLate in
            let store = state.stores[environment] ?? LifeStore()
            state.referee.sets(slot, id, process.facts, store, isLate: isLate)
            let answer = state.stores[environment]?.setDefault(slot, to: id) ?? Answer(.unknown)
            if answer.outcome == .accepted { state.report.defaults += 1 }
            return (answer, ())
        }.answer
        process.notify { answer.outcome == .accepted ? $0.reads(slot, id, &$1) : $0.doubts(slot, &$1) }
        return answer
    }

    func getDefault(_ slot: DefaultSlot) async -> (answer: Answer, id: ServiceID?) {
        let environment = environment
        let (answer, id) = await call(.getDefault) { state, _, _ in state.shownDefault(slot, in: environment) }
        let isEmpty = answer.appleCode == Self.noDefault.appleCode
        world.trace("  \(slot) shows \((id ?? nil).map { "\($0)" } ?? (isEmpty ? "nothing" : "\(answer.outcome)"))")
        let isHidden = world.mutant == .hidesDefaults && process.command != .prune
        if isHidden, answer.outcome == .accepted { return (Self.noDefault, nil) }
        switch answer.outcome {
        case .accepted: process.notify { $0.reads(slot, id ?? nil, &$1) }
        case .notFound where isEmpty: process.notify { $0.reads(slot, nil, &$1) }
        case .notFound, .refused, .refusedForNow:
            process.notify { $0.cannotRead(slot, &$1) }
            if world.mutant == .misreadsRefusals { return (Self.noDefault, nil) }
        default: break
        }
        return (answer, id ?? nil)
    }

    private static let noDefault = SimulatedService.answer(404, 4_040_020)

    func deleteDefault(_ slot: DefaultSlot) async -> Answer {
        let (process, environment) = (process, environment)
        let answer = await call(.deleteDefault) { state, _, isLate in
            state.referee.empties(slot, process.facts, state.stores[environment] ?? LifeStore(), isLate: isLate)
            return (state.stores[environment]?.deleteDefault(slot) ?? Answer(.unknown), ())
        }.answer
        process.notify { answer.outcome == .accepted ? $0.reads(slot, nil, &$1) : $0.doubts(slot, &$1) }
        return answer
    }

    func getRealtimeURL() async -> (answer: Answer, url: String?) {
        let environment = environment
        let (answer, url) = await call(.getRealtimeURL) { state, _, _ in
            let url = state.stores[environment]?.realtimeURL
            return (SimulatedService.answer(url == nil ? 404 : 200, url == nil ? 4_040_021 : nil), url)
        }
        return (answer, url ?? nil)
    }

    /// Probes are not simulated.
    func upload(_ content: MessageContent, as id: ServiceID, in form: UnusualForm) async -> Answer {
        Answer(.accessRefused)
    }

    func delete(_ id: ServiceID, in form: UnusualForm) async -> Answer { Answer(.accessRefused) }

    func listMessagesAsSent(withTokenFor lifetime: Duration?) async -> (answer: Answer, ids: [String]) {
        (Answer(.accessRefused), [])
    }

    // MARK: The wire

    private enum Fate: Sendable {
        case honest, errorBefore, errorAfter, resetBefore, resetAfter, hangBefore, hangAfter, lateCommit
        case noConnection, throttle
    }

    typealias Effect<Value> =
        @Sendable (inout LifeWorld.State, _ now: Timestamp, _ isLate: Bool) -> (Answer, Value)

    /// Sends one request to the service and returns its answer.
    func call<Value: Sendable>(
        _ endpoint: Endpoint,
        _ effect: @escaping Effect<Value>,
        afterwards: @escaping @Sendable (Answer) -> Void = { _ in }
    ) async -> (answer: Answer, value: Value?) {
        guard (try? process.act()) != nil else { return (Answer(.notSent, detail: "dead"), nil) }
        process.notify { [now = world.now] in $0.sends(endpoint, &$1, at: now) }
        guard !world.strikes(world.scenario.faults.sleep) else {
            fallAsleep(endpoint, effect, afterwards)
            return (Answer(.notSent, detail: "asleep"), nil)
        }
        let reply = LifeReply<(Answer, Value?)>()
        let fate = drawFate()
        let (there, back) = (Duration.milliseconds(world.draw(20...400)), Duration.milliseconds(world.draw(20...400)))
        world.clock.after(there) {
            // A request of a dead process may or may not have left its machine.
            guard !process.isDead || world.happens(0.5) else { return reply.give((Answer(.notSent), nil)) }
            arrive(endpoint, fate, back, reply, effect, afterwards)
        }
        let (answer, value) = await withTaskCancellationHandler {
            await reply.value()
        } onCancel: {
            reply.give((Answer(.unknown, detail: "cancelled"), nil))
        }
        guard (try? process.act()) != nil else { return (Answer(.notSent, detail: "dead"), nil) }
        world.trace("  \(endpoint) \(fate): \(answer.outcome)")
        return (hear(answer, endpoint), value)
    }

    /// Puts the machine to sleep until other processes have continued.
    ///
    /// A request that the system was about to send leaves when the machine wakes; one that still waited for a
    /// connection must not.
    private func fallAsleep<Value: Sendable>(
        _ endpoint: Endpoint,
        _ effect: @escaping Effect<Value>,
        _ afterwards: @escaping @Sendable (Answer) -> Void
    ) {
        let (world, skew, latest) = (world, process.skew, Departure.latest)
        let isOnItsWay = endpoint == .configureDefault && world.happens(0.5)
        world.trace("  asleep before \(endpoint)")
        process.die()
        world.with { state in
            state.report.sleeps += 1
            state.sleepers.append {
                let now = world.now
                if isOnItsWay {
                    let (answer, value) = world.with { effect(&$0, now, true) }
                    world.trace("  \(endpoint) arrives after a sleep: \(answer.outcome) \(value)")
                    return afterwards(answer)
                }
                let leaves = Departure.$latest.withValue(latest) { Departure.isOpen(at: now + skew) }
                guard leaves || world.mutant == .leavesLate else { return }
                world.fail("L14", "\(endpoint) leaves after a sleep, though another process went on")
            }
        }
    }

    private func drawFate() -> Fate {
        let faults = world.scenario.faults
        let now = world.now
        return world.with { state in
            guard !state.isCalm else { return .honest }
            if let end = state.outUntil, now < end { return .noConnection }
            let rates: [(Double, Fate)] = [
                (faults.errorBefore, .errorBefore), (faults.errorAfter, .errorAfter),
                (faults.resetBefore, .resetBefore), (faults.resetAfter, .resetAfter),
                (faults.hang, state.random.chance(0.5) ? .hangBefore : .hangAfter), (faults.lateCommit, .lateCommit),
                (faults.noConnection, .noConnection), (faults.throttle, .throttle),
            ]
            for (rate, fate) in rates where state.random.chance(rate) { return fate }
            return .honest
        }
    }

    private func arrive<Value: Sendable>(
        _ endpoint: Endpoint,
        _ fate: Fate,
        _ back: Duration,
        _ reply: LifeReply<(Answer, Value?)>,
        _ effect: @escaping Effect<Value>,
        _ afterwards: @escaping @Sendable (Answer) -> Void
    ) {
        let now = world.now
        func answer(_ answer: Answer, _ value: Value? = nil, after wait: Duration? = nil) {
            world.clock.after(wait ?? back) { reply.give((answer, value)) }
        }
        @Sendable func perform(isLate: Bool = false) -> (Answer, Value) {
            let now = world.now
            let (answer, value) = world.with { effect(&$0, now, isLate) }
            afterwards(answer)
            world.trace("  \(endpoint) at the service\(isLate ? ", late" : ""): \(answer.outcome) \(value)")
            return (answer, value)
        }
        let lost = Answer(.unknown, detail: "connection reset")
        let broken = Answer(.unknown, status: 500, detail: "fault")
        if fate != .honest { world.with { $0.report.faults += 1 } }
        guard fate != .noConnection else { return answer(Answer(.notSent, detail: "no connection")) }
        let isRevoked = world.with { state in
            state.report.calls += 1
            state.referee.arrives(endpoint, process.facts, at: now)
            return state.revoked.map { process.tokenBirth < $0 } ?? false
        }
        if fate == .throttle { return answer(throttling(at: now)) }
        if isRevoked { return answer(Answer(.unauthorized, status: 401)) }
        switch fate {
        case .honest:
            let (done, value) = perform()
            answer(done, value)
        case .errorBefore: answer(broken)
        case .errorAfter:
            _ = perform()
            answer(broken)
        case .resetBefore: answer(lost)
        case .resetAfter:
            _ = perform()
            answer(lost)
        case .hangBefore: answer(lost, after: .seconds(29))
        case .hangAfter:
            _ = perform()
            answer(lost, after: .seconds(29))
        case .lateCommit:
            world.clock.after(.milliseconds(world.draw(1...20_000))) { _ = perform(isLate: true) }
            answer(lost)
        case .noConnection, .throttle: break
        }
    }

    /// Returns a 429 answer whose retry time may be missing, past or years ahead.
    private func throttling(at now: Timestamp) -> Answer {
        var answer = SimulatedService.answer(429, 4_290_000)
        let wait: Duration? =
            switch world.draw(0...19) {
            case 0...11: .milliseconds(world.draw(200...20_000))
            case 12...14: nil
            case 15, 16: .seconds(-world.draw(1...100_000))
            case 17, 18: .seconds(world.draw(60...2_400))
            default: .seconds(315_360_000)
            }
        answer.retryAt = wait.map { now + $0 + process.skew }
        return answer
    }

    /// Records a pause or a new token for the process, and returns the answer, perhaps altered by the mutant.
    private func hear(_ answer: Answer, _ endpoint: Endpoint) -> Answer {
        let now = world.now
        switch answer.outcome {
        case .throttled:
            world.with { $0.report.throttled += 1 }
            guard let retryAt = answer.retryAt else { return answer }
            process.notify { $0.learns(endpoint, pause: retryAt - process.skew, &$1, at: now) }
            guard world.mutant == .ignoresPauses else { return answer }
            var deaf = answer
            deaf.retryAt = now + process.skew
            return deaf
        case .unauthorized:
            process.signToken(at: now)
            return answer
        default: return answer
        }
    }
}
