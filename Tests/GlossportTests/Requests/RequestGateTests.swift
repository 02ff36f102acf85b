import Glossport
import GlossportProject
import GlossportTesting
import Testing

@Suite("Request gate")
struct RequestGateTests {
    private typealias Request = RequestGate.Request
    private let start = Samples.start

    private func gate(
        _ limits: RunLimits = RunLimits(),
        allowance: Int = 3_600
    ) -> RequestGate {
        var gate = RequestGate(limits, seed: 1)
        gate.begin(at: start)
        for endpoint in [Endpoint.uploadMessage, .listMessages, .getDefault] {
            gate.learn(RequestBudget(allowance: allowance, pace: .hourly), of: endpoint, at: start)
        }
        return gate
    }

    /// Sends a request at the given time; its answer arrives 100 ms later.
    private func attempt(
        _ request: inout Request,
        _ answer: Answer,
        at moment: Timestamp,
        _ gate: inout RequestGate
    ) -> RequestGate.Verdict {
        #expect(gate.turn(for: &request, at: moment) == .go)
        #expect(gate.reasonToHoldBack(request, at: moment) == nil)
        return gate.take(answer, of: &request, sent: moment, at: moment + .milliseconds(100))
    }

    @Test("A 429 pauses all requests to its endpoint, even one that already has a slot")
    func throttling() {
        var gate = gate()
        var (first, second) = (Request(.uploadMessage, as: .call), Request(.uploadMessage, as: .upload))
        #expect(gate.turn(for: &second, at: start) == .go)
        let verdict = attempt(&first, .throttled(until: start + .seconds(60)), at: start, &gate)
        guard case .throttled(let pause?, isFirst: true) = verdict else {
            Issue.record("not throttled: \(verdict)")
            return
        }
        #expect(pause.until >= start + .seconds(60) && pause.until <= start + .seconds(61))
        #expect(gate.reasonToHoldBack(second, at: start + .seconds(1)) == .paused)
        #expect(gate.turn(for: &first, at: start + .seconds(1)) == .wait(until: pause.until, .service))
        #expect(gate.turn(for: &first, at: pause.until) == .go)
    }

    @Test("A pause longer than the permitted time without progress ends in “out of quota”")
    func outOfQuota() {
        var gate = gate(RunLimits(maxWait: .seconds(900)))
        var request = Request(.uploadMessage, as: .call)
        _ = attempt(&request, .throttled(until: start + .seconds(1_000)), at: start, &gate)
        guard case .outOfQuota(let quota) = gate.turn(for: &request, at: start + .seconds(1)) else {
            Issue.record("not out of quota")
            return
        }
        #expect(quota.resumeAt >= start + .seconds(1_000))
        #expect(quota.reason == "the service throttles requests to upload a message (429)")
        // A success in between is progress.
        var patient = self.gate(RunLimits(maxWait: .seconds(900)))
        var other = Request(.uploadMessage, as: .call)
        _ = attempt(&request, .accepted, at: start + .seconds(500), &patient)
        _ = attempt(&other, .throttled(until: start + .seconds(1_000)), at: start + .seconds(500), &patient)
        guard case .wait = patient.turn(for: &other, at: start + .seconds(501)) else {
            Issue.record("no wait")
            return
        }
    }

    @Test("A token is renewed once: requests sent before the refusal are repeated, later ones fail")
    func refusedToken() {
        var gate = gate()
        var (first, second) = (Request(.uploadMessage, as: .upload), Request(.uploadMessage, as: .upload))
        #expect(gate.turn(for: &second, at: start) == .go)
        let refused = start + .milliseconds(100)
        #expect(attempt(&first, .unauthorized, at: start, &gate) == .again(after: refused))
        #expect(gate.take(.unauthorized, of: &second, sent: start, at: refused) == .again(after: refused))
        #expect(attempt(&first, .unauthorized, at: refused, &gate) == .final)
    }

    @Test("After an answer, a refused token counts as the first refusal", arguments: [Answer.accepted, .throttled()])
    func twoExpiries(answer: Answer) {
        var gate = gate()
        var request = Request(.uploadMessage, as: .call)
        _ = attempt(&request, .unauthorized, at: start, &gate)
        _ = attempt(&request, answer, at: start + .seconds(1), &gate)
        let later = start + .seconds(600)
        #expect(attempt(&request, .unauthorized, at: later, &gate) == .again(after: later + .milliseconds(100)))
    }

    @Test("Attempts in doubt count toward a request's retry limit, but failures before sending do not")
    func doubts() {
        var gate = gate(RunLimits(tries: 3, breakAfter: 100))
        var request = Request(.uploadMessage, as: .call)
        var moment = start
        var verdicts: [RequestGate.Verdict] = []
        for answer in [Answer.noConnection, .noConnection, .noConnection, .lost, .lost, .lost] {
            moment = moment + .seconds(60)
            verdicts.append(attempt(&request, answer, at: moment, &gate))
        }
        #expect(verdicts.last == .final)
        #expect(verdicts.dropLast().allSatisfy { if case .again = $0 { true } else { false } })
    }

    @Test("A problem that only a person can fix is given up after the permitted attempts")
    func needsPerson() {
        var gate = gate(RunLimits(tries: 2))
        var request = Request(.listMessages, as: .call)
        let distrust = Answer(.notSent, detail: "no trust", remedy: "Trust it.")
        _ = attempt(&request, distrust, at: start, &gate)
        #expect(attempt(&request, distrust, at: start + .seconds(60), &gate) == .unreachable)
    }

    @Test(
        "A request is retried until the outage limit, whether or not the service ever answered",
        arguments: [Answer.noConnection, .lost],
        [false, true]
    )
    func outage(answer: Answer, wasReached: Bool) {
        var gate = gate(RunLimits(outageLimit: .seconds(900), tries: 2))
        var request = Request(.listMessages, as: .call)
        if wasReached { _ = attempt(&request, .accepted, at: start, &gate) }
        #expect(gate.silence(of: request) == nil)
        var moment = start + .seconds(1)
        var verdict = RequestGate.Verdict.final
        for _ in 0..<100 {
            if let due = gate.turn(for: &request, at: moment).moment {
                moment = due
                continue
            }
            verdict = gate.take(answer, of: &request, sent: moment, at: moment)
            guard case .again(let next) = verdict else { break }
            moment = next
        }
        #expect(verdict == .unreachable)
        #expect(moment - start >= .seconds(900) && moment - start < .seconds(1_000))
        #expect(gate.silence(of: request)?.since == start + .seconds(1))
        #expect(gate.silence(of: request)?.until == start + .seconds(901))
    }

    @Test("A request without an answer is given up after its attempts if other requests succeed")
    func oneWithoutAnswer() {
        var gate = gate(RunLimits(tries: 3))
        var (poor, other) = (Request(.getDefault, as: .call), Request(.listMessages, as: .call))
        var verdicts: [RequestGate.Verdict] = []
        for second in 0..<3 {
            verdicts.append(attempt(&poor, .lost, at: start + .seconds(60 * second), &gate))
            if second < 2 { _ = attempt(&other, .accepted, at: start + .seconds(60 * second + 1), &gate) }
        }
        #expect(verdicts.last == .final)
        #expect(verdicts.dropLast().allSatisfy { if case .again = $0 { true } else { false } })
    }

    @Test("While the breaker is open, uploads wait, and one call acts as the probe for the others")
    func breaker() {
        var gate = gate(RunLimits(breakAfter: 1))
        var (call, other) = (Request(.uploadMessage, as: .call), Request(.uploadMessage, as: .call))
        var (upload, late) = (Request(.uploadMessage, as: .upload), Request(.uploadMessage, as: .upload))
        #expect(gate.turn(for: &late, at: start) == .go)
        _ = attempt(&call, .lost, at: start, &gate)
        #expect(gate.reasonToHoldBack(late, at: start + .seconds(1)) == .unreachable)
        let due = start + .seconds(3)
        #expect(gate.turn(for: &upload, at: due) == .broken)
        #expect(gate.turn(for: &call, at: due) == .go)
        #expect(gate.reasonToHoldBack(call, at: due) == nil)
        #expect(gate.turn(for: &other, at: due) == .broken)
        // A probe on behalf of another gate ignores this gate's breaker.
        var probe = Request(.uploadMessage, as: .probe)
        #expect(gate.turn(for: &probe, at: due) == .go)
        #expect(gate.take(.accepted, of: &call, sent: due, at: due) == .final)
        #expect(gate.turn(for: &other, at: due) == .go)
    }

    @Test("If a trial request is not sent after all, the next request becomes the trial")
    func abandonedTrial() {
        var gate = gate(RunLimits(breakAfter: 1))
        var (call, other) = (Request(.uploadMessage, as: .call), Request(.uploadMessage, as: .call))
        _ = attempt(&call, .lost, at: start, &gate)
        let due = start + .seconds(3)
        #expect(gate.turn(for: &call, at: due) == .go)
        gate.holdBack(&call, at: due)
        #expect(gate.turn(for: &other, at: due) == .go)
    }

    @Test("After ten retries without a success, the breaker opens until a probe is answered")
    func retryBudget() {
        var gate = gate(RunLimits(tries: 1_000, breakAfter: 1_000))
        var request = Request(.uploadMessage, as: .upload)
        var moment = start
        for _ in 0...10 {
            moment = moment + .seconds(60)
            _ = attempt(&request, .lost, at: moment, &gate)
        }
        #expect(gate.turn(for: &request, at: moment + .seconds(60)) == .broken)
        var fresh = Request(.uploadMessage, as: .upload)
        #expect(gate.turn(for: &fresh, at: moment + .seconds(60)) == .broken)
        gate.beginProbe()
        let isOut = gate.takeProbe(.accepted, at: moment + .seconds(61))
        #expect(!isOut)
        #expect(gate.turn(for: &request, at: moment + .seconds(61)) == .go)
    }

    @Test("A slot granted more than ten seconds ago is not used, and the journal is read again")
    func staleToken() {
        var gate = gate()
        var request = Request(.uploadMessage, as: .call)
        #expect(!gate.needsBudget(.uploadMessage, at: start))
        #expect(gate.turn(for: &request, at: start) == .go)
        #expect(gate.reasonToHoldBack(request, at: start + .seconds(11)) == .stale)
        gate.holdBack(&request, at: start + .seconds(11))
        #expect(gate.needsBudget(.uploadMessage, at: start + .seconds(11)))
    }

    @Test("Without quota, a request waits for the end of the request in flight, and then for an hour")
    func full() {
        var gate = gate(RunLimits(maxWait: nil), allowance: 1)
        var (first, second) = (Request(.uploadMessage, as: .upload), Request(.uploadMessage, as: .upload))
        #expect(gate.turn(for: &first, at: start) == .go)
        #expect(gate.turn(for: &second, at: start) == .full)
        _ = gate.take(.accepted, of: &first, sent: start, at: start)
        #expect(gate.turn(for: &second, at: start) == .wait(until: start + .seconds(3_600), .hour))
    }
}
