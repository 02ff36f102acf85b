import Glossport
import Testing

/// These words are stored, and existing journals contain them.
@Suite("Run commands")
struct RunCommandTests {
    @Test("A journal stores a run's command as a word that never changes")
    func words() {
        let commands: [RunCommand] = [
            .import, .plan, .settle, .wait, .prune, .rebuild, .doctor, .changeDefaults, .items(.message),
            .items(.image), .approve,
        ]
        #expect(
            commands.map(\.rawValue) == [
                "import", "plan", "settle", "wait", "prune", "rebuild", "doctor", "defaults", "messages",
                "images", "approve",
            ]
        )
    }

    @Test("Changes by `defaults` count as made by hand, and those by settle and import do not")
    func byHand() {
        #expect(RunCommand(rawValue: "defaults").isByHand)
        #expect(!RunCommand.settle.isByHand && !RunCommand.import.isByHand)
    }
}
