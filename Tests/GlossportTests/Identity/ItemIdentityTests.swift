import Glossport
import GlossportProject
import GlossportTesting
import Testing

@Suite("Identity of a journal item")
struct ItemIdentityTests {
    private let app = Samples.destination.app

    @Test("Derived IDs match the content of messages, of their later generations and of images")
    func fits() {
        var item = JournalSamples.item(1)
        #expect(item.identityDefect(app: app) == nil)
        #expect(JournalSamples.image(1).identityDefect(app: app) == nil)
        guard let content = item.texts else { return #expect(Bool(false), "no texts") }
        let later = MessageIdentity.derive(
            app: app,
            message: item.message,
            locale: item.locale,
            content: content,
            generation: 3
        )
        (item.id, item.digest) = later
        #expect(item.identityDefect(app: app) == nil)
    }

    @Test("An item with another text, message name, locale or app does not match its digest")
    func otherContent() {
        let item = JournalSamples.item(1)
        var changes = [item, item, item]
        changes[0].content = .message(MessageContent(header: "Überschrift 2", body: "Bleib bei uns 🎈"))
        changes[1].locale = "fr-FR"
        changes[2].message = "keep-monthly"
        for changed in changes {
            #expect(changed.identityDefect(app: app) == "does not match its digest")
        }
        #expect(item.identityDefect(app: "com.example.other") != nil)
    }

    @Test("A derived ID must match the item's content; a fixed ID need not")
    func otherID() {
        var item = JournalSamples.item(1)
        item.id = JournalSamples.item(2).id
        #expect(item.identityDefect(app: app) == "has an id that does not match its content")
        item.origin = .fixed
        #expect(item.identityDefect(app: app) == nil)
        item.content = .message(MessageContent(header: "Another", body: "text"))
        #expect(item.identityDefect(app: app) != nil)
    }
}
