import GlossportReading

/// Collects a sentence for each expectation that fails.
package struct Violations {
    package private(set) var sentences: [String] = []

    package init() {}

    /// Records a sentence unless two values are equal.
    package mutating func expect<Value: Equatable>(_ found: Value, _ expected: Value, _ subject: String) {
        guard found != expected else { return }
        sentences.append("\(subject) should be \(expected), not \(found)")
    }

    /// Records a sentence unless a call throws a ``GlossportError`` with code `journal`.
    package mutating func expectJournalError(_ subject: String, _ body: () async throws -> Void) async {
        do {
            try await body()
            sentences.append("\(subject) is accepted")
        } catch let error as GlossportError {
            expect(error.code, .journal, "the code of the error for: \(subject)")
        } catch {
            sentences.append("\(subject) throws a \(type(of: error)), not a GlossportError")
        }
    }
}
