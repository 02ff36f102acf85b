import RetentionEmulator
import Testing

/// Each request breaks two rules; the test checks which one the answer reports.
@Suite("Order of checks")
struct OrderOfChecksTests {
    @Test("The budget is checked before the body's form")
    func budgetBeforeShape() throws {
        var state = try Samples.state { $0.allowances = [.uploadMessage: 0] }
        #expect(state.send(.malformed(.badRequest)).reply.status == 429)
    }

    @Test("The identifier is checked before the content")
    func existsBeforeContent() throws {
        var state = try Samples.state()
        _ = try state.upload(1)
        #expect(try state.upload(1, MessageContent(header: Samples.text(67), body: "")) == .refused(.messageExists))
        _ = try state.uploadImage(1)
        #expect(try state.uploadImage(1, Samples.image(isAcceptable: false)) == .refused(.imageExists))
    }

    @Test("The content is checked before the capacity")
    func contentBeforeCapacity() throws {
        var state = try Samples.state {
            $0.maximumMessages = 0
            $0.maximumImages = 0
        }
        #expect(try state.upload(1, MessageContent(header: Samples.text(67), body: "")) == .refused(.headerTooLong))
        #expect(try state.uploadImage(1, Samples.image(isAcceptable: false)) == .refused(.invalidImage))
    }

    @Test("The capacity is checked before the referenced images")
    func capacityBeforeReferences() throws {
        var state = try Samples.state { $0.maximumMessages = 0 }
        var content = Samples.message
        content.image = try Samples.picture(99)
        #expect(try state.upload(1, content) == .refused(.tooManyMessages))
    }

    @Test("A taken identifier returns 409 even if the app is full")
    func existsBeforeCapacity() throws {
        var state = try Samples.state { $0.maximumMessages = 1 }
        _ = try state.upload(1)
        #expect(try state.upload(1) == .refused(.messageExists))
    }

    @Test("The product is checked before the locale, and both before the message")
    func defaults() throws {
        var state = try Samples.state { $0.products = ["known"] }
        let set = { (product: String, locale: String) in
            Operation.configureDefault(DefaultKey(productID: product, locale: locale), try Samples.identifier(1))
        }
        #expect(state.send(try set("other", "xx"), to: .configureDefault).reply == .refused(.invalidProduct))
        #expect(state.send(try set("known", "xx"), to: .configureDefault).reply == .refused(.invalidLocale))
        #expect(state.send(try set("known", "ja"), to: .configureDefault).reply == .refused(.messageNotFound))
    }
}
