import Foundation
import GlossportReading
import PluginHost
import Testing

@Suite("Plugin checks", .serialized, .blocking)
struct PluginKitTests {
    /// A copy of the sample plugin in a new folder, with one replacement; removed after the test.
    private final class Plugin {
        let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(path: "glossport-kit-\(UUID().uuidString)")

        var path: String { folder.appending(path: "glossport-reader-markdown").path }

        init(replacing old: String = "", with new: String = "") throws {
            let tools = URL(filePath: "\(Plugins.root)/samples/northlight-wiki/tools")
            try FileManager.default.copyItem(at: tools, to: folder)
            let text = try String(contentsOfFile: path, encoding: .utf8)
            try #require(old.isEmpty || text.contains(old), "\(old)")
            try Data(text.replacing(old, with: new).utf8).write(to: URL(filePath: path))
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        func violations(of check: PluginCheck) throws -> [String] {
            try PluginKit(path).verdict(on: check).violations
        }
    }

    @Test("A plugin without faults passes every check", arguments: PluginCheck.allCases)
    func good(check: PluginCheck) throws {
        let plugin = try Plugin()
        let verdict = try PluginKit(plugin.path).verdict(on: check)
        #expect(verdict.violations == [] && verdict.skipped == nil)
    }

    @Test(
        "The plugin checks find each planted fault",
        arguments: [
            (.golden, "cell.strip()", "cell"),
            (.golden, #".replace("\\|", "|")"#, ""),
            (.emptyFile, "size, page = ", "size, page = 1, Page() #"),
            (.byteOrderMark, #".removeprefix("\ufeff")"#, ""),
            (.carriageReturns, #"text.endswith("\n")"#, #"text.endswith("|\n")"#),
            (.truncated, #" and text.endswith("\n")) or"#, ") and False or"),
            (.badBytes, "line.decode()", #"line.decode(errors="ignore")"#),
            (.pieces, "enumerate(sys.stdin.buffer, 1)", "enumerate(os.read(0, 1 << 20).splitlines(True), 1)"),
            (.inputEnds, #"page.counts["bytes"] != size"#, "page.counts.update(bytes=size)"),
            (
                .unknownMember, "json.loads(sys.stdin.buffer.readline())",
                "dict([*json.loads(sys.stdin.buffer.readline()).items()][:1])"
            ),
        ] as [(PluginCheck, String, String)]
    )
    func faults(check: PluginCheck, old: String, new: String) throws {
        let plugin = try Plugin(replacing: old, with: new)
        #expect(try plugin.violations(of: check) != [])
    }

    @Test("The sample gives each table of a page a unique name, even if a heading resembles one")
    func names() throws {
        let plugin = try Plugin()
        let page = ["T 2", "T", "T", "T 2", "T"].map { "# \($0)\n|key|de|\n|-|-|\n|a.header|x|\n" }.joined()
        let format = try PluginHost().format(of: PluginFile(id: "markdown", program: plugin.path, isChecked: false))
        var places: [String] = []
        _ = try format.reader(options: ReaderOptions()).read(SourceFile(path: "x.md", bytes: Array(page.utf8))) {
            event in
            if case .unit(let unit) = event { places.append(unit.location.path) }
        }
        #expect(places == ["x.md/T 2", "x.md/T", "x.md/T 3", "x.md/T 2 2", "x.md/T 4"])
    }

    @Test("An invalid plugin description is an error that states the reason")
    func description() throws {
        let plugin = try Plugin(replacing: #""extensions": ["md"]"#, with: #""extensions": [".MD"]"#)
        let error = #expect(throws: GlossportError.self) { try PluginKit(plugin.path) }
        #expect(error?.message.contains("“.MD” is not a valid extension") == true)
    }

    @Test("Links among the fixtures are not followed")
    func links() throws {
        let plugin = try Plugin()
        let link = plugin.folder.appending(path: "fixtures/secret.in")
        try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "/etc/passwd")
        let error = #expect(throws: GlossportError.self) { try PluginKit(plugin.path) }
        #expect(error?.message.contains("\(link.path) is not a regular file") == true)
    }

    @Test("Recording writes outputs only for fixtures that have none")
    func recorded() throws {
        let plugin = try Plugin()
        let plain = plugin.folder.appending(path: "fixtures/plain.jsonl")
        let old = try Data(contentsOf: plain)
        try FileManager.default.removeItem(at: plain)
        #expect(try PluginKit(plugin.path).record() == [plain.path])
        #expect(try Data(contentsOf: plain) == old)
    }
}
