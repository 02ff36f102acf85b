import Glossport
import Testing

@Suite("Project folder")
struct ProjectFolderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func isAllowed(_ path: String, hidden: Bool = false) -> Bool {
        do {
            try ProjectFolder(folder.path).check(path, at: nil, allowsHidden: hidden)
            return true
        } catch {
            return false
        }
    }

    @Test(
        "What is below it may be named, whether or not it is there",
        arguments: [".", "vendor", "vendor/", "./vendor/../vendor/a.csv", "new/a/b", ".glossport/journal.sqlite"]
    )
    func inside(path: String) throws {
        try folder.write("vendor/a.csv")
        #expect(isAllowed(path))
    }

    @Test(
        "What is elsewhere may not, nor what is hidden",
        arguments: [
            "..", "../x", "vendor/../../x", "/etc/passwd", "new/../../x", ".git/config", "vendor/.env", "out/x", "gone",
        ]
    )
    func outside(path: String) throws {
        try folder.write("vendor/a.csv")
        try folder.link("out", to: "/etc")
        try folder.link("gone", to: "/nowhere/at/all")
        #expect(!isAllowed(path))
    }

    @Test("A journal may be in a hidden folder, but for .git")
    func hidden() {
        #expect(isAllowed(".state/journal.sqlite", hidden: true))
        #expect(!isAllowed(".git/journal.sqlite", hidden: true))
    }

    @Test("The user may allow what is elsewhere")
    func allowed() {
        #expect(throws: Never.self) {
            try ProjectFolder(folder.path, allowsOutside: true).check("/etc/passwd", at: nil)
        }
    }
}
