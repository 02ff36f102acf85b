import GlossportProject
import GlossportReading
import Testing

@Suite("Key pattern")
struct KeyPatternTests {
    @Test(
        "A key is split into message and field",
        arguments: [
            ("keep-annual.header", KeyPattern.Match.field(message: "keep-annual", field: .header)),
            ("keep.bullets.1.text", .field(message: "keep", field: .bulletText(1))),
            ("keep.bullets.2.altText", .field(message: "keep", field: .bulletAltText(2))),
            ("app.keep.altText", .field(message: "app.keep", field: .altText)),
            ("keep.titel", .unknownField(message: "keep", name: "titel")),
            ("keep.bullets.0.text", .unknownField(message: "keep", name: "bullets.0.text")),
            ("häute.🎈.header", .field(message: "häute.🎈", field: .header)), ("header", .none), (".header", .none),
            ("keep.", .none), ("", .none),
        ]
    )
    func matches(key: String, match: KeyPattern.Match) {
        #expect(KeyPattern.standard.match(key) == match)
    }

    @Test("A custom pattern, with text around both placeholders, splits and builds keys")
    func others() throws {
        let pattern = try #require(KeyPattern("retention/{field}@{message}!"))
        #expect(pattern.match("retention/header@keep!") == .field(message: "keep", field: .header))
        #expect(pattern.match("retention/header@keep") == .none)
        #expect(pattern.key(message: "keep", field: .bulletText(3)) == "retention/bullets.3.text@keep!")
        #expect(pattern.description == "retention/{field}@{message}!")
    }

    @Test(
        "A pattern needs both placeholders, once each, with a separator between them",
        arguments: ["", "{message}", "{message}{field}", "{field}.{field}.{message}"]
    )
    func refuses(text: String) {
        #expect(KeyPattern(text) == nil)
    }

    @Test("A pattern with adjacent placeholders can build keys but not split them")
    func adjacent() throws {
        let pattern = try #require(KeyPattern("{message}{field}", allowsAdjacent: true))
        #expect(pattern.key(message: "keep/", field: "header") == "keep/header")
    }
}
