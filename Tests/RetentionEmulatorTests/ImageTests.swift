import RetentionEmulator
import Testing

@Suite("Images")
struct ImageTests {
    @Test("An upload is listed with its class")
    func upload() throws {
        var state = try Samples.state()
        #expect(try state.uploadImage(1, Samples.image(.bulletPoint)) == .done)
        let listing = ImageListing(identifier: try Samples.identifier(1), state: .approved, size: .bulletPoint)
        #expect(state.send(.listImages, to: .listImages).reply == .images([listing]))
    }

    @Test("A second upload of an image under the same identifier returns 409")
    func duplicate() throws {
        var state = try Samples.state()
        _ = try state.uploadImage(1)
        #expect(try state.uploadImage(1) == .refused(.imageExists))
    }

    @Test("A message and an image may share an identifier")
    func namespaces() throws {
        var state = try Samples.state()
        #expect(try state.uploadImage(1) == .done)
        #expect(try state.upload(1) == .done)
    }

    @Test("Both classes share one limit")
    func cap() throws {
        var state = try Samples.state { $0.maximumImages = 2 }
        _ = try state.uploadImage(1)
        _ = try state.uploadImage(2, Samples.image(.bulletPoint))
        #expect(try state.uploadImage(3) == .refused(.tooManyImages))
    }

    @Test("An image used by a message cannot be deleted before the message")
    func inUse() throws {
        var state = try Samples.state()
        _ = try state.uploadImage(90)
        _ = try state.uploadImage(91, Samples.image(.bulletPoint))
        var content = Samples.message
        content.image = try Samples.picture(90)
        content.bulletPoints = [try Samples.bullet(91)]
        _ = try state.upload(1, content)
        for number in [90, 91] {
            let deletion = Operation.deleteImage(try Samples.identifier(number))
            #expect(state.send(deletion, to: .deleteImage).reply == .refused(.imageInUse))
        }
        _ = state.send(.deleteMessage(try Samples.identifier(1)), to: .deleteMessage)
        #expect(state.send(.deleteImage(try Samples.identifier(90)), to: .deleteImage).reply == .done)
    }

    @Test("Deleting a missing image returns 404")
    func deleteUnknown() throws {
        var state = try Samples.state()
        let deletion = Operation.deleteImage(try Samples.identifier(1))
        #expect(state.send(deletion, to: .deleteImage).reply == .refused(.imageNotFound))
    }

    @Test(
        "Each image class accepts only its dimensions",
        arguments: [
            (ImageSize.fullSize, 3840, 160, true), (.fullSize, 3840, 2160, true), (.fullSize, 3840, 159, false),
            (.fullSize, 3840, 2161, false), (.fullSize, 3839, 2160, false), (.fullSize, 1024, 1024, false),
            (.bulletPoint, 1024, 1024, true), (.bulletPoint, 1024, 1023, false), (.bulletPoint, 1023, 1024, false),
        ]
    )
    func dimensions(_ size: ImageSize, _ width: Int, _ height: Int, _ admits: Bool) {
        #expect(size.admits(width: width, height: height) == admits)
    }
}
