import Testing

@testable import GlossportCommand

@Suite("Output for build servers")
struct EscapeTests {
    @Test(
        "No two marks stay beside each other, however many there are",
        arguments: ["##vso[x]", "###vso[x]", "a####[b]"]
    )
    func marks(text: String) {
        let broken = Escape.breakingMarks(text)
        #expect(!broken.contains("##"))
        #expect(broken.replacing("\\", with: "") == text)
    }

    @Test("A line begins with no command, whatever blanks stand before it")
    func commands() {
        #expect(Escape.line("  ::error::x", forBuildServer: true) == "  \\::error::x")
        #expect(Escape.line("a ::error::x", forBuildServer: true) == "a ::error::x")
    }
}
