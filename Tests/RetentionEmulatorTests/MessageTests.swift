import RetentionEmulator
import Testing

@Suite("Messages")
struct MessageTests {
    @Test("an upload is answered 200 without a body, and listed")
    func upload() throws {
        var state = try Samples.state()
        #expect(try state.upload(1) == .done)
        #expect(try state.messages().map(\.identifier) == [Samples.identifier(1)])
    }

    @Test("the same identifier again is 409, even with the same content")
    func duplicate() throws {
        var state = try Samples.state()
        _ = try state.upload(1)
        #expect(try state.upload(1) == .refused(.messageExists))
    }

    @Test("apps do not see each other's messages")
    func apps() throws {
        var state = try Samples.state()
        let upload = Operation.uploadMessage(try Samples.identifier(1), Samples.message)
        #expect(state.send(upload, from: "com.example.one").reply == .done)
        #expect(state.send(upload, from: "com.example.two").reply == .done)
        #expect(state.send(.listMessages, to: .listMessages, from: "com.example.three").reply == .messages([]))
    }

    @Test("each text may reach its limit, and not pass it")
    func limits() throws {
        var state = try Samples.state()
        _ = try state.uploadImage(90)
        _ = try state.uploadImage(91, Samples.image(.bulletPoint))
        var content = MessageContent(
            header: Samples.text(66),
            body: Samples.text(144),
            image: try Samples.picture(90, altText: Samples.text(150)),
            bulletPoints: [
                .init(text: Samples.text(66), picture: try Samples.picture(91, altText: Samples.text(150)))
            ]
        )
        #expect(try state.upload(1, content) == .done)
        content.bulletPoints[0].picture.altText += "x"
        #expect(try state.upload(2, content) == .refused(.altTextTooLong))
        content.bulletPoints[0].text += "x"
        #expect(try state.upload(2, content) == .refused(.bulletTextTooLong))
        content.image?.altText += "x"
        #expect(try state.upload(2, content) == .refused(.altTextTooLong))
        content.body += "x"
        #expect(try state.upload(2, content) == .refused(.bodyTooLong))
        content.header += "x"
        #expect(try state.upload(2, content) == .refused(.headerTooLong))
    }

    @Test(
        "a limit counts what it is told to count",
        arguments: [(Rules.LengthUnit.graphemes, 66), (.scalars, 22), (.utf16, 13)]
    )
    func units(_ unit: Rules.LengthUnit, _ fitting: Int) throws {
        // One reader's character, three scalars, five UTF-16 units.
        let family = "\u{1F469}\u{200D}\u{1F680}"
        var state = try Samples.state { $0.lengthUnit = unit }
        var content = Samples.message
        content.header = String(repeating: family, count: fitting)
        #expect(try state.upload(1, content) == .done)
        content.header += family
        #expect(try state.upload(2, content) == .refused(.headerTooLong))
    }

    @Test("five bullet points are enough")
    func bulletPoints() throws {
        var state = try Samples.state()
        _ = try state.uploadImage(91, Samples.image(.bulletPoint))
        var content = Samples.message
        content.bulletPoints = Array(repeating: try Samples.bullet(91), count: 5)
        #expect(try state.upload(1, content) == .done)
        content.bulletPoints.append(try Samples.bullet(91))
        #expect(try state.upload(2, content) == .refused(.tooManyBulletPoints))
    }

    @Test("a header above the image needs an image")
    func headerPosition() throws {
        var state = try Samples.state()
        _ = try state.uploadImage(90)
        var content = Samples.message
        content.headerPosition = .aboveImage
        #expect(try state.upload(1, content) == .refused(.aboveImageRequiresImage))
        content.image = try Samples.picture(90)
        #expect(try state.upload(1, content) == .done)
    }

    @Test("an image of the other size class is 400, an unknown one 404")
    func references() throws {
        var state = try Samples.state()
        _ = try state.uploadImage(90)
        _ = try state.uploadImage(91, Samples.image(.bulletPoint))
        var content = Samples.message
        content.image = try Samples.picture(91)
        #expect(try state.upload(1, content) == .refused(.invalidImageSize))
        content.image = nil
        content.bulletPoints = [try Samples.bullet(90)]
        #expect(try state.upload(1, content) == .refused(.invalidImageSize))
        content.bulletPoints = [try Samples.bullet(99)]
        #expect(try state.upload(1, content) == .refused(.imageNotFound))
    }

    @Test("an image need not be approved to be used")
    func pendingImage() throws {
        var state = try Samples.state(.production)
        _ = try state.uploadImage(90)
        var content = Samples.message
        content.image = try Samples.picture(90)
        #expect(try state.upload(1, content) == .done)
    }

    @Test("the app is full when it is full, and has room again after a deletion")
    func cap() throws {
        var state = try Samples.state { $0.maximumMessages = 2 }
        _ = try state.upload(1)
        _ = try state.upload(2)
        #expect(try state.upload(3) == .refused(.tooManyMessages))
        _ = state.send(.deleteMessage(try Samples.identifier(1)), to: .deleteMessage)
        #expect(try state.upload(3) == .done)
    }

    @Test("two thousand is the limit unless told otherwise")
    func documentedCap() {
        let rules = Rules(environment: .production)
        #expect((rules.maximumMessages, rules.maximumImages) == (2000, 2000))
    }

    @Test("deleting what is not there is 404")
    func deleteUnknown() throws {
        var state = try Samples.state()
        let deletion = Operation.deleteMessage(try Samples.identifier(1))
        #expect(state.send(deletion, to: .deleteMessage).reply == .refused(.messageNotFound))
    }

    @Test("a deleted identifier is free again, unless the rules say it is not")
    func reuse() throws {
        for (allows, answer) in [(true, Reply.done), (false, .refused(.messageExists))] {
            var state = try Samples.state { $0.allowsDeletedIdentifiers = allows }
            _ = try state.upload(1)
            _ = state.send(.deleteMessage(try Samples.identifier(1)), to: .deleteMessage)
            #expect(try state.upload(1) == answer)
        }
    }

    @Test("lists keep the order of upload")
    func order() throws {
        var state = try Samples.state()
        for number in [5, 3, 9, 1] { _ = try state.upload(number) }
        #expect(try state.messages().map(\.identifier) == [5, 3, 9, 1].map(Samples.identifier))
    }
}
