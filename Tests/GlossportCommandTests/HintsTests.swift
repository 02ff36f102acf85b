import Testing

@testable import GlossportCommand

@Suite("Recommended commands")
struct HintsTests {
    @Test(
        "They repeat no password and nothing that only this call has",
        arguments: [
            ("--journal", "postgres://u@h/j", true), ("--journal", "state/journal.sqlite", true),
            ("--journal", "postgres://u:hunter2@h/j", false), ("--journal", "postgres://h/j?password=hunter2", false),
            ("--journal", "user=u password=hunter2", false), ("--private-key-file", "/dev/fd/63", false),
        ]
    )
    func flags(name: String, value: String, isRepeated: Bool) {
        #expect(Hints.isRepeatable(name, value) == isRepeated)
    }
}
