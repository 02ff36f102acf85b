private import Foundation
package import Glossport
import GlossportProject
import GlossportReading

/// The conformance checks that every journal log must pass.
///
/// The test of a log takes two lines:
///
/// ```swift
/// let kit = LogConformance { try SQLiteLog(path: folder.file("journal.sqlite")) }
/// #expect(try await kit.violations(of: check) == [])
/// ```
package struct LogConformance: Sendable {
    package enum Check: String, CaseIterable, Sendable {
        case empty, everyColumn, reopened, order, limit, behind, otherWriter, allOrNone, ahead, destinationsApart, race,
            removal,
            removalBehind, filling
    }

    private let open: @Sendable () async throws -> any JournalLog

    /// - Parameter open: Opens the log under test. The first call creates an empty log; every later call opens the same
    ///   log again, as another process would. An in-memory log returns itself.
    package init(_ open: @escaping @Sendable () async throws -> any JournalLog) { self.open = open }

    private static let place = JournalSamples.sandbox
    private static let elsewhere = Destination(app: JournalSamples.sandbox.app, environment: .production)

    private static let (writer, otherWriter) = (UUID(), UUID())

    private static func position(_ number: Int64) -> LogPosition {
        number == 0 ? .start : LogPosition(number, by: writer)
    }

    /// Returns an event with a value in every column.
    package static func event(_ number: Int64, _ kind: JournalEvent.Kind = .attemptEnded) -> JournalEvent {
        var event = JournalEvent(
            kind,
            in: 1,
            at: JournalSamples.moment(number),
            item: JournalSamples.item(Int(number)).id,
            state: .refused
        )
        event.position = position(number)
        event.attempt = number + 1
        event.endpoint = .uploadMessage
        event.outcome = "refused"
        event.status = 400
        event.code = 4_000_023
        event.proof = .adopted
        event.reason = "Größer \"als\" {erlaubt}, \\ it's\n花"
        event.pausedUntil = JournalSamples.moment(60)
        event.steadyUntil = JournalSamples.moment(3_600)
        event.product = "com.example.annual"
        event.locale = "de-DE"
        event.text = "{\"a\":[1,\"é\"]}"
        return event
    }

    private static func events(_ numbers: ClosedRange<Int64>) -> [JournalEvent] { numbers.map { event($0) } }

    private static func all(_ log: any JournalLog, at place: Destination = place) async throws -> [JournalEvent] {
        try await log.events(of: place, after: 0, limit: 10_000)
    }

    /// Runs one check on an empty log.
    ///
    /// - Returns: A sentence for each violation; empty if the log conforms.
    /// - Throws: Errors of the log.
    package func violations(of check: Check) async throws -> [String] {
        let log = try await open()
        var violations = Violations()
        func expect<Value: Equatable>(_ found: Value, _ expected: Value, _ subject: String) {
            violations.expect(found, expected, subject)
        }
        func append(_ numbers: ClosedRange<Int64>, after number: Int64, to place: Destination = Self.place) async throws
            -> Bool
        {
            try await log.append(Self.events(numbers), to: place, after: Self.position(number))
        }
        switch check {
        case .empty:
            expect(try await log.destinations(), [], "the destinations of a new log")
            expect(try await Self.all(log), [], "the events of a new log")
        case .everyColumn:
            var bare = JournalEvent(.runEnded, in: 1, at: JournalSamples.moment())
            bare.position = Self.position(2)
            _ = try await log.append([Self.event(1), bare], to: Self.place, after: .start)
            expect(try await Self.all(log), [Self.event(1), bare], "what was appended")
            for (index, kind) in JournalEvent.Kind.allCases.enumerated() {
                let last = Self.position(Int64(index) + 2)
                _ = try await log.append([Self.event(last.number + 1, kind)], to: Self.place, after: last)
            }
            expect(try await Self.all(log).dropFirst(2).map(\.kind), JournalEvent.Kind.allCases, "the kinds")
        case .reopened:
            _ = try await append(1...3, after: 0)
            expect(try await Self.all(try await open()), Self.events(1...3), "the events after reopening")
        case .order:
            _ = try await append(1...5, after: 0)
            _ = try await append(6...12, after: 5)
            expect(try await Self.all(log).map(\.number), Array(1...12), "the numbers")
        case .limit:
            _ = try await append(1...9, after: 0)
            let some = try await log.events(of: Self.place, after: 3, limit: 4)
            expect(some.map(\.number), [4, 5, 6, 7], "four events after the third")
            expect(try await log.events(of: Self.place, after: 9, limit: 4), [], "events after the last")
        case .behind:
            _ = try await append(1...4, after: 0)
            expect(try await append(3...5, after: 2), false, "an append after a number that is not the last")
            expect(try await append(1...1, after: 0), false, "a first append to a log that has events")
            expect(try await Self.all(log), Self.events(1...4), "what is there after appends that were behind")
        case .otherWriter:
            _ = try await append(1...4, after: 0)
            var foreign = Self.event(5)
            foreign.position.writer = Self.otherWriter
            let end = LogPosition(4, by: Self.otherWriter)
            expect(
                try await log.append([foreign], to: Self.place, after: end),
                false,
                "an append after the last number, but of another writer"
            )
            expect(
                try await log.remove([2], of: Self.place, after: end),
                false,
                "a removal after the last number, but of another writer"
            )
            expect(try await Self.all(log), Self.events(1...4), "what is there after another history's writes")
            expect(
                try await log.append([foreign], to: Self.place, after: Self.position(4)),
                true,
                "another writer's append after the last event"
            )
            expect(try await append(6...6, after: 5), false, "an append after an event of another writer")
            expect(try await Self.all(log).last, foreign, "the last event")
        case .allOrNone:
            _ = try await append(1...1, after: 0)
            // The number of the second event is taken, so the first must not be kept either.
            _ = try? await log.append([Self.event(2), Self.event(1)], to: Self.place, after: Self.position(1))
            expect(try await Self.all(log).map(\.number), [1], "what is left of a half append")
        case .ahead:
            _ = try await append(1...2, after: 0)
            let appended = (try? await append(6...6, after: 5)) ?? false
            expect(appended, false, "an append after a number that the log never had")
        case .destinationsApart:
            _ = try await append(1...2, after: 0)
            expect(try await append(1...1, after: 0, to: Self.elsewhere), true, "a first append elsewhere")
            expect(Set(try await log.destinations()), [Self.place, Self.elsewhere], "the destinations")
            expect(try await Self.all(log, at: Self.elsewhere).map(\.number), [1], "the numbers elsewhere")
        case .race:
            _ = try await append(1...1, after: 0)
            let logs = try await [open(), open(), open(), open()]
            let won = try await withThrowingTaskGroup(of: Bool.self) { group in
                for (run, log) in logs.enumerated() {
                    group.addTask {
                        var event = Self.event(2)
                        event.run = Int64(run) + 10
                        return try await log.append([event], to: Self.place, after: Self.position(1))
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            expect(won, 1, "the number of those who got the same number")
            expect(try await Self.all(log).map(\.number), [1, 2], "the numbers after a race")
        case .removal:
            _ = try await append(1...5, after: 0)
            expect(try await log.remove([2, 3], of: Self.place, after: Self.position(5)), true, "a removal")
            expect(try await Self.all(log).map(\.number), [1, 4, 5], "what is left")
            expect(try await append(6...6, after: 5), true, "an append after a removal")
        case .removalBehind:
            _ = try await append(1...5, after: 0)
            expect(
                try await log.remove([2, 3], of: Self.place, after: Self.position(4)),
                false,
                "a removal that is behind"
            )
            expect(try await Self.all(log).map(\.number), Array(1...5), "what is left")
        case .filling:
            try await log.fill([Self.place: Self.events(1...1_200), Self.elsewhere: [Self.event(7)]])
            expect(try await Self.all(log), Self.events(1...1_200), "what was filled in")
            expect(try await Self.all(log, at: Self.elsewhere), [Self.event(7)], "what was filled in elsewhere")
        }
        return violations.sentences
    }
}
