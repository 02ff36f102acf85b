package import GlossportImporting
import GlossportReading

/// A drawn sequence of calls that a journal and ``InMemoryJournal`` get alike, and after which they must say the same.
///
/// The conformance kits ask what somebody thought of. This asks what nobody did: two runs at once, a process that dies between two writes, a list
/// in the middle of an upload, calls that are refused. The same seed makes the same calls.
///
/// ```swift
/// let walk = JournalWalk(seed: 7) { try SQLiteJournal(path: path) }
/// let difference = try await walk.difference(after: 200)
/// #expect(difference == nil)
/// ```
package struct JournalWalk: Sendable {
    private let seed: UInt64
    private let open: @Sendable () async throws -> any DefaultsJournal

    /// - Parameters:
    ///   - seed: What is drawn follows from it.
    ///   - open: Opens the journal, as ``JournalConformance`` asks for.
    package init(seed: UInt64, open: @escaping @Sendable () async throws -> any DefaultsJournal) {
        self.seed = seed
        self.open = open
    }

    /// Makes so many calls; compares each answer, and every few calls everything that is remembered.
    ///
    /// - Returns: A sentence on the first difference; `nil` if there is none.
    /// - Throws: What the journal under test throws where it is asked what it remembers.
    package func difference(after calls: Int) async throws -> String? {
        var random = SeededRandom(seed: seed)
        var model = JournalWalker(InMemoryJournal())
        var walker = JournalWalker(try await open())
        var made: [JournalCall] = []
        func sentence(_ found: some Any, _ expected: some Any) -> String {
            let calls = made.enumerated().map { "\($0 + 1) \($1)" }.joined(separator: "\n")
            return "\(expected) expected, not \(found), after these calls:\n\(calls)"
        }
        for number in 1...calls {
            let call = try await JournalCall.drawn(from: &random, for: model)
            made.append(call)
            let expected = await model.make(call, at: JournalSamples.moment(Int64(number)))
            let found = await walker.make(call, at: JournalSamples.moment(Int64(number)))
            guard found == expected else { return sentence(found, expected) }
            // As a process that was killed.
            if random.chance(0.05) { walker.journal = try await open() }
            guard random.chance(0.1) || number == calls else { continue }
            let memory = try await model.memory()
            for (found, expected) in zip(try await walker.memory(), memory) where found != expected {
                return sentence(found, expected)
            }
        }
        return nil
    }
}
