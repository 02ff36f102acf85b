import Foundation
import GlossportProject
import GlossportReading
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
        "A path in the folder is allowed, whether or not it exists",
        arguments: [".", "vendor", "vendor/", "./vendor/../vendor/a.csv", "new/a/b", ".glossport/journal.sqlite"]
    )
    func inside(path: String) throws {
        try folder.write("vendor/a.csv")
        #expect(isAllowed(path))
    }

    @Test(
        "A path outside the folder or a hidden path outside `.glossport` is not allowed",
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

    @Test("A journal may be in a hidden folder, except .git")
    func hidden() {
        #expect(isAllowed(".state/journal.sqlite", hidden: true))
        #expect(!isAllowed(".git/journal.sqlite", hidden: true))
        // The same folder on a case-insensitive volume.
        #expect(!isAllowed(".GIT/journal.sqlite", hidden: true))
    }

    @Test("In untrusted mode, a path through a link is refused, even inside the folder")
    func links() throws {
        try folder.write("vendor/a.csv")
        try folder.link("linked", to: folder.path + "/vendor")
        #expect(isAllowed("linked/a.csv"))
        let real = try #require(realpath(folder.path, nil))
        defer { free(real) }
        let untrusted = ProjectFolder(String(cString: real), isUntrusted: true)
        #expect(throws: Never.self) { try untrusted.check("./vendor/../vendor/a.csv", at: nil) }
        for path in ["linked/a.csv", "linked"] {
            let error = #expect(throws: GlossportError.self) { try untrusted.check(path, at: nil) }
            #expect(error?.message == "“\(path)” is a symbolic link, or is inside a linked folder.")
        }
    }

    @Test("In untrusted mode, typed paths must be in the folder; otherwise they may be anywhere")
    func typed() throws {
        #expect(throws: GlossportError.self) {
            try ProjectFolder(folder.path, isUntrusted: true).check(typed: "/etc/hosts")
        }
        #expect(throws: Never.self) { try ProjectFolder(folder.path).check(typed: "/etc/hosts") }
    }

    @Test("A path in a folder is recognized through links and before it exists")
    func within() throws {
        try folder.write("vendor/a.csv")
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/link", withDestinationPath: "vendor")
        let vendor = folder.path + "/vendor"
        for path in ["vendor", "vendor/", "vendor/new/x", "link/x"] {
            #expect(ProjectFolder.folder(vendor, contains: folder.path + "/" + path), "\(path)")
        }
        for path in ["", "vendors", "vendor/../x"] {
            #expect(!ProjectFolder.folder(vendor, contains: folder.path + "/" + path), "\(path)")
        }
    }

    @Test("Two paths of one file are the same, whether or not it exists")
    func same() throws {
        try folder.write("vendor/a.csv")
        try folder.link("link", to: folder.path + "/vendor")
        let isSame = { (path: String, other: String) in
            ProjectFolder.isSame(folder.path + "/" + path, folder.path + "/" + other)
        }
        for path in ["vendor/a.csv", "./vendor/a.csv", "link/a.csv"] { #expect(isSame(path, "vendor/a.csv")) }
        for path in ["vendor/new", "link/new", "link/../vendor/new"] { #expect(isSame(path, "vendor/new")) }
        #expect(!isSame("vendor", "vendor/new") && !isSame("vendor/a.csv", "vendor/b.csv"))
    }

    @Test("Hard links of one file with different names or in different folders have different targets")
    func hardLinks() throws {
        try folder.write("de.lproj/a.strings")
        try folder.write("fr.lproj/other")
        let file = folder.path + "/de.lproj/a.strings"
        let target = try #require(PathTarget(file))
        #expect(PathTarget(folder.path + "/de.lproj/../de.lproj/a.strings") == target)
        for name in ["de.lproj/b.strings", "fr.lproj/a.strings"] {
            try FileManager.default.linkItem(atPath: file, toPath: folder.path + "/" + name)
            #expect(PathTarget(folder.path + "/" + name) != PathTarget(file))
        }
        #expect(PathTarget(folder.path + "/de.lproj/../de.lproj/a.strings") == PathTarget(file))
        #expect(PathTarget(folder.path + "/none") == nil)
    }

    @Test("A file belongs to the innermost delivery that contains it, whichever path names it")
    func deliveries() throws {
        try folder.write("vendor/offers/a.csv")
        try folder.link("link", to: folder.path + "/vendor")
        try folder.link("vendor/out", to: "/etc")
        var project = Project(app: "com.example.app")
        project.deliveries = ["vendor", "link/offers", "vendor/new.zip"].map { Project.Delivery(path: $0) }
        let path = { (of: String) in project.delivery(of: of, relativeTo: folder.path)?.path }
        for start in ["vendor/", "link/", "vendor/../link/"] {
            #expect(path(folder.path + "/" + start + "offers/a.csv") == "link/offers")
            #expect(path(folder.path + "/" + start + "b.csv") == "vendor")
        }
        #expect(path(folder.path + "/vendor/out/hosts") == "vendor")
        #expect(path(folder.path + "/vendor/new.zip/a.csv") == "vendor/new.zip")
        #expect(path(folder.path + "/vendors/a.csv") == nil)
    }

    @Test("Paths outside the folder are allowed if the user allows them")
    func allowed() {
        #expect(throws: Never.self) {
            try ProjectFolder(folder.path, allowsOutside: true).check("/etc/passwd", at: nil)
        }
    }
}
