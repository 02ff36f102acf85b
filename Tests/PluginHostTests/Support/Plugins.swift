import Foundation
import GlossportChecking
import GlossportReading
import PluginHost

/// The programs that the tests run, and this machine's ways to run them.
enum Plugins {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    /// The built command.
    static let glossport: String = {
        let bundle = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
        let folder =
            bundle?.deletingLastPathComponent()
            ?? URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        let name = ["glossport", "GlossportCommand"].first {
            FileManager.default.isExecutableFile(atPath: folder.appending(path: $0).path)
        }
        return folder.appending(path: name ?? "glossport").path
    }()

    static func host(_ talk: @escaping @Sendable (String) -> Void = { _ in }) -> PluginHost {
        PluginHost(search: .init([]), talk: talk)
    }

    /// A hostile plugin as a list would name it.
    static func hostile(_ name: String, _ change: (inout ListedReader) -> Void = { _ in }) throws -> PluginFile {
        var reader = ListedReader(id: "hostile", command: ["\(root)/Tests/PluginHostTests/Hostile/\(name)"])
        reader.time = .seconds(20)
        change(&reader)
        return try PluginFile(reader, search: .init([]), isChecked: false)
    }

    /// The result of reading a file with a plugin.
    struct Reading {
        var units: [TranslationUnit] = []
        var findings: [Finding] = []
        var summary = ReadSummary()
        var error: GlossportError?
    }

    static func read(_ file: PluginFile, _ source: SourceFile, host: PluginHost = Plugins.host()) -> Reading {
        var reading = Reading()
        do {
            let format = host.format(of: file, try host.description(of: file, isFresh: true))
            let reader = try format.reader(options: ReaderOptions())
            reading.summary = try reader.read(source) { event in
                switch event {
                case .unit(let unit): if reading.units.count < 1_000 { reading.units.append(unit) }
                case .finding(let finding): if reading.findings.count < 1_000 { reading.findings.append(finding) }
                case .other: break
                }
            }
        } catch { reading.error = error as? GlossportError ?? GlossportError(.plugin, "\(error)") }
        return reading
    }

    /// The processes that a plugin has left behind: they have its environment, and no parent.
    static func orphans() -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.filter { Int($0) != nil }.filter { pid in
            guard let environment = try? Data(contentsOf: URL(fileURLWithPath: "/proc/\(pid)/environ")),
                environment.range(of: Data("GLOSSPORT_PROTOCOL=1".utf8)) != nil,
                let status = try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
            else { return false }
            return status.contains("PPid:\t1\n")
        }
    }

    static func waitForNoOrphans() async throws -> [String] {
        for _ in 0..<50 where !orphans().isEmpty { try await Task.sleep(for: .milliseconds(20)) }
        return orphans()
    }
}
