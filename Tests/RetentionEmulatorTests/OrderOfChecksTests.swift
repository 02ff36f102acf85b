import RetentionEmulator
import Testing

/// Each request here breaks two rules; the test says which of them is answered.
@Suite("Order of checks")
struct OrderOfChecksTests {
    @Test("the budget is asked before the shape")
    func budgetBeforeShape() throws {
        var state = try Samples.state { $0.allowances = [.uploadMessage: 0] }
        #expect(state.send(.malformed(.badRequest)).reply.status == 429)
    }

    @Test("that the identifier is taken is noticed before the content")
    func existsBeforeContent() throws {
        var state = try Samples.state()
        _ = try state.upload(1)
        #expect(try state.upload(1, MessageContent(header: Samples.text(67), body: "")) == .refused(.messageExists))
        _ = try state.uploadImage(1)
        #expect(try state.uploadImage(1, Samples.image(isAcceptable: false)) == .refused(.imageExists))
    }

    @Test("content is looked at before capacity")
    func contentBeforeCapacity() throws {
        var state = try Samples.state {
            $0.maximumMessages = 0
            $0.maximumImages = 0
        }
        #expect(try state.upload(1, MessageContent(header: Samples.text(67), body: "")) == .refused(.headerTooLong))
        #expect(try state.uploadImage(1, Samples.image(isAcceptable: false)) == .refused(.invalidImage))
    }

    @Test("capacity is looked at before the images referred to")
    func capacityBeforeReferences() throws {
        var state = try Samples.state { $0.maximumMessages = 0 }
        var content = Samples.message
        content.image = try Samples.picture(99)
        #expect(try state.upload(1, content) == .refused(.tooManyMessages))
    }

    @Test("an identifier that is taken is 409 even when the app is full")
    func existsBeforeCapacity() throws {
        var state = try Samples.state { $0.maximumMessages = 1 }
        _ = try state.upload(1)
        #expect(try state.upload(1) == .refused(.messageExists))
    }

    @Test("product comes before locale, and both before the message")
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
