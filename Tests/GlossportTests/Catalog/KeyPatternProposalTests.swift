import Testing

@testable import GlossportProject
@testable import GlossportReading

@Suite("Proposed key pattern")
struct KeyPatternProposalTests {
    @Test(
        "A key pattern is found with different separators and with message and field in either order",
        arguments: [
            (["keep_annual_header", "keep_annual_body"], "{message}_{field}"),
            (["keep-annual.header", "keep-annual.body"], "{message}.{field}"),
            (["header.keep-annual", "body.keep-annual"], "{field}.{message}"),
            (["keep/header/text", "keep/body/text"], "{message}/{field}/text"),
            (["a.header", "a.body", "a.bullets.1.text", "settings.title"], "{message}.{field}"),
            (
                ["retention.a.header", "retention.a.body", "retention.b.header", "retention.b.body"],
                "retention.{message}.{field}"
            ),
            (["keep-a.header", "keep-a.body", "keep-b.header", "keep-b.body"], "{message}.{field}"),
        ]
    )
    func found(keys: [String], pattern: String) {
        #expect(KeyPattern.proposed(for: keys)?.description == pattern)
    }

    @Test(
        "Keys that do not consist of a message and a field yield no pattern",
        arguments: [["settings.title", "ok"], ["1", "2"], [], ["header", "body"], ["nobody.home"]]
    )
    func none(keys: [String]) {
        #expect(KeyPattern.proposed(for: keys) == nil)
    }

    @Test("A pattern that matches a whole message wins over one that matches more keys")
    func wholeMessages() {
        let app = (1...50).map { "screen\($0)_header" }
        #expect(KeyPattern.proposed(for: app + ["keep.header", "keep.body"])?.description == "{message}.{field}")
    }

    @Test("A common synonym for a field stands only for fields that the message does not have yet")
    func synonyms() {
        #expect(Field.meant(by: "title") == [.header])
        #expect(Field.meant(by: "text") == [.body, .altText])
        #expect(Field.meant(by: "text", besides: [.header, .body]) == [.altText])
        #expect(Field.meant(by: "colour").isEmpty)
    }

    @Test(
        "Field names such as title and text are recognized if most keys belong to messages",
        arguments: [
            (
                [
                    "TOTAL", "retention.annual.title", "retention.annual.text", "retention.monthly.title",
                    "retention.monthly.text",
                ],
                "retention.{message}.{field}", ["title": "header", "text": "body"]
            ),
            (["keep_Headline", "keep_Message"], "{message}_{field}", ["Headline": "header", "Message": "body"]),
            (["keep.header", "keep.text"], "{message}.{field}", ["text": "body"]),
            (
                ["a.title", "a.description", "b.title", "b.message"], "{message}.{field}",
                ["title": "header", "description": "body", "message": "body"]
            ),
        ]
    )
    func otherNames(keys: [String], description: String, names: [String: String]) throws {
        let pattern = try #require(KeyPattern.proposedWithOtherNames(for: keys))
        #expect(pattern.description == description && pattern.otherNames == names)
        #expect(keys.dropFirst(keys[0] == "TOTAL" ? 1 : 0).allSatisfy(pattern.isField))
    }

    @Test("Keys of an app's own texts yield no pattern, although some end in title or message")
    func app() {
        let keys = ["alert.title", "alert.message", "ok", "cancel", "login.button", "login.hint", "settings.sound"]
        #expect(KeyPattern.proposedWithOtherNames(for: keys) == nil)
    }

    @Test("A pattern adopts another pattern's field names unless one of them already means a different field")
    func names() throws {
        let other = try #require(KeyPattern.proposedWithOtherNames(for: ["keep.title", "keep.text"]))
        var pattern = KeyPattern.standard
        pattern.otherNames = ["line": "bullets.1.text", "title": "header"]
        let isTaken = pattern.takeNames(of: other)
        #expect(isTaken)
        #expect(pattern.otherNames == ["line": "bullets.1.text", "title": "header", "text": "body"])
        pattern.otherNames = ["text": "altText"]
        let isTakenAgain = pattern.takeNames(of: other)
        #expect(!isTakenAgain)
        #expect(pattern.otherNames == ["text": "altText"])
    }

    @Test("The example key has separators if any key has them")
    func example() {
        #expect(["TOTAL", "retention.b.title", "retention.a.title"].exampleKey == "retention.a.title")
        #expect(["TOTAL"].exampleKey == "TOTAL")
    }
}
