import Foundation
import Testing

/// Baselines of users' output, in `Tests/EndToEndTests/Golden/`.
enum Golden {
    /// Compares output with its baseline, or records the baseline on request.
    ///
    /// The IDs of findings are removed because they change with the wording.
    static func check(_ output: String, is name: String, _ location: Testing.SourceLocation = #_sourceLocation) throws {
        let seen = output.replacing(#/ · [0-9a-f]{8}\]/#, with: "]")
        let path = Repository.file("Tests/EndToEndTests/Golden/\(name).txt")
        let golden = try? String(contentsOfFile: path, encoding: .utf8)
        guard seen != golden else { return }
        if ProcessInfo.processInfo.environment["GLOSSPORT_E2E_RECORD"] == nil {
            #expect(seen == golden, "GLOSSPORT_E2E_RECORD=1 records it", sourceLocation: location)
        } else {
            try Data(seen.utf8).write(to: URL(fileURLWithPath: path))
            Issue.record("Recorded Golden/\(name).txt: read it, then run again.", sourceLocation: location)
        }
    }
}
