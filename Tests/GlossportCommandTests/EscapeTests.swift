import Testing

@testable import GlossportCommand

@Suite("Output for build servers")
struct EscapeTests {
    @Test(
        "Adjacent # marks are always separated",
        arguments: ["##vso[x]", "###vso[x]", "a####[b]"]
    )
    func marks(text: String) {
        let broken = Escape.breakingMarks(text)
        #expect(!broken.contains("##"))
        #expect(broken.replacing("\\", with: "") == text)
    }

    @Test("A line never begins with a build server's command, even after white space")
    func commands() {
        #expect(Escape.line("  ::error::x", forBuildServer: true) == "  \\::error::x")
        #expect(Escape.line("a ::error::x", forBuildServer: true) == "a ::error::x")
    }
}
