import Foundation
import GlossportChecking
import GlossportImporting
import Testing

@Suite("Digest of what an import reads")
struct ProjectInputTests {
    private let folder: TemporaryFolder
    private static let now = Timestamp(seconds: 4_000_000_000)
    private static let text = """
        app: com.example.northlight
        environment: sandbox
        credentials:
          issuerID: 57246542-96fe-1a63-e053-0824d011072a
          keyID: 2X9R4HXF34
        deliveries: [{ path: vendor/ }]
        messages: { keep: { image: "images/{message}-{locale}.png" } }

        """

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("vendor/a.strings")
        try folder.write("vendor/b.strings")
        try folder.write("images/keep-de-DE.png", "picture")
    }

    private func digest(
        _ text: String = Self.text,
        in folder: TemporaryFolder? = nil,
        knowing digests: inout FileDigests
    ) throws -> InputDigest {
        let project = try ProjectFile.parse(text, path: "glossport.yaml", ruleIDs: [], formats: [])
        let input = ProjectInput(text: text, bases: [], project: project, folder: (folder ?? self.folder).path)
        return try input.digest(&digests, at: Self.now)
    }

    private func digest(_ text: String = Self.text, in folder: TemporaryFolder? = nil) throws -> InputDigest {
        var digests = FileDigests()
        return try digest(text, in: folder, knowing: &digests)
    }

    @Test("It is the same wherever the files lie")
    func elsewhere() throws {
        let other = try TemporaryFolder()
        for name in ["vendor/b.strings", "vendor/a.strings"] { try other.write(name) }
        try other.write("images/keep-de-DE.png", "picture")
        #expect(try digest() == digest(in: other))
    }

    @Test(
        "Whatever is read is part of it",
        arguments: ["vendor/a.strings", "vendor/new.strings", "images/keep-de-DE.png", "images/keep-fr-FR.png"]
    )
    func changes(file: String) throws {
        let before = try digest()
        try folder.write(file, "something else")
        #expect(try digest() != before)
    }

    @Test("A file that is renamed is another one, and so is one that is gone")
    func names() throws {
        let before = try digest()
        let manager = FileManager.default
        try manager.moveItem(atPath: folder.path + "/vendor/b.strings", toPath: folder.path + "/vendor/c.strings")
        let renamed = try digest()
        try manager.removeItem(atPath: folder.path + "/vendor")
        #expect(try Set([before, renamed, digest()]).count == 3)
    }

    @Test("What nobody reads is no part of it")
    func others() throws {
        let before = try digest()
        try folder.write("notes.txt", "x")
        try folder.write("images/readme.txt", "x")
        try folder.write("vendor/.hidden", "x")
        #expect(try digest() == before)
    }

    @Test("The project file is part of it, its credentials are not")
    func credentials() throws {
        let other = Self.text.replacing("2X9R4HXF34", with: "ABCDEFGHIJ")
        #expect(try digest(other) == digest())
        #expect(try digest(Self.text + "pace: steady\n") != digest())
    }

    @Test("Credentials at the end of the file, and those with Windows line ends, are left out as well")
    func credentialsElsewhere() {
        let last = "app: a.b\ncredentials:\n  keyID: X\n"
        #expect(String(decoding: ProjectFile.without("credentials", in: last), as: UTF8.self) == "app: a.b\n")
        let windows = "app: a.b\r\ncredentials:\r\n  keyID: X\r\npace: hourly\r\n"
        let rest = ProjectFile.without("credentials", in: windows)
        #expect(String(decoding: rest, as: UTF8.self) == "app: a.b\r\npace: hourly\r\n")
    }

    @Test(
        "A file in which they can't be told apart stays as it is",
        arguments: ["{ app: a.b, credentials: { keyID: X } }", "credentials: [", "", "a: credentials"]
    )
    func whole(text: String) {
        #expect(ProjectFile.without("credentials", in: text) == Array(text.utf8))
    }

    @Test("What leads out of the project's folder is not read")
    func outside() throws {
        let other = try TemporaryFolder()
        try other.write("a.strings")
        for path in [other.path, other.path + "/a.strings"] {
            let text = Self.text.replacing("vendor/", with: path)
            var digests = FileDigests()
            _ = try digest(text, knowing: &digests)
            #expect(digests.count == 1)
        }
    }

    @Test("A look that takes too long ends, and is no digest")
    func cancelled() async throws {
        let project = try ProjectFile.parse(Self.text, path: "glossport.yaml", ruleIDs: [], formats: [])
        let input = ProjectInput(text: Self.text, bases: [], project: project, folder: folder.path)
        let look = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            var digests = FileDigests()
            return try input.digest(&digests, at: Self.now)
        }
        await #expect(throws: CancellationError.self) { try await look.value }
    }

    @Test("What it extends is part of it")
    func bases() throws {
        let project = try ProjectFile.parse(Self.text, path: "glossport.yaml", ruleIDs: [], formats: [])
        var digests = FileDigests()
        let all = try ["pace: steady\n", "pace: hourly\n"].map { text in
            let base = ProjectBase(path: "shared.yaml", folder: "..", text: text)
            let input = ProjectInput(text: Self.text, bases: [base], project: project, folder: folder.path)
            return try input.digest(&digests, at: Self.now)
        }
        #expect(try Set(all + [digest()]).count == 3)
    }

    @Test("A file is read once as long as it stays what it is")
    func cache() throws {
        var digests = FileDigests()
        let first = try digest(knowing: &digests)
        #expect(digests.count == 3)
        // Nobody can read it any more; who does not ask for its bytes does not notice.
        digests.lookAgain()
        #expect(try digest(knowing: &digests) == first)
        #expect(digests.count == 3)
        try folder.write("vendor/a.strings", "other")
        #expect(try digest(knowing: &digests) != first)
    }

    @Test("What was written just now is read again: it may change without its time changing")
    func justWritten() throws {
        var digests = FileDigests()
        let path = folder.path + "/vendor/a.strings"
        let written = Timestamp(seconds: Int64(Date().timeIntervalSince1970))
        _ = try digests.sha256(of: path, shown: path, at: written)
        #expect(digests.count == 0)
    }

    @Test("A destination can be told of a file in which something else is wrong")
    func destination() {
        let text = "app: com.example.a\nenvironment: production\nnonsense: 1\n"
        let expected = Destination(app: "com.example.a", environment: .production)
        #expect(ProjectFile.destination(in: text, path: "x.yaml", bases: []) == expected)
        let base = ProjectBase(path: "shared.yaml", folder: "", text: "environment: production\n")
        #expect(ProjectFile.destination(in: "app: com.example.a\n", path: "x.yaml", bases: [base]) == expected)
        #expect(ProjectFile.destination(in: "app: com.example.a\n", path: "x.yaml", bases: []) == nil)
        #expect(ProjectFile.destination(in: "app: [", path: "x.yaml", bases: []) == nil)
    }
}
