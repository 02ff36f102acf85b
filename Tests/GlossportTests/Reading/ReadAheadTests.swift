import Testing

@testable import Glossport

@Suite("Reading ahead")
struct ReadAheadTests {
    private struct Trouble: Error {}

    private static func make(
        _ count: Int,
        thenThrow: Bool = false
    ) -> @Sendable ((UnsafeRawBufferPointer) throws -> Void) throws -> DecodingFailure? {
        { put in
            for number in 0..<count { try withUnsafeBytes(of: number) { try put($0) } }
            if thenThrow { throw Trouble() }
            return DecodingFailure(byteOffset: count, bytes: [], truncated: true)
        }
    }

    @Test("every piece arrives once and in order, and then what the maker says")
    func order() throws {
        var numbers: [Int] = []
        let failure = try ReadAhead.run(make: Self.make(1_000)) { numbers.append($0.loadUnaligned(as: Int.self)) }
        #expect(numbers == Array(0..<1_000))
        #expect(failure?.byteOffset == 1_000)
    }

    @Test("the maker's error comes after its pieces", arguments: [0, 1, 4, 5, 50])
    func makerThrows(count: Int) {
        var seen = 0
        #expect(throws: Trouble.self) {
            _ = try ReadAhead.run(make: Self.make(count, thenThrow: true)) { _ in seen += 1 }
        }
        #expect(seen == count)
    }

    @Test("whoever stops early leaves nothing running", arguments: [0, 1, 4, 50])
    func userThrows(count: Int) {
        var seen = 0
        #expect(throws: Trouble.self) {
            _ = try ReadAhead.run(make: Self.make(1_000)) { _ in
                if seen == count { throw Trouble() }
                seen += 1
            }
        }
        #expect(seen == count)
    }

    @Test("cancellation ends it")
    func cancelled() async {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try ReadAhead.run(make: Self.make(1_000)) { _ in }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
