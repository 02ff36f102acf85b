import Foundation
import GlossportReading
import Testing

@testable import PluginHost

@Suite("Plugin files")
struct PluginFileTests {
    /// A new folder, removed after the test.
    private final class Folder {
        let path =
            URL(fileURLWithPath: NSTemporaryDirectory()).resolvingSymlinksInPath().path
            + "/glossport-plugins-\(UUID().uuidString)"

        init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
        deinit { try? FileManager.default.removeItem(atPath: path) }

        @discardableResult
        func write(_ name: String, _ text: String = "#!/bin/sh\n", permissions: Int = 0o755) throws -> String {
            let file = "\(path)/\(name)"
            try FileManager.default.createDirectory(
                atPath: (file as NSString).deletingLastPathComponent,
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: URL(fileURLWithPath: file))
            try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file)
            return file
        }

        func setPermissions(_ permissions: Int, of name: String) throws {
            try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: "\(path)/\(name)")
        }
    }

    private static func file(_ path: String) throws -> PluginFile { try PluginFile(id: "po", program: path) }

    private static func refusal(_ path: String) -> String? {
        do {
            _ = try file(path)
            return nil
        } catch { return (error as? GlossportError)?.message ?? "\(error)" }
    }

    @Test("A link to a program is followed")
    func links() throws {
        let folder = try Folder()
        let file = try folder.write("tools/reader")
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/link", withDestinationPath: file)
        #expect(try Self.file(folder.path + "/link").path == file)
    }

    @Test("A program that other users can write to, that runs with other privileges or is not executable is refused")
    func writable() throws {
        let folder = try Folder()
        let file = try folder.write("reader", permissions: 0o777)
        #expect(Self.refusal(file)?.contains("every user can write to \(file)") == true)
        try folder.write("open/reader")
        try folder.setPermissions(0o777, of: "open")
        #expect(Self.refusal(folder.path + "/open/reader")?.contains("every user can write to") == true)
        // A world-writable folder is refused even with the sticky bit, as on /tmp.
        try folder.setPermissions(0o1777, of: "open")
        #expect(Self.refusal(folder.path + "/open/reader")?.contains("every user can write to") == true)
        try folder.setPermissions(0o4755, of: "reader")
        #expect(Self.refusal(file)?.contains("other privileges") == true)
        try folder.setPermissions(0o644, of: "reader")
        #expect(Self.refusal(file)?.contains("not executable") == true)
    }

    @Test("A group of only root or only the user is not shared, and any other one is")
    func groups() throws {
        #expect(!PluginFile.isShared(0))
        // The group “daemon”, which contains no user of this test.
        #expect(PluginFile.isShared(1))
        #expect(PluginFile.isShared(4_000_000_000))
        let user = try #require(getpwuid(geteuid()))
        let (own, ownGroup) = (String(cString: user.pointee.pw_name), user.pointee.pw_gid)
        if let entry = getgrgid(ownGroup), String(cString: entry.pointee.gr_name) == own,
            entry.pointee.gr_mem.pointee == nil
        {
            #expect(!PluginFile.isShared(ownGroup))
        }
    }

    @Test("A program, folder or list that a shared group can write to is refused", .enabled(if: geteuid() == 0))
    func groupWritable() throws {
        let folder = try Folder()
        let file = try folder.write("tools/reader", permissions: 0o775)
        #expect(Self.refusal(file) == nil)
        #expect(chown(file, 0, 1) == 0)
        try folder.setPermissions(0o775, of: "tools/reader")
        #expect(Self.refusal(file)?.contains("other users of its group can write to \(file)") == true)
        try folder.setPermissions(0o755, of: "tools/reader")
        #expect(Self.refusal(file) == nil)
        let parent = folder.path + "/tools"
        #expect(chown(parent, 0, 1) == 0)
        try folder.setPermissions(0o1775, of: "tools")
        #expect(Self.refusal(file)?.contains("other users of its group can write to \(parent)") == true)
        let list = try folder.write("trusted-plugins", "")
        #expect(chown(list, 0, 1) == 0)
        try folder.setPermissions(0o660, of: "trusted-plugins")
        let error = #expect(throws: GlossportError.self) { try TrustedPlugins(list) }
        #expect(error?.message.contains("other users of its group can write to \(list)") == true)
    }

    @Test("The error for a missing program names it")
    func missing() {
        #expect(Self.refusal("/nowhere/reader")?.contains("/nowhere/reader does not exist") == true)
    }

    @Test("A program is identified by its SHA-256")
    func fingerprint() throws {
        let folder = try Folder()
        let file = try folder.write("reader", "#!/bin/sh\n")
        #expect(try Self.file(file).sha256 == "a8076d3d28d21e02012b20eaf7dbf75409a6277134439025f282e368e3305abf")
    }

    @Test("A program is trusted once it is listed; after a change, its new digest must replace the old one")
    func trusted() throws {
        let folder = try Folder()
        let list = folder.path + "/config/glossport/trusted-plugins"
        let old = try Self.file(folder.write("reader", "#!/bin/sh\n"))
        let error = #expect(throws: GlossportError.self) { try TrustedPlugins(list).check(old) }
        #expect(error?.message.contains(old.sha256) == true)
        #expect(error?.remedy?.contains("`glossport plugin trust po`") == true)
        try TrustedPlugins(list).add(old)
        try TrustedPlugins(list).check(old)

        let new = try Self.file(folder.write("reader", "#!/bin/sh\n# new\n"))
        #expect(throws: GlossportError.self) { try TrustedPlugins(list).check(new) }
        try TrustedPlugins(list).add(new)
        try TrustedPlugins(list).check(new)
        #expect(try !TrustedPlugins(list).contains(old))
    }

    @Test("Programs of several projects can be trusted at once")
    func besides() throws {
        let folder = try Folder()
        let list = folder.path + "/trusted-plugins"
        let (one, two) = try (Self.file(folder.write("1/reader", "one")), Self.file(folder.write("2/reader", "two")))
        for file in [one, two, one] { try TrustedPlugins(list).add(file) }
        #expect(try TrustedPlugins(list).contains(one) && TrustedPlugins(list).contains(two))
        #expect(try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n").count == 2)
    }

    @Test("A list of trusted plugins that other users can write to is not used")
    func openList() throws {
        let folder = try Folder()
        let list = try folder.write("trusted-plugins", "", permissions: 0o666)
        let error = #expect(throws: GlossportError.self) { try TrustedPlugins(list) }
        #expect(error?.message.contains("every user can write to \(list)") == true)
    }

    @Test("A line break in a program's path cannot make another program trusted")
    func lineBreak() throws {
        let folder = try Folder()
        let list = folder.path + "/trusted-plugins"
        let other = try Self.file(folder.write("other", "other"))
        try TrustedPlugins(list).add(Self.file(folder.write("a\n\(other.sha256) x/reader")))
        #expect(try !TrustedPlugins(list).contains(other))
    }

    @Test("Without a home folder, no program is trusted")
    func homeless() throws {
        let folder = try Folder()
        let file = try Self.file(folder.write("reader"))
        #expect(try !TrustedPlugins(nil).contains(file))
    }
}
