import Glossport
import GlossportChecking
import GlossportProject
import GlossportReading
import RetentionMessagingClient
import Testing

@Suite("The service's answers")
struct AnswerTests {
    private static func envelope(_ code: Int) -> String { #"{"errorCode":\#(code),"errorMessage":"So it is."}"# }

    @Test(
        "Status and error code determine the outcome, and Apple's text is kept",
        arguments: [
            (400, 4_000_162, .refused), (403, 4_030_016, .capacityReached), (403, 4_030_019, .refusedForNow),
            (404, 4_040_015, .notFound), (409, 4_090_001, .alreadyPresent), (429, 4_290_000, .throttled),
            (500, 5_000_000, .unknown), (500, 5_000_001, .unknown), (418, 9_999_999, .accessRefused),
        ] as [(Int, Int, Answer.Outcome)]
    )
    func envelopes(status: Int, code: Int, outcome: Answer.Outcome) async throws {
        let answer = try await answer(to: .respond(status, body: Self.envelope(code)))
        #expect(answer == Answer(outcome, status: status, appleCode: code, detail: "So it is."))
    }

    @Test(
        "Without an error code, the status alone determines the outcome",
        arguments: [
            (200, .accepted), (201, .accepted), (301, .accessRefused), (304, .accessRefused), (400, .refusedForNow),
            (401, .unauthorized), (403, .accessRefused), (404, .accessRefused), (405, .accessRefused), (408, .unknown),
            (409, .alreadyPresent), (413, .refusedForNow), (429, .throttled), (500, .unknown), (503, .unknown),
        ] as [(Int, Answer.Outcome)]
    )
    func bareStatuses(status: Int, outcome: Answer.Outcome) async throws {
        let answer = try await answer(to: .respond(status))
        #expect(answer.outcome == outcome)
        #expect(answer.status == status)
        #expect(answer.appleCode == nil)
    }

    @Test(
        "A status that Apple does not send has its own remedy; a 403 or 404 concerns the account",
        arguments: [
            (302, "a network's login page or a proxy may have answered"), (407, "HTTPS_PROXY"),
            (405, "does not come from Apple's service"), (451, "does not come from Apple's service"), (403, nil),
            (404, nil),
        ] as [(Int, String?)]
    )
    func remedies(status: Int, words: String?) async throws {
        let answer = try await answer(to: .respond(status))
        #expect(answer.remedy.map { remedy in words.map { remedy.contains($0) } ?? false } ?? (words == nil))
        let error = GlossportError.call(.listMessages, answer)
        #expect(error.remedy?.contains("Apple grants access") == (words == nil))
        #expect(error.message.hasPrefix("The service refuses access") == (words == nil))
    }

    @Test("A token refused because of the clock has the clock as its remedy")
    func clockRemedy() async throws {
        let reply = FakeService.Reply.respond(401, headers: ["Date": "Fri, 12 Jun 2026 02:16:40 GMT"])
        let error = GlossportError.call(.listMessages, try await answer(to: reply))
        #expect(error.message.contains("600 s behind"))
        #expect(error.remedy == "Correct this machine's clock.")
    }

    @Test("An error is read whatever its content type and other members")
    func tolerant() async throws {
        let body = #"{"requestId":[1],"errorMessage":null,"errorCode":4090001}"#
        let answer = try await answer(to: .respond(409, headers: ["Content-Type": "text/html"], body: body))
        #expect(answer.outcome == .alreadyPresent)
        #expect(answer.appleCode == 4_090_001)
    }

    @Test("A body that is not Apple's is described by type, size and beginning, on one safe line")
    func foreignBody() async throws {
        let reply = FakeService.Reply.respond(
            404,
            headers: ["Content-Type": "text/html"],
            body: "<h1>\n\u{1B}[31mNo\u{202E}</h1>"
        )
        let detail = try await answer(to: reply).detail
        #expect(detail == "A body of type text/html with 20 bytes: <h1> \u{FFFD}[31mNo\u{FFFD}</h1>")
    }

    @Test("A long text is shortened")
    func longText() async throws {
        let body = #"{"errorCode":4000000,"errorMessage":"\#(String(repeating: "x", count: 5_000))"}"#
        let detail = try await answer(to: .respond(400, body: body)).detail
        #expect(detail?.count == 201)
    }

    @Test("If a server echoes the request, the token does not appear in the detail", arguments: [400, 404, 500])
    func echo(status: Int) async throws {
        let script = FakeService.Script { request in
            .respond(status, body: "You sent \(request.headers["authorization"] ?? "nothing")")
        }
        let detail = try await withClient(answering: script) { client, _ in
            await client.upload(content, as: someID).detail
        }
        #expect(detail?.contains("You sent Bearer [token]") == true)
    }

    @Test(
        "A 403 or 404 with a lost body stays unknown: it may concern an item or the account",
        arguments: [403, 404]
    )
    func lostBody(status: Int) async throws {
        let answer = try await answer(to: .truncated(status, body: #"{"errorCode":40"#))
        #expect(answer.outcome == .unknown)
        #expect(answer.status == status)
    }

    @Test(
        "A 200 or 409 with a lost body counts by its status",
        arguments: [(200, .accepted), (409, .alreadyPresent)] as [(Int, Answer.Outcome)]
    )
    func lostBodyOfDefiniteStatus(status: Int, outcome: Answer.Outcome) async throws {
        #expect(try await answer(to: .truncated(status, body: "{")).outcome == outcome)
    }

    @Test(
        "A 200 with a block page or garbage does not count as an upload",
        arguments: ["<html>blocked by IT</html>", "OK", "1", "\"done\"", "{"]
    )
    func blockPage(body: String) async throws {
        let answer = try await answer(to: .respond(200, headers: ["Content-Type": "text/html"], body: body))
        #expect(answer.outcome == .unknown)
        #expect(answer.status == 200)
        #expect(
            answer.detail
                == "The answer 200 does not come from the service. A body of type text/html with \(body.utf8.count) bytes: \(body)"
        )
    }

    @Test("A 200 with any JSON counts as an upload", arguments: ["{}", #"{"messageIdentifier":"x"}"#, " [] "])
    func successWithBody(body: String) async throws {
        #expect(try await answer(to: .respond(200, body: body)) == Answer(.accepted, status: 200))
    }

    @Test("A 200 with a truncated block page does not count as an upload")
    func lostBlockPage() async throws {
        let page =
            "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 70000\r\n\r\n"
            + String(repeating: "x", count: 70_000)
        #expect(try await answer(to: .raw(page)).outcome == .unknown)
    }

    @Test(
        "A status below 100 ends the attempt, not the process",
        arguments: ["", "HTTP/1.1 100 Continue\r\n\r\n"],
        [0, 1, 99]
    )
    func impossibleStatus(before: String, code: Int) async throws {
        let digits = String(repeating: "0", count: 3 - "\(code)".count) + "\(code)"
        let reply = FakeService.Reply.raw(before + "HTTP/1.1 \(digits) X\r\nContent-Length: 2\r\n\r\n{}")
        let answer = try await answer(to: reply)
        #expect(answer == Answer(.unknown, detail: "The answer has the status \(code), which does not exist in HTTP."))
    }

    @Test("An error body over 64 KiB is not read to its end")
    func oversized() async throws {
        let body = Self.envelope(4_000_000) + String(repeating: " ", count: 64 * 1_024)
        let answer = try await answer(to: .respond(400, body: body))
        #expect(answer.outcome == .refusedForNow)
        #expect(answer.appleCode == nil)
        #expect(answer.detail == "The body is larger than 65536 bytes.")
    }
}
