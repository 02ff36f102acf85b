import HTTPTypes
import Hummingbird
import HummingbirdTesting
import RetentionEmulator
import Testing

@Suite("HTTP")
struct HTTPTests {
    @Test("A success is 200 with an empty body")
    func success() async throws {
        try await TestBench().test { caller in
            let response = try await caller.upload(1)
            #expect(response.status == .ok)
            #expect(response.body.readableBytes == 0)
        }
    }

    @Test("An error has exactly two members and the content type application/json")
    func envelope() async throws {
        try await TestBench().test { caller in
            try await caller.upload(1)
            let response = try await caller.upload(1)
            #expect(response.status == .conflict)
            #expect(response.headers[.contentType] == "application/json")
            #expect(response.text == #"{"errorCode":4090001,"errorMessage":"Message already exists."}"#)
        }
    }

    @Test("Identifiers are returned in lower case")
    func lowerCase() async throws {
        try await TestBench().test { caller in
            try await caller.send(.put, "/message/7E9D4C7E-6D0C-4A58-8F1E-4B4D2B1A9E02", Caller.message)
            let again = try await caller.send(.put, "/message/7e9d4c7e-6d0c-4a58-8f1e-4b4d2b1a9e02", Caller.message)
            #expect(again.errorCode == 4_090_001)
            let list = try await caller.send(.get, "/message/list")
            let expected =
                #"{"messageIdentifiers":[{"messageIdentifier":"7e9d4c7e-6d0c-4a58-8f1e-4b4d2b1a9e02","#
                + #""messageState":"APPROVED"}]}"#
            #expect(list.text == expected)
            #expect(list.headers[.contentType] == "application/json")
        }
    }

    @Test("An empty list is an empty array, with or without a trailing question mark")
    func emptyLists() async throws {
        try await TestBench().test { caller in
            for suffix in ["", "?"] {
                let messages = try await caller.send(.get, "/message/list\(suffix)")
                #expect(messages.text == #"{"messageIdentifiers":[]}"#)
                let images = try await caller.send(.get, "/image/list\(suffix)")
                #expect(images.text == #"{"imageIdentifiers":[]}"#)
            }
        }
    }

    @Test("A message with every member is stored as sent")
    func wholeMessage() async throws {
        let bench = try TestBench()
        try await bench.test { caller in
            let (full, small) = (try Samples.identifier(90), try Samples.identifier(91))
            try await caller.send(.put, "/image/\(full)", bytes: PNG.bytes(3840, 2160), type: "image/png")
            let bullet = PNG.bytes(1024, 1024)
            try await caller.send(.put, "/image/\(small)?imageSize=BULLET_POINT", bytes: bullet, type: "image/png")
            let json = """
                {"header":"\\u00dcbersicht","body":"b","headerPosition":"ABOVE_IMAGE","futureField":[1],
                 "image":{"imageIdentifier":"\(full.description.uppercased())","altText":"a \\"quoted\\" garden"},
                 "bulletPoints":[{"text":"t","imageIdentifier":"\(small)","altText":"leaf"}]}
                """
            #expect(try await caller.upload(1, json).status == .ok)
            let stored = try bench.emulator.withState { $0 }.apps[Samples.app]?.messages[Samples.identifier(1)]
            let expected = MessageContent(
                header: "Übersicht",
                body: "b",
                image: .init(imageIdentifier: full, altText: #"a "quoted" garden"#),
                headerPosition: .aboveImage,
                bulletPoints: [.init(text: "t", picture: .init(imageIdentifier: small, altText: "leaf"))]
            )
            #expect(stored?.content == expected)
        }
    }

    @Test(
        "An invalid body returns 4000000",
        arguments: [
            "", "{", "[]", #"{"header":"h"}"#, #"{"header":1,"body":"b"}"#, #"{"header":null,"body":"b"}"#,
            #"{"header":"h","body":"b","headerPosition":"BELOW"}"#,
            #"{"header":"h","body":"b","image":{"imageIdentifier":"x","altText":""}}"#,
            #"{"header":"h","body":"b","image":{"altText":""}}"#,
            #"{"header":"h","body":"b","bulletPoints":[{"imageIdentifier":"7e9d4c7e-6d0c-4a58-8f1e-4b4d2b1a9e02"}]}"#,
        ]
    )
    func malformed(_ body: String) async throws {
        try await TestBench().test { caller async throws in
            #expect(try await caller.upload(1, body).errorCode == 4_000_000)
        }
    }

    @Test("A content type other than application/json is refused, and a charset is allowed")
    func contentType() async throws {
        try await TestBench().test { caller in
            let path = "/message/\(try Samples.identifier(1))"
            let wrong = try await caller.send(.put, path, Caller.message, type: "text/plain")
            #expect(wrong.errorCode == 4_000_000)
            let none = try await caller.send(.put, path, Caller.message, type: nil)
            #expect(none.errorCode == 4_000_000)
            let right = try await caller.send(.put, path, Caller.message, type: "Application/JSON; charset=utf-8")
            #expect(right.status == .ok)
        }
    }

    @Test("An identifier that is not a UUID returns 4000000")
    func badIdentifier() async throws {
        try await TestBench().test { caller async throws in
            #expect(try await caller.send(.put, "/message/first", Caller.message).errorCode == 4_000_000)
            #expect(try await caller.send(.delete, "/image/first").errorCode == 4_000_000)
        }
    }

    @Test(
        "An unknown endpoint returns 404 without a body",
        arguments: [
            ("GET", "/message/7e9d4c7e-6d0c-4a58-8f1e-4b4d2b1a9e02"), ("POST", "/message/list"),
            ("PUT", "/message/list"),
            ("GET", "/messages/list"), ("GET", "/message"), ("GET", "/message/list/"), ("GET", "/default/p"),
            ("GET", "/realtime/uri"), ("GET", "/performanceTest"), ("GET", ""),
        ]
    )
    func nowhere(_ method: String, _ path: String) async throws {
        let method = try #require(HTTPRequest.Method(method))
        try await TestBench().test { caller in
            for token in [Caller.token, nil] {
                let response = try await caller.send(method, path, token: token)
                #expect(response.status == .notFound)
                #expect(response.body.readableBytes == 0)
            }
        }
    }

    @Test("A missing token returns 401 without a body, even if the account has no access")
    func unauthorized() async throws {
        try await TestBench { $0.hasAccess = false }.test { caller in
            let response = try await caller.send(.get, "/message/list", token: nil)
            #expect(response.status == .unauthorized)
            #expect(response.body.readableBytes == 0)
        }
    }

    @Test("An account without access gets 404 without a body")
    func noAccess() async throws {
        try await TestBench { $0.hasAccess = false }.test { caller in
            let response = try await caller.send(.get, "/message/list")
            #expect(response.status == .notFound)
            #expect(response.body.readableBytes == 0)
        }
    }

    @Test("A spent budget returns 429 with Retry-After in milliseconds since 1970")
    func throttled() async throws {
        let bench = try TestBench { $0.rules.allowances = [.uploadMessage: 1] }
        try await bench.test { caller in
            try await caller.upload(1)
            bench.advance(.seconds(10))
            let response = try await caller.upload(2)
            #expect(response.status == .tooManyRequests)
            #expect(response.errorCode == 4_290_000)
            let name = try #require(HTTPField.Name("Retry-After"))
            #expect(response.headers[name] == String((Samples.start + .seconds(3600)).millisecondsRoundedUp))
        }
    }

    @Test("A default is set and read under an escaped product ID")
    func defaults() async throws {
        try await TestBench().test { caller in
            try await caller.upload(1)
            let body = #"{"messageIdentifier":"\#(try Samples.identifier(1))"}"#
            #expect(try await caller.send(.put, "/default/com%2Eexample.annual/zh-Hans", body).status == .ok)
            #expect(try await caller.send(.get, "/default/com.example.annual/zh-Hans").text == body)
            #expect(try await caller.send(.put, "/default/p/de-DE", "{}").errorCode == 4_000_000)
        }
    }

    @Test("The real-time URL's member is spelled realtimeURL")
    func realtimeURL() async throws {
        try await TestBench().test { caller async throws in
            let body = #"{"realtimeURL":"https://example.com/retention"}"#
            #expect(try await caller.send(.put, "/realtime/url", body).status == .ok)
            #expect(try await caller.send(.get, "/realtime/url").text == body)
            #expect(
                try await caller.send(.put, "/realtime/url", #"{"realtimeUrl":"https://a"}"#).errorCode == 4_000_000
            )
        }
    }

    @Test("A body that is too long returns 413, and the service continues")
    func tooLong() async throws {
        try await TestBench { $0.maximumJSONBytes = 100 }.testLive { caller async throws in
            #expect(try await caller.upload(1, Samples.text(101)).status == .contentTooLarge)
            #expect(try await caller.upload(1).status == .ok)
        }
    }
}
