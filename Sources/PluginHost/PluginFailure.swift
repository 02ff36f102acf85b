private import CLibrary
import GlossportReading

/// Creates the error for a plugin that has failed, with the file, the failure, the plugin's last output and the next
/// step.
///
/// A failure is an error, not a finding: a suppressed finding would let an incomplete file be imported.
struct PluginFailure {
    private let plugin: PluginFile
    private let path: String?

    /// `path` is the file that the plugin was reading, if any.
    init(_ plugin: PluginFile, _ path: String?) {
        self.plugin = plugin
        self.path = path
    }

    /// - Parameters:
    ///   - text: The event, as a sentence.
    ///   - remedy: The remedy, as a sentence.
    ///   - standardError: The plugin's output to standard error.
    /// - Returns: The error.
    func error(_ text: String, remedy: String, standardError: [UInt8] = []) -> GlossportError {
        let last = Self.lastLines(of: standardError)
        return GlossportError(
            .plugin,
            "The plugin “\(plugin.id)” (\(plugin.path)) failed. \(text)\(last.isEmpty ? "" : " Its last output: \(last)")",
            remedy: remedy,
            location: path.map { SourceLocation(path: $0, line: 1, column: 1) } ?? plugin.place
        )
    }

    /// The error of a plugin that ended abnormally.
    func error(_ ending: PluginProcess.Ending, standardError: [UInt8]) -> GlossportError {
        let event =
            switch ending {
            // The launcher's message follows as the last output.
            case .exit(125...127): "It was not started."
            case .exit(let code): "It ended with exit code \(code)."
            case .signal(SIGXCPU), .signal(SIGKILL): "It exceeded its limit of processor time or memory."
            case .signal(let number): "It was ended by signal \(number)."
            case .idle(let time): "It was stopped after \(time.components.seconds) s without input or output."
            case .late(let time): "It was stopped after \(time.components.seconds) s."
            case .threads(let count): "It was stopped because it had \(count) threads."
            }
        return error(event, remedy: "Report this to the plugin's author, with the file.", standardError: standardError)
    }

    /// Up to three last lines, joined into one line that is safe to show.
    private static func lastLines(of standardError: [UInt8]) -> String {
        let lines = String(decoding: standardError.suffix(4_096), as: UTF8.self).split(whereSeparator: \.isNewline)
            .map { String($0).replacingUnprintables(with: " ").trimmingWhitespace }
            .filter { !$0.isEmpty }
        let last = lines.suffix(3).joined(separator: " / ")
        return last.count > 400 ? "…" + last.suffix(400) : last
    }
}
