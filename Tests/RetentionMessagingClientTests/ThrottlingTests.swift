import Glossport
import RetentionMessagingClient
import Testing

@Suite("Throttling")
struct ThrottlingTests {
    private func retryAt(_ headers: [String: String]) async throws -> Timestamp? {
        let answer = try await answer(to: .respond(429, headers: headers))
        #expect(answer.outcome == .throttled)
        return answer.retryAt
    }

    @Test("Retry-After in milliseconds since 1970 is relative to the service's clock")
    func milliseconds() async throws {
        // The service's clock is at 02:06:00, 40 s behind ours; it permits requests 100 s later.
        let headers = ["Retry-After": "1781230060000", "Date": "Fri, 12 Jun 2026 02:06:00 GMT"]
        #expect(try await retryAt(headers) == StoppedTime.start + .seconds(100))
    }

    @Test("Without a Date, Retry-After is taken literally")
    func withoutDate() async throws {
        #expect(try await retryAt(["Retry-After": "1781230060500"]) == Timestamp(milliseconds: 1_781_230_060_500))
    }

    @Test("A missing or invalid Retry-After yields no time", arguments: [[:], ["Retry-After": "soon"]])
    func open(headers: [String: String]) async throws {
        #expect(try await retryAt(headers) == nil)
    }
}

@Suite("Refused token")
struct UnauthorizedTests {
    @Test("A refused request is not repeated, and the next one has a new token")
    func newToken() async throws {
        let tokens = try await withClient(answering: .always(.respond(401))) { client, service in
            for _ in 0..<2 { #expect(await client.upload(content, as: someID).outcome == .unauthorized) }
            return service.requests.map { $0.headers["authorization"] }
        }
        #expect(tokens.count == 2)
        #expect(Set(tokens).count == 2)
    }

    @Test(
        "A clock more than a minute off is reported",
        arguments: [
            ("Fri, 12 Jun 2026 02:08:41 GMT", "This machine's clock is 121 s behind the service's; correct it."),
            ("Fri, 12 Jun 2026 02:04:40 GMT", "This machine's clock is 120 s ahead of the service's; correct it."),
        ]
    )
    func skew(date: String, words: String) async throws {
        let detail = try await answer(to: .respond(401, headers: ["Date": date])).detail
        #expect(detail == "The token was not accepted. \(words)")
    }

    @Test("A clock at most a minute off is not blamed", arguments: ["Fri, 12 Jun 2026 02:07:40 GMT", "junk"])
    func noSkew(date: String) async throws {
        #expect(try await answer(to: .respond(401, headers: ["Date": date])).detail == "The token was not accepted.")
    }
}
