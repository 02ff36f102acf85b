import Glossport
import GlossportChecking
import GlossportImporting
import GlossportReading
import Testing

@testable import GlossportCommand

@Suite("Files of a submitted app")
struct SubmissionTests {
    private static let app = Destination(app: "com.example.app", environment: .production)
    private static let digest = InputDigest(bytes: [UInt8](repeating: 7, count: 32))
    private static let revision = FleetRevision(
        number: 2,
        digest: digest,
        submittedBy: "Noa",
        submitted: Timestamp(seconds: 1_800_000_000)
    )

    private static func refusal(_ here: InputDigest?, isPermitted: Bool = false) -> GlossportError? {
        SubmissionOptions.refusal(of: here, revision, at: app, isPermitted: isPermitted)
    }

    @Test("Other files than the submitted ones are refused with exit code 5")
    func otherFiles() throws {
        let error = try #require(Self.refusal(InputDigest(bytes: [UInt8](repeating: 6, count: 32))))
        #expect(CommandFailure(error).status == .conflict)
    }

    @Test("Files that make no submission are refused")
    func noDigest() { #expect(Self.refusal(nil) != nil) }

    @Test("The submitted files are imported")
    func same() { #expect(Self.refusal(Self.digest) == nil) }

    @Test("Other files are imported with --unsubmitted")
    func permitted() { #expect(Self.refusal(nil, isPermitted: true) == nil) }
}
