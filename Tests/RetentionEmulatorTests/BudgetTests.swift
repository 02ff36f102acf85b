import RetentionEmulator
import Testing

@Suite("Budgets")
struct BudgetTests {
    @Test(
        "The spent count grows with requests, shrinks with refunds, and expires after an hour",
        arguments: BudgetWindow.allCases
    )
    func spent(window: BudgetWindow) {
        var budget = Budget(allowance: 10, hour: .seconds(3600), window: window)
        #expect(budget.spent(at: Samples.start) == 0)
        for _ in 1...3 { _ = budget.spend(at: Samples.start) }
        #expect(budget.spent(at: Samples.start) == 3)
        budget.refund()
        #expect(budget.spent(at: Samples.start) == 2)
        #expect(budget.spent(at: Samples.start + .seconds(3600)) == 0)
    }

    private let hour = Duration.seconds(3600)
    private let start = Samples.start

    @Test("Allowances match Apple's: a tenth in sandbox, and ten times as much for setting defaults")
    func profiles() {
        #expect(RateProfile.production.allowances[.uploadMessage] == 3600)
        #expect(RateProfile.production.allowances[.configureDefault] == 36_000)
        #expect(RateProfile.sandbox.allowances[.uploadMessage] == 360)
        #expect(RateProfile.sandbox.allowances[.configureDefault] == 3600)
        #expect(RateProfile.none.allowances.isEmpty)
        #expect(Rules(environment: .sandbox).allowances == RateProfile.sandbox.allowances)
        #expect(Rules(environment: .production).allowances == RateProfile.production.allowances)
    }

    @Test("A burst of the whole allowance is accepted", arguments: BudgetWindow.allCases)
    func burst(_ window: BudgetWindow) {
        var budget = Budget(allowance: 360, hour: hour, window: window)
        for _ in 1...360 { #expect(budget.spend(at: start) == nil) }
        #expect(budget.spend(at: start) != nil)
    }

    @Test(
        "A request is accepted at the promised time, but not a microsecond earlier",
        arguments: BudgetWindow.allCases
    )
    func promise(_ window: BudgetWindow) throws {
        var budget = Budget(allowance: 7, hour: hour, window: window)
        for step in 0..<7 { #expect(budget.spend(at: start + .seconds(step)) == nil) }
        let retryAt = budget.spend(at: start + .seconds(10))
        let until = try #require(retryAt)
        #expect(budget.spend(at: until - .microseconds(1)) == until)
        #expect(budget.spend(at: until) == nil)
    }

    @Test("A sliding hour frees each request an hour after it was made")
    func sliding() {
        var budget = Budget(allowance: 2, hour: hour, window: .sliding)
        #expect(budget.spend(at: start) == nil)
        #expect(budget.spend(at: start + .seconds(100)) == nil)
        #expect(budget.spend(at: start + .seconds(200)) == start + hour)
        #expect(budget.spend(at: start + hour) == nil)
        #expect(budget.spend(at: start + hour) == start + hour + .seconds(100))
    }

    @Test("A fixed hour begins with the hour of the clock")
    func fixed() {
        var budget = Budget(allowance: 1, hour: hour, window: .fixed)
        #expect(budget.spend(at: start + .seconds(3599)) == nil)
        #expect(budget.spend(at: start + .seconds(3599)) == start + hour)
        #expect(budget.spend(at: start + hour) == nil)
    }

    @Test("A bucket refills evenly")
    func bucket() {
        var budget = Budget(allowance: 3600, hour: hour, window: .bucket)
        for _ in 1...3600 { #expect(budget.spend(at: start) == nil) }
        #expect(budget.spend(at: start) == start + .seconds(1))
        #expect(budget.spend(at: start + .seconds(1)) == nil)
        #expect(budget.spend(at: start + .seconds(1)) == start + .seconds(2))
    }

    @Test("No sliding hour exceeds the allowance")
    func neverMore() {
        var budget = Budget(allowance: 50, hour: .seconds(60), window: .sliding)
        var admitted: [Int64] = []
        var now = start
        for place in 0..<5000 {
            now = now + .milliseconds(Int64(SeededChoice(seed: 1, UInt64(place)).bits % 1200))
            if budget.spend(at: now) == nil { admitted.append(now.microseconds) }
        }
        for (index, moment) in admitted.enumerated().dropFirst(50) {
            #expect(moment - admitted[index - 50] >= 60_000_000)
        }
        #expect(admitted.count > 2000)
    }

    @Test("An allowance of zero accepts nothing", arguments: BudgetWindow.allCases)
    func nothing(_ window: BudgetWindow) {
        var budget = Budget(allowance: 0, hour: hour, window: window)
        #expect(budget.spend(at: start) == start + hour)
    }

    @Test("Each endpoint and each app has a separate budget")
    func lanes() throws {
        var state = try Samples.state { $0.allowances = [.uploadMessage: 1, .listMessages: 1] }
        #expect(try state.upload(1) == .done)
        #expect(try state.upload(2).status == 429)
        #expect(state.send(.listMessages, to: .listMessages).reply.status == 200)
        let upload = Operation.uploadMessage(try Samples.identifier(1), Samples.message)
        #expect(state.send(upload, from: "com.example.other").reply == .done)
    }

    @Test("Retry-After is in milliseconds, rounded up")
    func retryAfter() throws {
        var state = try Samples.state { $0.allowances = [.uploadMessage: 1] }
        _ = try state.upload(1, at: start + .microseconds(1))
        let expected = String((start + hour).microseconds / 1000 + 1)
        #expect(try state.upload(2, at: start + .seconds(9)) == .throttled(retryAfter: expected))
    }

    @Test("409s and 400s are charged to the budget, unless only successes count")
    func spending() throws {
        for (spending, last) in [(Rules.Spending.admitted, 429), (.successes, 200)] {
            var state = try Samples.state {
                $0.allowances = [.uploadMessage: 3]
                $0.spending = spending
            }
            _ = try state.upload(1)
            _ = try state.upload(1)
            _ = state.send(.malformed(.badRequest))
            #expect(try state.upload(2).status == last)
        }
    }

    @Test("The hour can be shortened")
    func scaled() throws {
        var state = try Samples.state {
            $0.allowances = [.uploadMessage: 1]
            $0.hour = .seconds(60)
        }
        _ = try state.upload(1)
        #expect(try state.upload(2, at: start + .seconds(59)).status == 429)
        #expect(try state.upload(2, at: start + .seconds(60)) == .done)
    }
}
