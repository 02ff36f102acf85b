import Foundation
import GlossportReading

@testable import PluginHost

/// The plugins that the tests run.
enum Plugins {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    /// A hostile plugin as if it were listed in a project.
    static func hostile(_ name: String) throws -> PluginFile {
        try PluginFile(id: "hostile", program: "\(root)/Tests/PluginHostTests/Hostile/\(name)", isChecked: false)
    }

    /// The result of reading a file with a plugin.
    struct Reading {
        var units: [TranslationUnit] = []
        var findings: [Finding] = []
        var summary = ReadSummary()
        var error: GlossportError?
    }

    static func read(_ file: PluginFile, _ source: SourceFile, within time: Duration = .seconds(20)) -> Reading {
        var reading = Reading()
        do {
            let reader = PluginReader(
                file: file,
                description: try PluginHost.description(of: file),
                options: ReaderOptions(),
                tables: nil,
                log: { _ in },
                time: time
            )
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

    /// Returns the processes that a plugin left behind: they have its environment, and their parent is process 1.
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
