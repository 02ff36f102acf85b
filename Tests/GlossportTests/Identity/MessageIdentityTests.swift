import Glossport
import GlossportProject
import Testing

/// The IDs are in use at Apple, so a change of their encoding would upload every message again.
@Suite("Message identity")
struct MessageIdentityTests {
    private static func id(
        message: String = "keep-annual",
        locale: String = "de-DE",
        content: MessageContent,
        generation: Int = 0
    ) -> String {
        MessageIdentity.derive(
            app: "com.example.northlight",
            message: message,
            locale: locale,
            content: content,
            generation: generation
        ).id.description
    }

    private static let plain = MessageContent(header: "Bleib bei uns", body: "Deine Daten bleiben.")

    @Test("Version 1 of the encoding yields the recorded IDs")
    func golden() throws {
        let image = try #require(ServiceID("0f5c1c52-5f0e-4c1b-9a64-3d5a1d7f7b10"))
        var rich = Self.plain
        rich.headerPosition = .aboveImage
        rich.image = MessageContent.Image(id: image, altText: "Ein Berg")
        rich.bullets = [MessageContent.Bullet(text: "Sterne", imageID: image, altText: "Stern")]
        #expect(Self.id(content: Self.plain) == "f245a078-c8bb-5b04-ae72-4373e827228d")
        #expect(Self.id(content: rich) == "66ec5ed8-df78-50f4-b693-77a0b293a905")
        #expect(Self.id(content: Self.plain, generation: 1) == "5da457d0-d49c-5742-a688-bb12c209b7a0")
    }

    @Test("Image IDs match the recorded IDs and depend on app, size, content and generation")
    func images() {
        let id = { (app: String, size: ImageSize, sha256: String, generation: Int) in
            ImageIdentity.derive(app: app, size: size, sha256: sha256, generation: generation).id.description
        }
        let sha256 = String(repeating: "0f", count: 32)
        let ids = [
            id("com.example.northlight", .fullSize, sha256, 0), id("com.example.northlight", .bulletPoint, sha256, 0),
            id("com.example.other", .fullSize, sha256, 0), id("com.example.northlight", .fullSize, sha256, 1),
            id("com.example.northlight", .fullSize, String(repeating: "0e", count: 32), 0),
        ]
        #expect(ids[0] == "4c4533fc-6864-5bb6-81b7-78954b077045")
        #expect(ids[1] == "9414c9de-331b-51b8-bfcd-c534cb376409")
        #expect(Set(ids).count == ids.count)
    }

    @Test("IDs are version 5 UUIDs")
    func version() throws {
        let id = try #require(ServiceID(Self.id(content: Self.plain)))
        #expect(id.bytes[6] >> 4 == 5)
        #expect(id.bytes[8] >> 6 == 2)
    }

    @Test("A message's ID depends on its name, locale, header, body and generation")
    func parts() {
        var changed = Self.plain
        changed.body += " "
        var moved = Self.plain
        (moved.header, moved.body) = (moved.header + moved.body, "")
        let ids = [
            Self.id(content: Self.plain), Self.id(content: changed), Self.id(content: moved),
            Self.id(message: "keep", content: Self.plain),
            Self.id(locale: "fr-FR", content: Self.plain), Self.id(content: Self.plain, generation: 1),
        ]
        #expect(Set(ids).count == ids.count)
    }

    @Test("Texts are not normalized before the ID is derived")
    func normalization() {
        let composed = MessageContent(header: "\u{E9}", body: "b")
        let decomposed = MessageContent(header: "e\u{301}", body: "b")
        #expect(Self.id(content: composed) != Self.id(content: decomposed))
    }

    @Test("The default header position yields the same ID as an explicit one")
    func headerPosition() {
        var explicit = Self.plain
        explicit.headerPosition = .aboveBody
        #expect(Self.id(content: Self.plain) == Self.id(content: explicit))
    }

    @Test("A UUID is read in any letter case and printed in lower case")
    func text() {
        #expect(
            ServiceID("0F5C1C52-5F0E-4C1B-9A64-3D5A1D7F7B10")?.description == "0f5c1c52-5f0e-4c1b-9a64-3d5a1d7f7b10"
        )
        for bad in [
            "", "0f5c1c52", "0f5c1c525f0e4c1b9a643d5a1d7f7b10", "0f5c1c52-5f0e-4c1b-9a64-3d5a1d7f7b1g",
            "0f5c1c52-5f0e-4c1b-9a64-3d5a1d7f7b1é",
            "+f5c1c52-5f0e-4c1b-9a64-3d5a1d7f7b10", " f5c1c52-5f0e-4c1b-9a64-3d5a1d7f7b10",
            "0x5c1c52-5f0e-4c1b-9a64-3d5a1d7f7b10", "0f5c1c525-f0e-4c1b-9a64-3d5a1d7f7b10",
        ] {
            #expect(ServiceID(bad) == nil)
        }
    }
}
