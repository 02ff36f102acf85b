import GlossportProject
import GlossportReading
import Testing

@Suite("Key filter")
struct KeyFilterTests {
    @Test(
        "A pattern's filter passes exactly the keys that the pattern matches",
        arguments: [
            "{message}.{field}", "app/{message}.{field}", "{field}@{message}", "{message}--{field}:x",
            "ä{message}ö{field}ü",
        ]
    )
    func agrees(pattern: String) throws {
        let pattern = try #require(KeyPattern(pattern))
        let filter = pattern.filter
        let pieces = ["", ".", "-", "--", "@", "app/", ":x", "keep", "header", "a", "ä", "ö", "ü", "花"]
        for first in pieces {
            for second in pieces {
                for third in pieces {
                    for fourth in ["", "header", "title", "ü", ":x"] {
                        let key = first + second + third + fourth
                        let isAccepted = Array(key.utf8).withUnsafeBytes(filter.accepts)
                        #expect(isAccepted == (pattern.match(key) != .none), "\(key)")
                    }
                }
            }
        }
    }
}
