import RetentionEmulator
import Testing

@Suite("Traffic")
struct TrafficTests {
    private let hour = Duration.seconds(3600)

    @Test("The highest hourly count is that of the densest hour, whenever that hour begins")
    func densest() {
        var traffic = Traffic()
        for step in [0, 1000, 3599, 3600, 3700, 9000] { traffic.arrive(at: Samples.start + .seconds(step), hour: hour) }
        #expect(traffic.arrivals == 6)
        #expect(traffic.highestInAnyHour == 4)
        #expect(traffic.highestIsExact)
    }

    @Test("A request exactly an hour after another is not in the same hour")
    func edge() {
        var traffic = Traffic()
        traffic.arrive(at: Samples.start, hour: hour)
        traffic.arrive(at: Samples.start + hour, hour: hour)
        #expect(traffic.highestInAnyHour == 1)
    }

    @Test("The highest hourly count is reported as inexact if an hour has too many arrivals to remember")
    func bounded() {
        var traffic = Traffic()
        for _ in 0..<(Traffic.exactArrivals + 10) { traffic.arrive(at: Samples.start, hour: hour) }
        #expect(traffic.highestInAnyHour == Traffic.exactArrivals)
        #expect(!traffic.highestIsExact)
    }

    @Test("Refused requests are counted as well")
    func refused() throws {
        var state = try Samples.state { $0.allowances = [.uploadMessage: 1] }
        for number in 1...3 { _ = try state.upload(number) }
        #expect(state.sequence == 3)
        #expect(state.inFlight == 0)
    }
}
