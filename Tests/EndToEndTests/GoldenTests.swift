import Foundation
import Testing

/// Compares the output of `glossport validate` for each folder of `samples/broken/`, and for `samples/broken-images/`,
/// with a reviewed baseline.
///
/// To record: `GLOSSPORT_E2E_RECORD=1 swift test --filter EndToEndTests.GoldenTests`. A new or changed baseline fails
/// once, so that it is reviewed.
@Suite("Broken samples")
struct GoldenTests {
    private static let folders =
        ((try? FileManager.default.contentsOfDirectory(atPath: Repository.file("samples/broken"))) ?? [])
        .filter { !$0.contains(".") }.sorted()

    @Test("The findings of each broken sample equal the reviewed baseline", arguments: folders)
    func findings(folder: String) async throws {
        let shown = ["validate", "--project", "samples/broken/glossport.yaml", "samples/broken/\(folder)"]
        // A folder in which the paths are the ones that users type.
        let project = try TestProject()
        try FileManager.default.createSymbolicLink(
            atPath: project.file("samples"),
            withDestinationPath: Repository.file("samples")
        )
        let call = try await Glossport.run(shown, in: project)
        let seen = "$ glossport \(shown.joined(separator: " "))\n\(call.output)exit \(call.exitCode)\n"
        try Golden.check(seen, is: folder)
    }

    private static let images = "broken-images"

    @Test("The findings of the broken images equal the reviewed baseline")
    func images() async throws {
        let project = try TestProject()
        try FileManager.default.createSymbolicLink(
            atPath: project.file("samples"),
            withDestinationPath: Repository.file("samples")
        )
        let shown = ["validate", "--project", "samples/broken-images/glossport.yaml"]
        let call = try await Glossport.run(shown, in: project)
        try Golden.check(
            "$ glossport \(shown.joined(separator: " "))\n\(call.output)exit \(call.exitCode)\n",
            is: Self.images
        )
    }

    @Test("Every golden file belongs to a test, and every folder has a line in the README")
    func complete() throws {
        let golden = try FileManager.default.contentsOfDirectory(atPath: Repository.file("Tests/EndToEndTests/Golden"))
        #expect(golden.sorted() == (Self.folders + [ArchiveTests.golden, Self.images]).map { $0 + ".txt" }.sorted())
        let readme = try String(contentsOfFile: Repository.file("samples/broken/README.md"), encoding: .utf8)
        #expect(Self.folders.filter { !readme.contains("`\($0)/") } == [])
    }
}
