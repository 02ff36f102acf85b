import RetentionEmulator
import Testing

@Suite("Fault rules")
struct FaultRuleTests {
    @Test("A fault rule can have a probability", arguments: ["0", "0.1", "1"])
    func probability(_ text: String) throws {
        let rule = try FaultRule("drop-after-commit=\(text)")
        #expect(rule.fault == .dropAfterCommit)
        #expect(rule.occasion == .probability(try #require(Double(text))))
    }

    @Test("A fault rule can have request numbers")
    func numbers() throws {
        #expect(try FaultRule("500-before@17").occasion == .numbers([17...17]))
        #expect(try FaultRule("500-before@3-5,9").occasion == .numbers([3...5, 9...9]))
    }

    @Test("A fault rule can have an argument and an endpoint")
    func argument() throws {
        let rule = try FaultRule("delay:250ms/uploadMessage@1")
        #expect(rule.fault == .delay(.milliseconds(250)))
        #expect(rule.endpoint == .uploadMessage)
        #expect(rule.label == "delay:250ms")
        #expect(rule.text == "delay:250ms/uploadMessage@1")
    }

    @Test("Every fault can be written without an argument")
    func names() throws {
        for name in Fault.names {
            let bare = name.prefix { $0 != ":" }
            #expect(throws: Never.self, "\(name)") { try FaultRule("\(bare)=1") }
        }
    }

    @Test("A storm has a form and a duration", arguments: RetryAfterForm.allCases)
    func storms(_ form: RetryAfterForm) throws {
        #expect(try FaultRule("429-storm:\(form.rawValue)+3s@1").fault == .storm(form, .seconds(3)))
        #expect(try FaultRule("429-storm:\(form.rawValue)@1").fault == .storm(form, .seconds(2)))
    }

    @Test(
        "An invalid rule is refused with a reason",
        arguments: [
            "", "drop-after-commit", "drop=0.1", "500-before=2", "500-before=-1", "500-before=x", "500-before@0",
            "500-before@5-3", "500-before@", "500-before@1-2-3", "500-before@-3", "delay:soon=1", "cap:1=1",
            "500-before/nowhere=1", "429-storm:never=1", "429-storm:ms+x=1", "list-omit:2=1", "oversized-json:-1=1",
        ]
    )
    func nonsense(_ text: String) {
        let error = #expect(throws: FaultSyntaxError.self) { try FaultRule(text) }
        #expect(error?.reason.isEmpty == false)
    }

    @Test("The first matching rule wins, and each endpoint's requests are counted separately")
    func plan() throws {
        let plan = FaultPlan(try ["cap/uploadMessage@2", "redirect@5"].map(FaultRule.init))
        let strike = { (sequence: Int, endpoint: Endpoint, number: Int) in
            plan.strike(sequence: sequence, endpoint: endpoint, endpointSequence: number)?.fault
        }
        #expect(strike(5, .uploadMessage, 2) == .cap)
        #expect(strike(5, .uploadImage, 2) == .redirect)
        #expect(strike(2, .uploadMessage, 1) == nil)
    }

    @Test("A probability is respected, and the same seed selects the same requests")
    func seeds() throws {
        let struck = { (seed: UInt64) in
            let plan = FaultPlan([try FaultRule("cap=0.1")], seed: seed)
            return (1...10_000).filter {
                plan.strike(sequence: $0, endpoint: .uploadMessage, endpointSequence: $0) != nil
            }
        }
        let first = try struck(1)
        #expect((850...1150).contains(first.count))
        #expect(try struck(1) == first)
        #expect(try struck(2) != first)
    }

    @Test("Each form of Retry-After has its value")
    func retryAfter() {
        let now = Moment(microseconds: 784_111_770_000_000)
        let until = Moment(microseconds: 784_111_776_600_000)
        let value = { (form: RetryAfterForm) in form.headerValue(until: until, now: now) }
        #expect(value(.milliseconds) == "784111776600")
        #expect(value(.seconds) == "784111777")
        #expect(value(.delta) == "7")
        #expect(value(.date) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(value(.missing) == nil)
        #expect(value(.past) == "784108170000")
        #expect(value(.far) == "1099471770000")
        #expect(value(.junk).flatMap(Int.init) == nil)
    }

    @Test(
        "The error for a wrong argument names the fault's argument, not all faults",
        arguments: [
            ("delay:soon=1", "the argument of delay is TIME, such as delay:2s"), ("cap:1=1", "cap takes no argument"),
            ("list-omit:2=1", "the argument of list-omit is SHARE, such as list-omit:0.5"),
        ]
    )
    func argument(rule: String, reason: String) {
        let error = #expect(throws: FaultSyntaxError.self) { try FaultRule(rule) }
        #expect(error?.reason == reason)
    }
}
