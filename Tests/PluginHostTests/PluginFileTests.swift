import Foundation
import GlossportChecking
import GlossportReading
import Testing

@testable import PluginHost

@Suite("What is run, and what is not")
struct PluginFileTests {
    /// A folder of its own, gone after the test.
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

    private static func refusal(
        _ command: [String],
        in folder: String = "",
        search: [String] = [],
        avoiding: [String] = []
    ) -> String? {
        do {
            _ = try PluginFile(
                ListedReader(id: "po", command: command, folder: folder),
                search: .init(search),
                avoiding: avoiding
            )
            return nil
        } catch { return (error as? GlossportError)?.message ?? "\(error)" }
    }

    @Test("A path is relative to the file that lists it, and links are followed")
    func relative() throws {
        let folder = try Folder()
        let file = try folder.write("tools/reader")
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/link", withDestinationPath: file)
        let plugin = try PluginFile(ListedReader(id: "po", command: ["./link"], folder: folder.path), search: .init([]))
        #expect(plugin.path == file)
    }

    @Test("A bare name is looked for in its own folder and beside others, never in a relative entry of PATH")
    func bare() throws {
        let folder = try Folder()
        let file = try folder.write("po/glossport-reader-po")
        let search = PluginFile.SearchPath(
            program: "/nowhere/bin/glossport",
            environment: ["PATH": ".:relative:\(folder.path)"]
        )
        #expect(search.folders.allSatisfy { $0.hasPrefix("/") })
        let plugin = try PluginFile(ListedReader(id: "po", command: ["glossport-reader-po"]), search: search)
        #expect(plugin.path == file)
        #expect(search.candidates.contains { $0.id == "po" && $0.path == file })
        #expect(
            Self.refusal(["glossport-reader-arb"], search: [folder.path])?.contains("There is no glossport-reader-arb")
                == true
        )
    }

    @Test("What everybody can write, or run with other rights, is refused")
    func writable() throws {
        let folder = try Folder()
        let file = try folder.write("reader", permissions: 0o777)
        #expect(Self.refusal([file])?.contains("every user can write to \(file)") == true)
        try folder.write("open/reader")
        try folder.setPermissions(0o777, of: "open")
        #expect(Self.refusal([folder.path + "/open/reader"])?.contains("every user can write to") == true)
        // A folder for all users' temporary files is not a place for a program either, sticky or not.
        try folder.setPermissions(0o1777, of: "open")
        #expect(Self.refusal([folder.path + "/open/reader"])?.contains("every user can write to") == true)
        try folder.setPermissions(0o4755, of: "reader")
        #expect(Self.refusal([file])?.contains("other privileges") == true)
        try folder.setPermissions(0o644, of: "reader")
        #expect(Self.refusal([file])?.contains("not executable") == true)
    }

    @Test("Nothing from a delivery is run")
    func delivered() throws {
        let folder = try Folder()
        let file = try folder.write("vendor/reader")
        #expect(
            Self.refusal([file], avoiding: [folder.path + "/vendor"])?.contains("where other users can put files")
                == true
        )
        #expect(Self.refusal([file], avoiding: [folder.path + "/vend"]) == nil)
    }

    @Test("Its fingerprint is the file's SHA-256, and with arguments that are files it covers those")
    func fingerprint() throws {
        let folder = try Folder()
        try folder.write("reader", "#!/bin/sh\n")
        try folder.write("script.py", "one")
        func fingerprint(_ command: [String]) throws -> String {
            try PluginFile(ListedReader(id: "po", command: command, folder: folder.path), search: .init([])).fingerprint
        }
        #expect(try fingerprint(["./reader"]) == "a8076d3d28d21e02012b20eaf7dbf75409a6277134439025f282e368e3305abf")
        let before = try fingerprint(["./reader", "script.py"])
        try folder.write("script.py", "two")
        #expect(try fingerprint(["./reader", "script.py"]) != before)
    }

    @Test("Without a fingerprint, or with another, it is not run, and both are told")
    func pinned() throws {
        let folder = try Folder()
        let file = try folder.write("reader")
        var reader = ListedReader(id: "po", command: [file])
        func refusal() throws -> GlossportError? {
            do {
                try PluginFile(reader, search: .init([])).checkFingerprint()
                return nil
            } catch { return error as? GlossportError }
        }
        #expect(try refusal()?.message.contains("You have not trusted") == true)
        reader.sha256 = String(repeating: "0", count: 64)
        let told = try #require(try refusal())
        let fingerprint = try PluginFile(reader, search: .init([])).fingerprint
        #expect(told.message.contains(fingerprint) && told.message.contains("000000"))
        #expect(told.remedy == "If the change is intended, run `glossport plugin trust po`.")
        reader.sha256 = fingerprint
        #expect(try refusal() == nil)
    }

    @Test("A program that came with Glossport stays trusted when an upgrade replaces it, and no other does")
    func upgraded() throws {
        let folder = try Folder()
        try folder.write("lib/po/glossport-reader-po")
        try folder.write("own/po/glossport-reader-po", "#!/bin/sh\n# own\n")
        let lib = folder.path + "/lib"
        let host = PluginHost(search: .init([lib], installed: [lib]))
        var reader = ListedReader(id: "po", command: ["glossport-reader-po"])
        #expect(host.renewed(reader).sha256 == nil)
        reader.sha256 = String(repeating: "0", count: 64)
        try host.file(of: host.renewed(reader)).checkFingerprint()
        reader.command = [folder.path + "/own/po/glossport-reader-po"]
        #expect(host.renewed(reader) == reader)
    }

    @Test("A program whose place is unknown came with no readers but the system's")
    func unknownPlace() {
        let search = PluginFile.SearchPath(program: nil, environment: ["HOME": "/home/noa", "PATH": "bin:/usr/bin"])
        #expect(search.installed == ["/usr/lib/glossport/readers"])
        #expect(search.folders.allSatisfy { $0.hasPrefix("/") })
    }

    @Test("A kept description that is damaged is asked for again")
    func damagedCache() throws {
        let folder = try Folder()
        let host = PluginHost(search: .init([]), cacheFolder: folder.path + "/cache")
        let file = try Plugins.hostile("line-separators")
        #expect(try host.description(of: file).id == "hostile")
        let kept = "\(folder.path)/cache/\(file.fingerprint)-1.json"
        try Data("{".utf8).write(to: URL(fileURLWithPath: kept))
        #expect(try host.description(of: file).id == "hostile")
        #expect(try Data(contentsOf: URL(fileURLWithPath: kept)).count > 100)
    }

    @Test("The sandbox lets a plugin read its folder only if that is called after it and holds nothing of the user's")
    func readable() throws {
        let folder = try Folder()
        func readable(_ path: String) throws -> [String] {
            try PluginFile(ListedReader(id: "po", command: [path]), search: .init([])).readable
        }
        let own = try folder.write("po/glossport-reader-po")
        #expect(try readable(own) == [folder.path + "/po"])
        let other = try folder.write("glossport-reader-po")
        #expect(try readable(other) == [other])
        for secret in ["AuthKey.p8", "glossport.yaml", "journal.sqlite-wal", ".env", "project/AuthKey.p8"] {
            let file = try folder.write("po/\(secret)")
            #expect(try readable(own) == [own], "\(secret)")
            try FileManager.default.removeItem(atPath: file)
        }
    }

    @Test("Nothing is run from beside a delivered file, unless that is the project's own folder")
    func besideDelivered() throws {
        let folder = try Folder()
        try folder.write("vendor/de.po", "")
        try folder.write("fr.po", "")
        let text = "deliveries: [{ path: vendor/de.po }, { path: fr.po }, { path: vendor }]\njournal: j.sqlite\n"
        #expect(
            ProjectFile.foldersOfOthers(in: text, path: folder.path + "/glossport.yaml")
                == [folder.path + "/vendor", folder.path + "/fr.po", folder.path + "/vendor"]
        )
    }

    @Test("No plugin takes the place of a built-in reader")
    func shadowing() throws {
        let builtIn = Format(
            id: "csv",
            name: "CSV",
            extensions: ["csv"],
            rules: [],
            recognize: { _ in .no },
            reader: { _ in NoReader() }
        )
        let error = #expect(throws: GlossportError.self) {
            try Plugins.host().format(of: ListedReader(id: "csv", command: ["/bin/true"]), besides: [builtIn])
        }
        #expect(error?.message.contains("built in") == true)
    }

    private struct NoReader: Reader {
        func read(_ source: SourceFile, emit: (ReadEvent) -> Void) -> ReadSummary { ReadSummary() }
    }
}
