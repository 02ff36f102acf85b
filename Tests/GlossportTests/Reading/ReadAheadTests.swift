import Testing

@testable import GlossportReading

@Suite("Reading ahead")
struct ReadAheadTests {
    private struct Trouble: Error {}

    private static let partSize = 50_000

    /// Makes parts of one byte each, counting up.
    private static func make(
        _ count: Int,
        thenThrow: Bool = false
    ) -> @Sendable ((UnsafeRawBufferPointer) throws -> Void) throws -> DecodingFailure? {
        { put in
            for number in 0..<count {
                try [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: partSize).withUnsafeBytes {
                    try put($0)
                }
            }
            if thenThrow { throw Trouble() }
            return DecodingFailure(byteOffset: count, bytes: [], truncated: true)
        }
    }

    private static func bytes(_ count: Int) -> [UInt8] {
        (0..<count).flatMap { [UInt8](repeating: UInt8(truncatingIfNeeded: $0), count: partSize) }
    }

    @Test("every byte arrives once and in order, and then what the maker says", arguments: [0, 1, 30, 300])
    func order(count: Int) throws {
        var arrived: [UInt8] = []
        let failure = try ReadAhead.run(make: Self.make(count)) { arrived += $0 }
        #expect(arrived == Self.bytes(count))
        #expect(failure?.byteOffset == count)
    }

    @Test("the maker's error comes after its bytes", arguments: [0, 1, 5, 50])
    func makerThrows(count: Int) {
        var arrived: [UInt8] = []
        #expect(throws: Trouble.self) {
            _ = try ReadAhead.run(make: Self.make(count, thenThrow: true)) { arrived += $0 }
        }
        #expect(arrived == Self.bytes(count))
    }

    @Test("whoever stops early leaves nothing running", arguments: [0, 1, 4, 20])
    func userThrows(count: Int) {
        var seen = 0
        #expect(throws: Trouble.self) {
            _ = try ReadAhead.run(make: Self.make(500)) { _ in
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
