import Glossport
import Testing

/// The words are stored, and old journals hold them.
@Suite("Words of runs")
struct RunCommandTests {
    @Test("A journal keeps a run by a word that never changes")
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

    @Test("Only what changes defaults because a person says so is by hand")
    func byHand() {
        #expect(RunCommand(rawValue: "defaults").isByHand)
        #expect(!RunCommand.settle.isByHand && !RunCommand.import.isByHand)
    }
}
