import RetentionEmulator
import Testing

@Suite("Review")
struct ReviewTests {
    private func state(of state: inout ServiceState, at now: Moment) throws -> [ReviewState] {
        try state.messages(at: now).map(\.state)
    }

    @Test("The sandbox approves at once")
    func sandbox() throws {
        var service = try Samples.state(.sandbox)
        _ = try service.upload(1)
        #expect(try state(of: &service, at: Samples.start) == [.approved])
    }

    @Test("By default, production leaves uploads pending forever")
    func production() throws {
        var service = try Samples.state(.production)
        _ = try service.upload(1)
        #expect(try state(of: &service, at: Samples.start + .seconds(1_000_000)) == [.pending])
    }

    @Test("A review ends exactly after its configured time")
    func delayed() throws {
        var service = try Samples.state(.production) { $0.approveAfter = .seconds(5) }
        _ = try service.upload(1)
        let due = Samples.start + .seconds(5)
        #expect(try state(of: &service, at: due - .microseconds(1)) == [.pending])
        #expect(try state(of: &service, at: due) == [.approved])
    }

    @Test("A manual decision applies to the named items only, or else to the pending ones")
    func byHand() throws {
        var service = try Samples.state(.production)
        for number in 1...3 { _ = try service.upload(number) }
        let chosen: Set = [try Samples.identifier(2)]
        #expect(service.decide(.rejected, only: chosen, bundleID: nil, at: Samples.start) == 1)
        #expect(service.decide(.approved, only: nil, bundleID: nil, at: Samples.start) == 2)
        #expect(try state(of: &service, at: Samples.start) == [.approved, .rejected, .approved])
    }

    @Test("A manual decision can be limited to one app")
    func oneApp() throws {
        var service = try Samples.state(.production)
        _ = try service.upload(1)
        #expect(service.decide(.approved, only: nil, bundleID: "com.example.other", at: Samples.start) == 0)
        #expect(service.decide(.approved, only: nil, bundleID: Samples.app, at: Samples.start) == 1)
    }

    @Test("Rejections occur at the given rate and are the same for the same seed")
    func rejections() throws {
        var verdicts: [[ReviewState]] = []
        for _ in 1...2 {
            var service = try Samples.state {
                $0.rejectRate = 0.25
                $0.seed = 7
            }
            for number in 1...1000 { _ = try service.upload(number) }
            verdicts.append(try state(of: &service, at: Samples.start))
        }
        #expect(verdicts[0] == verdicts[1])
        #expect((200...300).contains(verdicts[0].count { $0 == .rejected }))
    }
}
