package import Glossport
import GlossportProject

/// A simulation of Apple's service with the messages that really exist.
struct SimulatedService {
    private let scenario: Scenario
    private let unacceptable: Set<ServiceID>
    /// The origin and upload time of each message.
    private(set) var held: [ServiceID: (isOurs: Bool, since: Timestamp)] = [:]
    private(set) var blockedUntil: Timestamp?
    /// The service's clock minus ours.
    let skew: Duration

    /// The fate of one request in the network and at the service.
    enum Fate {
        case honest, errorBefore, errorAfter, resetBefore, resetAfter, hangBefore, hangAfter, lateCommit, duplicate
        case refusedStream, throttle, noConnection, oldToken
    }

    /// A 429 answer and the end of the pause that it requests, `nil` if its header is missing or invalid.
    struct Throttling {
        var answer: Answer
        var trueMoment: Timestamp?
    }

    init(_ scenario: Scenario, unacceptable: Set<ServiceID>, random: inout SeededRandom) {
        self.scenario = scenario
        self.unacceptable = unacceptable
        skew = random.chance(0.3) ? .seconds(Int64.random(in: -7_200...7_200, using: &random)) : .zero
    }

    mutating func put(_ id: ServiceID, at now: Timestamp) { held[id] = (false, now) }

    /// Processes an upload without faults.
    mutating func process(_ id: ServiceID, at now: Timestamp) -> Answer {
        if held[id] != nil { return Self.answer(409, 4_090_001) }
        if unacceptable.contains(id) { return Self.answer(400, 4_000_162) }
        guard held.count < scenario.capacity else { return Self.answer(403, 4_030_016) }
        held[id] = (true, now)
        return Self.answer(200, nil)
    }

    static func answer(_ status: Int, _ code: Int?) -> Answer {
        Answer(Answer.Outcome(status: status, appleCode: code), status: status, appleCode: code)
    }

    /// Returns the list as it was `lag` ago.
    func list(at now: Timestamp, lag: Duration) -> [ServiceID: ReviewState] {
        held.filter { $0.value.since <= now - lag }.mapValues { _ in .pending }
    }

    /// Whether the service is throttling requests.
    func isBlocked(at now: Timestamp) -> Bool { blockedUntil.map { $0 > now } ?? false }

    /// Starts or continues throttling, and returns a 429 answer with a valid, invalid or missing `Retry-After`.
    mutating func throttle(at now: Timestamp, received: Timestamp, random: inout SeededRandom) -> Throttling {
        if !isBlocked(at: now) {
            let wait =
                random.chance(0.1) ? Int64.random(in: 600...2_400, using: &random) : .random(in: 1...90, using: &random)
            blockedUntil = now + .seconds(wait)
        }
        let end = blockedUntil ?? now
        let serverNow = now + skew
        let serverEnd = end + skew
        var header: String?
        var understood = true
        switch Int.random(in: 0..<8, using: &random) {
        case 0: header = String(serverEnd.nanoseconds / 1_000_000 + 1)
        case 1: header = String(serverEnd.seconds + 1)
        case 2: header = String((end - now).nanoseconds / 1_000_000_000 + 1)
        case 3: header = HTTPDate.text(Timestamp(seconds: serverEnd.seconds + 1))
        case 4: (header, understood) = ("soon", false)
        case 5: understood = false
        case 6: (header, understood) = (String((serverNow.seconds - 86_400) * 1_000), false)
        default:
            blockedUntil = now + .seconds(5)
            header = String((serverNow.seconds + 315_360_000) * 1_000)
            understood = true
        }
        let date = skew != .zero || random.chance(0.5) ? HTTPDate.text(serverNow) : nil
        let retryAt = header.flatMap { RetryAfter.moment($0, date: date, now: received) }
        let isFar = header.map { $0.count > 12 && (retryAt ?? now) - now > .seconds(100_000_000) } ?? false
        var answer = Self.answer(429, 4_290_000)
        answer.retryAt = retryAt
        let meant = isFar ? now + .seconds(315_360_000) : end
        return Throttling(answer: answer, trueMoment: understood ? meant : nil)
    }
}

/// Formats HTTP dates.
package enum HTTPDate {
    /// Formats a moment like `Sun, 06 Nov 1994 08:49:37 GMT`, with Hinnant's civil calendar algorithm.
    package static func text(_ moment: Timestamp) -> String {
        let days = Int((Double(moment.seconds) / 86_400).rounded(.down))
        let second = Int(moment.seconds) - days * 86_400
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        let names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        let time = [second / 3_600, second / 60 % 60, second % 60].map(two).joined(separator: ":")
        return "\(weekdays[(days % 7 + 7) % 7]), \(two(day)) \(names[month - 1]) \(year) \(time) GMT"
    }
}
