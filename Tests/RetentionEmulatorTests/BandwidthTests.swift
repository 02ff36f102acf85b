import Hummingbird
import RetentionEmulator
import Testing

@Suite("A line of limited speed")
struct BandwidthTests {
    @Test("Bandwidths are thousands of bits a second", arguments: [("80kbit", 100_000), ("0.8mbit", 10_000)])
    func times(text: String, milliseconds: Int) async throws {
        let bench = try TestBench { $0.bandwidth = Bandwidth(text: text) }
        let start = bench.now
        // 1,000,000 bytes; the bench's clock moves by what the line takes.
        try await bench.test { caller in
            let body = ByteBuffer(repeating: 0x20, count: 1_000_000)
            try await caller.send(.put, "/message/\(Samples.identifier(1))", bytes: body, type: "application/json")
        }
        #expect(bench.now == start + .milliseconds(milliseconds))
    }

    @Test(
        "Anything else is none",
        arguments: ["", "5", "mbit", "5mb", "5 mbit", "0mbit", "-5mbit", "1e3gbit", "5tbit"]
    )
    func noBandwidths(text: String) {
        #expect(Bandwidth(text: text) == nil)
    }

    @Test("Without one, no body takes any time")
    func unlimited() async throws {
        let bench = try TestBench()
        let start = bench.now
        try await bench.test { try await $0.upload(1) }
        #expect(bench.now == start)
    }
}
