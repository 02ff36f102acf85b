import Foundation
import GlossportChecking
import GlossportReading
import PluginHost
import Testing

/// The kit under test: a plugin without a fault passes every check, and each planted fault is found by the check that is there for it.
@Suite("The kit for plugins", .serialized, .blocking)
struct PluginKitTests {
    /// The template's plugin, and one for each fault, in a folder that is gone after the tests.
    private final class Faulty: Sendable {
        let folder: String
        let faults: [(name: String, check: PluginCheck)]

        init() throws {
            folder =
                URL(fileURLWithPath: NSTemporaryDirectory()).resolvingSymlinksInPath().path
                + "/glossport-kit-\(UUID().uuidString)"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Self.run(Plugins.glossport, ["plugin", "new", "--language", "python", "texts"], in: folder)
            let script = "\(Plugins.root)/Tests/PluginHostTests/Faulty/make-faulty.py"
            try Self.run("/usr/bin/python3", [script, "texts", "faulty"], in: folder)
            struct Row: Decodable { var fault, check: String }
            let table = try Data(contentsOf: URL(fileURLWithPath: folder + "/faulty/faults.json"))
            faults = try JSONDecoder().decode([Row].self, from: table).map { row in
                (row.fault, try #require(PluginCheck(rawValue: row.check), "\(row.check)"))
            }
        }

        deinit { try? FileManager.default.removeItem(atPath: folder) }

        func kit(_ name: String) throws -> PluginKit {
            try PluginKit("\(folder)/faulty/\(name)/glossport-reader-texts", leavesSandbox: true)
        }

        private static func run(_ program: String, _ arguments: [String], in folder: String) throws {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: program)
            process.arguments = arguments
            process.currentDirectoryURL = URL(fileURLWithPath: folder)
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0, "\(program) \(arguments)")
        }
    }

    @Test("A plugin without a fault passes every check")
    func good() throws {
        let faulty = try Faulty()
        let kit = try faulty.kit("good")
        // How fast it starts depends on what else runs here.
        for check in PluginCheck.allCases where check != .start {
            let verdict = kit.verdict(on: check)
            #expect(verdict.violations == [], "\(check.rawValue)")
            #expect(verdict.skipped == nil, "\(check.rawValue)")
        }
        withExtendedLifetime(faulty) {}
    }

    @Test("No link among the fixtures is followed, neither to read nor to write")
    func links() throws {
        let faulty = try Faulty()
        let fixtures = faulty.folder + "/faulty/good/fixtures"
        for name in ["secret.in", "plain.jsonl"] {
            let path = "\(fixtures)/\(name)"
            let kept = try? FileManager.default.contentsOfDirectory(atPath: fixtures).contains(name)
            if kept == true { try FileManager.default.removeItem(atPath: path) }
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "../../elsewhere")
            let error = #expect(throws: GlossportError.self) { try faulty.kit("good").record() }
            #expect(error?.message == "\(path) is a link.")
            try FileManager.default.removeItem(atPath: path)
        }
        #expect(!FileManager.default.fileExists(atPath: faulty.folder + "/elsewhere"))
    }

    @Test("Each planted fault is found")
    func faults() throws {
        let faulty = try Faulty()
        #expect(faulty.faults.count >= 20)
        for (name, check) in faulty.faults {
            #expect(
                try faulty.kit(name).verdict(on: check).violations != [],
                "\(name) is not found by \(check.rawValue)"
            )
        }
    }
}
