package import GlossportChecking
package import GlossportImporting

/// The requirements on every fleet's store, wherever it keeps its rows. A store's test is one line per check:
///
/// ```swift
/// @Test("The local fleet conforms", arguments: FleetConformance.Check.allCases)
/// func conforms(check: FleetConformance.Check) async throws {
///     let time = ManualTime()
///     let kit = FleetConformance(LocalFleet(time: time)) { time.advance(by: $0) }
///     #expect(try await kit.violations(of: check) == [])
/// }
/// ```
package struct FleetConformance: Sendable {
    /// One thing that every store must get right.
    package enum Check: String, CaseIterable, Sendable {
        case revisions, sameAgain, dueAtOnce, otherFiles, takenOnce, concurrentTakes, comesBack, kept, fair
        case wakes, failures, lateNote, noteAfterSubmission, noteAfterWake, pause, pauseWhileWorking, wake
        case unknownDestinations, environmentsApart, workers
    }

    let store: any FleetStore
    /// Makes time go by, as far as the store can see.
    let pass: @Sendable (Duration) async throws -> Void

    /// - Parameters:
    ///   - store: The store under test, which is empty.
    ///   - pass: Makes time go by for it.
    package init(_ store: any FleetStore, pass: @escaping @Sendable (Duration) async throws -> Void) {
        self.store = store
        self.pass = pass
    }

    /// Runs one check, on a store that is still empty.
    ///
    /// - Parameter check: The check to run.
    /// - Returns: A sentence for each violation; empty if the store conforms.
    /// - Throws: Errors of the store.
    package func violations(of check: Check) async throws -> [String] {
        var violations = Violations()
        switch check {
        case .revisions: try await revisions(&violations)
        case .sameAgain: try await sameAgain(&violations)
        case .dueAtOnce: try await dueAtOnce(&violations)
        case .otherFiles: try await otherFiles(&violations)
        case .takenOnce: try await takenOnce(&violations)
        case .concurrentTakes: try await concurrentTakes(&violations)
        case .comesBack: try await comesBack(&violations)
        case .kept: try await kept(&violations)
        case .fair: try await fair(&violations)
        case .wakes: try await wakes(&violations)
        case .failures: try await failures(&violations)
        case .lateNote: try await lateNote(&violations)
        case .noteAfterSubmission: try await noteAfterSubmission(&violations)
        case .noteAfterWake: try await noteAfterWake(&violations)
        case .pause: try await pause(&violations)
        case .pauseWhileWorking: try await pauseWhileWorking(&violations)
        case .wake: try await wake(&violations)
        case .unknownDestinations: try await unknownDestinations(&violations)
        case .environmentsApart: try await environmentsApart(&violations)
        case .workers: try await workers(&violations)
        }
        return violations.sentences
    }

    // MARK: Samples

    /// A made-up digest.
    package static func digest(_ number: UInt8) -> InputDigest {
        InputDigest(bytes: [UInt8](repeating: number, count: 32))
    }

    /// A made-up project.
    package static func app(_ name: String, _ environment: ServiceEnvironment = .sandbox) -> Destination {
        Destination(app: "com.example.\(name)", environment: environment)
    }

    /// Submits projects, all with the same digest.
    private func submit(_ names: String..., digest: UInt8 = 1) async throws -> [Destination: InputDigest] {
        let offers = Dictionary(names.map { (Self.app($0), Self.digest(digest)) }) { first, _ in first }
        _ = try await store.submit(offers, by: "Noa Levi")
        return offers
    }

    private func project(_ name: String) async throws -> FleetProject? {
        try await store.projects().first { $0.destination == Self.app(name) }
    }

    private static let done = TurnOutcome(wake: .never, failures: 0, exit: 0, run: 7)
    private static func again(after duration: Duration) -> TurnOutcome {
        TurnOutcome(wake: .after(duration), failures: 0, exit: 9, note: "Quota.")
    }

    // MARK: Revisions

    private func revisions(_ violations: inout Violations) async throws {
        violations.expect(try await store.projects(), [], "the projects of an empty fleet")
        let now = try await store.now()
        let first = try await store.submit([Self.app("a"): Self.digest(1)], by: "Noa Levi: ticket 4711")
        violations.expect(first[Self.app("a")]?.number, 1, "the first revision")
        let both = [Self.app("a"): Self.digest(2), Self.app("b"): Self.digest(3)]
        let second = try await store.submit(both, by: "山田 花子")
        violations.expect(second.mapValues(\.number), [Self.app("a"): 2, Self.app("b"): 1], "the revisions")
        violations.expect(second.mapValues(\.digest), both, "the digests")
        let projects = try await store.projects()
        violations.expect(projects.map(\.destination), [Self.app("a"), Self.app("b")], "the projects, by app")
        violations.expect(projects.map(\.revision.submittedBy), ["山田 花子", "山田 花子"], "who submitted them")
        let isNow = projects.allSatisfy { ($0.revision.submitted - now).nanoseconds.magnitude < 60_000_000_000 }
        violations.expect(isNow, true, "that they were submitted now")
        violations.expect(projects.map { $0.state(at: now) }, [.due, .due], "their states")
    }

    private func sameAgain(_ violations: inout Violations) async throws {
        let offers = try await submit("a")
        guard let turn = try await store.takeDue(of: offers) else { return violations.expect(false, true, "a turn") }
        violations.expect(try await store.note(Self.done, of: turn), true, "that the end counts")
        let again = try await store.submit(offers, by: "Dan")
        violations.expect(again[Self.app("a")]?.number, 1, "the revision of what was submitted already")
        violations.expect(again[Self.app("a")]?.submittedBy, "Noa Levi", "who submitted it first")
        violations.expect(try await store.takeDue(of: offers), nil, "a turn of what was submitted already")
    }

    private func dueAtOnce(_ violations: inout Violations) async throws {
        violations.expect(try await store.takeDue(of: [:]), nil, "a turn of an empty fleet")
        let offers = try await submit("a")
        let turn = try await store.takeDue(of: offers)
        violations.expect(turn?.destination, Self.app("a"), "whose turn it is")
        violations.expect(turn?.revision, 1, "its revision")
        violations.expect(turn?.failures, 0, "its failures")
        violations.expect(turn?.lastExit, nil, "its last exit code")
    }

    private func otherFiles(_ violations: inout Violations) async throws {
        _ = try await submit("a", digest: 2)
        let old = [Self.app("a"): Self.digest(1), Self.app("b"): Self.digest(1)]
        violations.expect(try await store.takeDue(of: old), nil, "a turn where something else lies")
        violations.expect(try await store.takeDue(of: [:]), nil, "a turn where nothing lies")
        let turn = try await store.takeDue(of: [Self.app("a"): Self.digest(2)])
        violations.expect(turn?.destination, Self.app("a"), "whose turn it is where it lies")
        // A store may look at the first of many before it asks for all.
        let stale = Dictionary(uniqueKeysWithValues: (0..<80).map { (Self.app("many\($0)"), Self.digest(1)) })
        _ = try await store.submit(stale.mapValues { _ in Self.digest(2) }, by: "Noa")
        violations.expect(try await store.takeDue(of: stale), nil, "a turn where something else lies than of many")
    }

    // MARK: Turns

    /// Takes turns until none is due, and no more than a store that gives a turn twice needs to be noticed.
    private static func take(of offers: [Destination: InputDigest], from store: any FleetStore) async throws
        -> [FleetTurn]
    {
        var taken: [FleetTurn] = []
        while taken.count <= offers.count, let turn = try await store.takeDue(of: offers) { taken.append(turn) }
        return taken
    }

    private func takenOnce(_ violations: inout Violations) async throws {
        let offers = try await submit("a", "b")
        let turns = [
            try await store.takeDue(of: offers), try await store.takeDue(of: offers),
            try await store.takeDue(of: offers),
        ]
        violations.expect(turns.map { $0?.destination }, [Self.app("a"), Self.app("b"), nil], "the turns")
    }

    private func concurrentTakes(_ violations: inout Violations) async throws {
        let names = (0..<20).map { "app\($0)" }
        let offers = Dictionary(names.map { (Self.app($0), Self.digest(1)) }) { first, _ in first }
        _ = try await store.submit(offers, by: "Noa Levi")
        let store = store
        let taken = try await withThrowingTaskGroup(of: [Destination].self) { group in
            for _ in 0..<4 {
                group.addTask {
                    try await Self.take(of: offers, from: store).map(\.destination)
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        violations.expect(taken.count, names.count, "turns of four who take at once")
        violations.expect(Set(taken).count, names.count, "different turns of four who take at once")
    }

    private func comesBack(_ violations: inout Violations) async throws {
        let offers = try await submit("a")
        _ = try await store.takeDue(of: offers)
        try await pass(FleetTurn.length - .seconds(10))
        violations.expect(try await store.takeDue(of: offers), nil, "a turn of a project that is taken")
        try await pass(.seconds(20))
        violations.expect(
            try await store.takeDue(of: offers)?.destination,
            Self.app("a"),
            "whose turn it is after whoever took it fell silent"
        )
    }

    private func kept(_ violations: inout Violations) async throws {
        let offers = try await submit("a")
        guard let turn = try await store.takeDue(of: offers) else { return violations.expect(false, true, "a turn") }
        try await pass(FleetTurn.length - .seconds(10))
        violations.expect(try await store.keep(turn), true, "that a turn can be kept")
        try await pass(FleetTurn.length - .seconds(10))
        violations.expect(try await store.takeDue(of: offers), nil, "a turn of a project that is kept")
        violations.expect(try await store.note(Self.done, of: turn), true, "that its end counts")
        violations.expect(try await store.keep(turn), false, "that it can be kept after its end")
        violations.expect(try await store.note(Self.again(after: .zero), of: turn), false, "that it ends twice")
        violations.expect(try await project("a")?.lastExit, 0, "the exit code")
    }

    private func fair(_ violations: inout Violations) async throws {
        let offers = try await submit("a", "b", "c")
        for duration in [30, 10, 20] {
            guard let turn = try await store.takeDue(of: offers) else { continue }
            _ = try await store.note(Self.again(after: .seconds(duration)), of: turn)
        }
        try await pass(.seconds(60))
        let order = try await Self.take(of: offers, from: store).map(\.destination.app)
        violations.expect(order, ["b", "c", "a"].map { Self.app($0).app }, "the order of turns, the longest due first")
    }

    private func wakes(_ violations: inout Violations) async throws {
        let offers = try await submit("after", "at", "done", "held")
        let now = try await store.now()
        let wakes: [String: FleetWake] = [
            "after": .after(.seconds(600)), "at": .at(now + .seconds(1_200)), "done": .never, "held": .whenFree,
        ]
        for turn in try await Self.take(of: offers, from: store) {
            let wake = wakes[String(turn.destination.app.dropFirst("com.example.".count))] ?? .never
            _ = try await store.note(TurnOutcome(wake: wake, failures: 0, exit: 0), of: turn)
        }
        func due() async throws -> [String] {
            try await Self.take(of: offers, from: store).map(\.destination.app)
        }
        try await pass(.seconds(100))
        violations.expect(try await due(), [Self.app("held").app], "what is due when nobody else is at work")
        try await pass(.seconds(550))
        violations.expect(try await due().contains(Self.app("after").app), true, "that what waits is due then")
        try await pass(.seconds(600))
        violations.expect(try await due().contains(Self.app("at").app), true, "that what waits for a moment is due")
        try await pass(.seconds(1_000_000))
        violations.expect(try await due().contains(Self.app("done").app), false, "that what is done is due")
        let done = try await project("done")
        violations.expect(done?.wake, nil, "when what is done is due")
    }

    private func failures(_ violations: inout Violations) async throws {
        let offers = try await submit("a")
        guard let turn = try await store.takeDue(of: offers) else { return violations.expect(false, true, "a turn") }
        let failed = TurnOutcome(
            wake: .after(.seconds(60)),
            failures: 3,
            exit: 137,
            run: 5,
            note: "“Killed”\u{1B}[31m"
        )
        _ = try await store.note(failed, of: turn)
        let project = try await project("a")
        violations.expect(project?.failures, 3, "the failures")
        violations.expect(project?.lastExit, 137, "the exit code")
        violations.expect(project?.lastRun, 5, "the run")
        violations.expect(project?.note, failed.note, "the note")
        try await pass(.seconds(90))
        let next = try await store.takeDue(of: offers)
        violations.expect(next?.failures, 3, "the failures that the next turn knows")
        violations.expect(next?.lastExit, 137, "the exit code that the next turn knows")
    }

    private func lateNote(_ violations: inout Violations) async throws {
        let offers = try await submit("a")
        guard let late = try await store.takeDue(of: offers) else { return violations.expect(false, true, "a turn") }
        try await pass(FleetTurn.length + .seconds(10))
        guard let turn = try await store.takeDue(of: offers) else { return violations.expect(false, true, "a turn") }
        violations.expect(try await store.keep(late), false, "that a turn can be kept that somebody else has")
        violations.expect(try await store.note(Self.done, of: late), false, "that the end of a lost turn counts")
        violations.expect(try await project("a")?.lastExit, nil, "the exit code")
        violations.expect(try await store.note(Self.done, of: turn), true, "that the end of the other turn counts")
    }

    private func noteAfterSubmission(_ violations: inout Violations) async throws {
        var offers = try await submit("a")
        guard let turn = try await store.takeDue(of: offers) else { return violations.expect(false, true, "a turn") }
        offers = try await submit("a", digest: 2)
        violations.expect(
            try await store.note(Self.done, of: turn),
            false,
            "that the end of an older revision's turn counts"
        )
        violations.expect(try await store.takeDue(of: offers)?.revision, 2, "the revision that is due")
    }

    private func noteAfterWake(_ violations: inout Violations) async throws {
        let offers = try await submit("a")
        guard let turn = try await store.takeDue(of: offers) else { return violations.expect(false, true, "a turn") }
        _ = try await store.wake([Self.app("a")])
        violations.expect(try await store.note(Self.done, of: turn), false, "that the end of a turn before it counts")
        violations.expect(try await store.takeDue(of: offers)?.destination, Self.app("a"), "what is due")
    }

    // MARK: People

    private func pause(_ violations: inout Violations) async throws {
        let offers = try await submit("a", "b")
        violations.expect(try await store.pause([Self.app("a")], by: "Noa: 4711"), [Self.app("a")], "what was paused")
        violations.expect(try await project("a")?.pausedBy, "Noa: 4711", "who paused it")
        violations.expect(try await store.takeDue(of: offers)?.destination, Self.app("b"), "what is due")
        violations.expect(try await store.takeDue(of: offers), nil, "a turn of what is paused")
        _ = try await store.wake([Self.app("a")])
        violations.expect(try await store.takeDue(of: offers), nil, "a turn of what is paused and woken")
        violations.expect(try await store.resume([Self.app("a")]), [Self.app("a")], "what was resumed")
        violations.expect(try await project("a")?.pausedBy, nil, "who has paused it then")
        violations.expect(try await store.takeDue(of: offers)?.destination, Self.app("a"), "what is due then")
    }

    private func pauseWhileWorking(_ violations: inout Violations) async throws {
        let offers = try await submit("a")
        guard let turn = try await store.takeDue(of: offers) else { return violations.expect(false, true, "a turn") }
        _ = try await store.pause([Self.app("a")], by: "Noa")
        violations.expect(try await store.note(Self.done, of: turn), true, "that the end counts")
        violations.expect(try await project("a")?.pausedBy, "Noa", "who has paused it")
        _ = try await store.resume([Self.app("a")])
        violations.expect(try await store.takeDue(of: offers), nil, "a turn of what is done")
    }

    private func wake(_ violations: inout Violations) async throws {
        let offers = try await submit("a")
        guard let turn = try await store.takeDue(of: offers) else { return violations.expect(false, true, "a turn") }
        let parked = TurnOutcome(wake: .never, failures: 4, exit: 7, note: "The key is refused.")
        _ = try await store.note(parked, of: turn)
        let now = try await store.now()
        violations.expect(try await project("a")?.state(at: now), .parked, "the state")
        violations.expect(try await store.wake([Self.app("a")]), [Self.app("a")], "what was woken")
        let woken = try await project("a")
        violations.expect(woken?.failures, 0, "the failures then")
        violations.expect(woken?.note, nil, "the note then")
        violations.expect(try await store.takeDue(of: offers)?.destination, Self.app("a"), "what is due then")
    }

    private func unknownDestinations(_ violations: inout Violations) async throws {
        _ = try await submit("a")
        let unknown = Self.app("unknown")
        violations.expect(try await store.pause([unknown], by: "Noa"), [], "what was paused")
        violations.expect(try await store.resume([unknown, Self.app("a")]), [Self.app("a")], "what was resumed")
        violations.expect(try await store.wake([unknown]), [], "what was woken")
        violations.expect(try await store.projects().count, 1, "the projects")
    }

    private func environmentsApart(_ violations: inout Violations) async throws {
        _ = try await submit("a")
        let production = Self.app("a", .production)
        violations.expect(
            try await store.takeDue(of: [production: Self.digest(1)]),
            nil,
            "a turn in the other environment"
        )
        _ = try await store.submit([production: Self.digest(1)], by: "Noa")
        violations.expect(
            try await store.projects().map(\.destination.environment),
            [.production, .sandbox],
            "the environments"
        )
        _ = try await store.pause([production], by: "Noa")
        violations.expect(
            try await store.takeDue(of: [Self.app("a"): Self.digest(1), production: Self.digest(1)])?.destination,
            Self.app("a"),
            "what is due"
        )
    }

    private func workers(_ violations: inout Violations) async throws {
        let offers = try await submit("a", "b")
        let nobody = try await store.now()
        let sample = FleetWorker(host: "b2", process: 42, version: "0.1", slots: 8, started: nobody, seen: nobody)
        let first = try await store.register(sample)
        let second = try await store.register(sample)
        violations.expect(first == second, false, "that two workers are one")
        try await store.beat(first, busy: 3, strangers: offers.keys.sorted { $0.app < $1.app })
        try await pass(FleetWorker.silence + .seconds(10))
        try await store.beat(second, busy: 0, strangers: [])
        let now = try await store.now()
        let workers = try await store.workers()
        violations.expect(workers.map { $0.isAlive(at: now) }, [false, true], "who is alive")
        violations.expect(workers.map(\.busy), [3, 0], "how busy they are")
        violations.expect(workers.first?.strangers, [Self.app("a"), Self.app("b")], "what lies there instead")
        violations.expect(
            workers.first.map { [$0.host, "\($0.process)", $0.version, "\($0.slots)"] },
            ["b2", "42", "0.1", "8"],
            "the worker"
        )
        try await store.dismiss(first)
        violations.expect(try await store.workers().count, 1, "the workers after one has ended")
    }
}
