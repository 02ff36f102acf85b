import Glossport
import GlossportProject
import GlossportTesting
import Testing

@Suite("Former messages")
struct FormerMessagesTests {
    private func record(_ text: String, _ state: ItemState = .uploaded) -> ItemRecord {
        ItemRecord(item: Samples.items(1, text: text)[0], state: state)
    }

    @Test("A new text is compared with the newest other upload of its message and locale")
    func newest() {
        let former = FormerMessages([record("first"), record("second"), record("refused", .refused)])
        let new = Samples.items(2, text: "third")
        #expect(former.former(of: new[0])?.texts?.header == "second")
        #expect(former.former(of: new[1]) == nil, "another message")
        #expect(former.former(of: Samples.items(1, text: "second")[0])?.texts?.header == "first", "not itself")
    }

    @Test("Every differing field is listed with its old and new value, in reading order")
    func changes() {
        let (old, new) = (ServiceID(high: 1, low: 1), ServiceID(high: 1, low: 2))
        var before = MessageContent(header: "H", body: "B", image: .init(id: old, altText: "A"))
        before.bullets = [
            .init(text: "One", imageID: old, altText: "a"), .init(text: "Two", imageID: old, altText: "b"),
        ]
        var after = before
        after.body = "C"
        after.image?.id = new
        after.bullets = [.init(text: "Uno", imageID: old, altText: "a")]
        let changes = FieldChange.changes(from: before, to: after)
        #expect(
            changes.map(\.field) == [
                "body", "image", "bullets.1.text", "bullets.2.text", "bullets.2.image", "bullets.2.altText",
            ]
        )
        #expect(changes[0].old == .text("B") && changes[0].new == .text("C"))
        #expect(changes[1].old == .image(old) && changes[1].new == .image(new))
        #expect(changes[3].new == nil)
        #expect(FieldChange.changes(from: after, to: after) == [])
        #expect(
            FieldChange.changes(from: nil, to: MessageContent(header: "H", body: "B")).map(\.field) == [
                "header", "body",
            ]
        )
    }
}
