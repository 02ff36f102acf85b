import Glossport
import GlossportChecking
import GlossportProject
import Testing

@Suite("Request timeout")
struct RequestTimeoutTests {
    private let timeout = RequestTimeout(base: .seconds(30), floorRate: 1_000)

    @Test("A body extends a timeout", arguments: [(0, 30_000), (1, 30_001), (1_000, 31_000), (10_000_000, 10_030_000)])
    func grows(bytes: Int, milliseconds: Int) {
        #expect(timeout.limit(sending: bytes) == .milliseconds(milliseconds))
    }

    @Test("An endpoint's longest timeout is that of the largest body sent there")
    func longest() {
        #expect(timeout.longest(at: .uploadImage) == timeout.limit(sending: PNGInspection.maximumBytes))
        #expect(timeout.longest(at: .listMessages) == .seconds(30))
        #expect(Endpoint.allCases.allSatisfy { timeout.longest(at: $0) <= timeout.longest(at: .uploadImage) })
    }

    @Test("Four simultaneous images of 10 MB fit through a 1 Mbit/s connection")
    func fourPictures() {
        #expect(RequestTimeout.standard.limit(sending: 10_000_000) > .seconds(10_000_000 * 4 * 8 / 1_000_000))
    }
}
