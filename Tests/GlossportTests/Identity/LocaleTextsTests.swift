import Glossport
import GlossportProject
import GlossportTesting
import Testing

/// The digests are stored in journals, so a change of their encoding would invalidate every approval.
@Suite("Digests of approved texts")
struct LocaleTextsTests {
    private static let plain = MessageContent(header: "Bleib bei uns", body: "Deine Daten bleiben.")

    private static func digest(
        _ messages: [String: MessageContent],
        app: String = "com.example.northlight",
        locale: String = "de-DE",
        images: [ServiceID: String] = [:]
    ) -> String {
        LocaleTexts(app: app, locale: locale, messages: messages, images: images).digest.hexadecimal
    }

    /// Two messages; `keep-9` uses every field, with the given IDs for its image and its icon.
    private static func rich(_ image: Int, _ icon: Int) -> [String: MessageContent] {
        let content = MessageContent(
            header: "שלום",
            body: "Deine Daten bleiben.",
            headerPosition: .aboveImage,
            image: MessageContent.Image(id: JournalSamples.item(image).id, altText: "Ein Berg"),
            bullets: [
                MessageContent.Bullet(text: "Sterne", imageID: JournalSamples.item(icon).id, altText: "Stern")
            ]
        )
        return ["keep-9": content, "keep-10": MessageContent(header: "A", body: "B")]
    }

    private static func images(_ image: Int, _ icon: Int) -> [ServiceID: String] {
        [
            JournalSamples.item(image).id: String(repeating: "0f", count: 32),
            JournalSamples.item(icon).id: String(repeating: "0e", count: 32),
        ]
    }

    @Test("Version 1 of the encoding yields the recorded digests")
    func golden() {
        #expect(
            Self.digest(["keep-annual": Self.plain])
                == "51e932ebbdce35f194c8a7eeb497bedd5878876316fe8475d6c01b8b23c4837a"
        )
        #expect(
            Self.digest(Self.rich(1, 2), locale: "he", images: Self.images(1, 2))
                == "d6a411d16287637f60e538ec63fb6b9511565dcc507a1ebafa2bf2f54e3765df"
        )
    }

    @Test("The digest covers the texts, images and layout that customers see, the app and the locale")
    func parts() {
        var texts = Self.rich(1, 2)
        var digests = [Self.digest(texts, images: Self.images(1, 2))]
        let changes: [(inout MessageContent) -> Void] = [
            { $0.header += " " }, { $0.body = "b" }, { $0.headerPosition = nil }, { $0.image?.altText = "x" },
            { $0.image = nil }, { $0.bullets[0].text = "x" }, { $0.bullets[0].altText = "x" }, { $0.bullets = [] },
        ]
        for change in changes {
            let changed = Self.rich(1, 2).mapValues { content in
                var content = content
                // The other message has no image.
                if content.image != nil { change(&content) }
                return content
            }
            digests.append(Self.digest(changed, images: Self.images(1, 2)))
        }
        digests.append(Self.digest(texts, images: Self.images(2, 1)))
        digests.append(Self.digest(texts, app: "com.example.other", images: Self.images(1, 2)))
        digests.append(Self.digest(texts, locale: "fr-FR", images: Self.images(1, 2)))
        texts["keep-11"] = Self.plain
        digests.append(Self.digest(texts, images: Self.images(1, 2)))
        texts["keep-9"] = nil
        digests.append(Self.digest(texts, images: Self.images(1, 2)))
        #expect(Set(digests).count == digests.count)
    }

    @Test("The digest excludes IDs, so an image that is uploaded again still matches")
    func ids() {
        #expect(
            Self.digest(Self.rich(1, 2), images: Self.images(1, 2))
                == Self.digest(Self.rich(3, 4), images: Self.images(3, 4))
        )
        var explicit = Self.plain
        explicit.headerPosition = .aboveBody
        #expect(Self.digest(["keep": explicit]) == Self.digest(["keep": Self.plain]))
    }

    @Test("Each locale has its own digest, which does not depend on the order of messages")
    func locales() {
        let items = [
            JournalSamples.item(1, message: "b"), JournalSamples.item(2, message: "a"),
            JournalSamples.item(3, message: "a", locale: "da"),
        ]
        let texts = DesiredItems(messages: items).texts(for: "com.example.northlight")
        #expect(texts.map(\.locale) == ["da", "de-DE"])
        #expect(texts.map(\.messages) == [1, 2])
        #expect(DesiredItems(messages: items.reversed()).texts(for: "com.example.northlight") == texts)
    }
}
