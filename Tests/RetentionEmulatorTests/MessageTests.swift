import RetentionEmulator
import Testing

@Suite("Messages")
struct MessageTests {
    @Test("An upload returns 200 without a body and is listed")
    func upload() throws {
        var state = try Samples.state()
        #expect(try state.upload(1) == .done)
        #expect(try state.messages().map(\.identifier) == [Samples.identifier(1)])
    }

    @Test("A second upload under the same identifier returns 409, even with the same content")
    func duplicate() throws {
        var state = try Samples.state()
        _ = try state.upload(1)
        #expect(try state.upload(1) == .refused(.messageExists))
    }

    @Test("Apps do not see each other's messages")
    func apps() throws {
        var state = try Samples.state()
        let upload = Operation.uploadMessage(try Samples.identifier(1), Samples.message)
        #expect(state.send(upload, from: "com.example.one").reply == .done)
        #expect(state.send(upload, from: "com.example.two").reply == .done)
        #expect(state.send(.listMessages, to: .listMessages, from: "com.example.three").reply == .messages([]))
    }

    @Test("Each text may reach its limit, but not exceed it")
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
        "A limit counts the configured unit",
        arguments: [(Rules.LengthUnit.graphemes, 66), (.scalars, 22), (.utf16, 13)]
    )
    func units(_ unit: Rules.LengthUnit, _ fitting: Int) throws {
        // One grapheme, three scalars, five UTF-16 units.
        let family = "\u{1F469}\u{200D}\u{1F680}"
        var state = try Samples.state { $0.lengthUnit = unit }
        var content = Samples.message
        content.header = String(repeating: family, count: fitting)
        #expect(try state.upload(1, content) == .done)
        content.header += family
        #expect(try state.upload(2, content) == .refused(.headerTooLong))
    }

    @Test("At most five bullet points are accepted")
    func bulletPoints() throws {
        var state = try Samples.state()
        _ = try state.uploadImage(91, Samples.image(.bulletPoint))
        var content = Samples.message
        content.bulletPoints = Array(repeating: try Samples.bullet(91), count: 5)
        #expect(try state.upload(1, content) == .done)
        content.bulletPoints.append(try Samples.bullet(91))
        #expect(try state.upload(2, content) == .refused(.tooManyBulletPoints))
    }

    @Test("A header above the image requires an image")
    func headerPosition() throws {
        var state = try Samples.state()
        _ = try state.uploadImage(90)
        var content = Samples.message
        content.headerPosition = .aboveImage
        #expect(try state.upload(1, content) == .refused(.aboveImageRequiresImage))
        content.image = try Samples.picture(90)
        #expect(try state.upload(1, content) == .done)
    }

    @Test("An image of the other class returns 400, and an unknown one 404")
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

    @Test("An image need not be approved to be used")
    func pendingImage() throws {
        var state = try Samples.state(.production)
        _ = try state.uploadImage(90)
        var content = Samples.message
        content.image = try Samples.picture(90)
        #expect(try state.upload(1, content) == .done)
    }

    @Test("A full app refuses uploads and has room again after a deletion")
    func cap() throws {
        var state = try Samples.state { $0.maximumMessages = 2 }
        _ = try state.upload(1)
        _ = try state.upload(2)
        #expect(try state.upload(3) == .refused(.tooManyMessages))
        _ = state.send(.deleteMessage(try Samples.identifier(1)), to: .deleteMessage)
        #expect(try state.upload(3) == .done)
    }

    @Test("The default limit is 2,000")
    func documentedCap() {
        let rules = Rules(environment: .production)
        #expect((rules.maximumMessages, rules.maximumImages) == (2000, 2000))
    }

    @Test("Deleting a missing message returns 404")
    func deleteUnknown() throws {
        var state = try Samples.state()
        let deletion = Operation.deleteMessage(try Samples.identifier(1))
        #expect(state.send(deletion, to: .deleteMessage).reply == .refused(.messageNotFound))
    }

    @Test("A deleted identifier is free again, unless the rules reserve it")
    func reuse() throws {
        for (allows, answer) in [(true, Reply.done), (false, .refused(.messageExists))] {
            var state = try Samples.state { $0.allowsDeletedIdentifiers = allows }
            _ = try state.upload(1)
            _ = state.send(.deleteMessage(try Samples.identifier(1)), to: .deleteMessage)
            #expect(try state.upload(1) == answer)
        }
    }

    @Test("Lists keep the order of upload")
    func order() throws {
        var state = try Samples.state()
        for number in [5, 3, 9, 1] { _ = try state.upload(number) }
        #expect(try state.messages().map(\.identifier) == [5, 3, 9, 1].map(Samples.identifier))
    }
}
