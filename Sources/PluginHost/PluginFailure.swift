private import CLibrary
import GlossportChecking
import GlossportReading

/// Words why a plugin has failed: which one, on which file, how, what it said itself, and what to do.
///
/// A failure is an error and never a finding: findings can be switched off, and then half a file would be imported.
struct PluginFailure {
    private let plugin: PluginFile
    private let path: String?

    /// - Parameters:
    ///   - plugin: Which one.
    ///   - path: The file that it was reading, if it was.
    init(_ plugin: PluginFile, _ path: String?) {
        self.plugin = plugin
        self.path = path
    }

    /// - Parameters:
    ///   - text: The event, as a sentence.
    ///   - remedy: The remedy, as a sentence.
    ///   - complaint: The plugin's standard error.
    /// - Returns: The error.
    func error(_ text: String, remedy: String, complaint: [UInt8] = []) -> GlossportError {
        let said = Self.lastLines(of: complaint)
        let quoted = said.isEmpty ? "" : " It said: \(said)"
        return GlossportError(
            .plugin,
            "The reader “\(plugin.reader.id)” (\(plugin.path)) failed. \(text)\(quoted)",
            remedy: remedy,
            location: path.map { SourceLocation(path: $0, line: 1, column: 1) } ?? plugin.reader.place
        )
    }

    /// Of a plugin that did not end as it should.
    func error(_ ending: PluginProcess.Ending, complaint: [UInt8]) -> GlossportError {
        let tellAuthor: String = "Report this to the plugin's author, with the file."
        switch ending {
        case .exit(2):
            return error(
                "It ended with exit code 2: it does not support this call.",
                remedy: "It may be too old or too new for this Glossport; report this to its author.",
                complaint: complaint
            )
        case .exit(4):
            return error(
                "A program or file that it needs is missing.",
                remedy: "Install what it names.",
                complaint: complaint
            )
        case .exit(125...127):
            // The launcher's own words say what to do.
            return error(
                "It was not started.",
                remedy: "`glossport doctor` checks the sandbox.",
                complaint: complaint
            )
        case .exit(let code):
            return error("It ended with exit code \(code).", remedy: tellAuthor, complaint: complaint)
        case .signal(let number):
            let reason =
                [SIGXCPU, SIGKILL].contains(number) ? " It may have exceeded its limit of time or memory." : ""
            return error(
                "It was ended by signal \(number).\(reason)",
                remedy: "\(tellAuthor) `limits:` in the project file raises the limit.",
                complaint: complaint
            )
        case .idle(let time):
            return error(
                "For \(time.components.seconds) s it neither read nor wrote anything, so it was stopped.",
                remedy: tellAuthor,
                complaint: complaint
            )
        case .late(let time):
            return error(
                "It took more than \(time.components.seconds) s, so it was stopped.",
                remedy: "\(tellAuthor) `limits: { time: … }` in the project file raises the limit.",
                complaint: complaint
            )
        case .orphans:
            return error(
                "It ended, but a process that it had started kept writing and was stopped.",
                remedy: tellAuthor,
                complaint: complaint
            )
        case .threads(let count):
            return error("It had \(count) threads, so it was stopped.", remedy: tellAuthor, complaint: complaint)
        }
    }

    /// The last words, on one line and safe to show.
    private static func lastLines(of complaint: [UInt8]) -> String {
        let lines = String(decoding: complaint.suffix(4_096), as: UTF8.self).split(whereSeparator: \.isNewline)
            .map { line in
                String(line).replacingUnprintables(with: " ").trimmingSpaces
            }
            .filter { !$0.isEmpty }
        let last = lines.suffix(3).joined(separator: " / ")
        return last.count > 400 ? "…" + last.suffix(400) : last
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        let start = drop { $0 == " " }
        return start.lastIndex { $0 != " " }.map { String(start[...$0]) } ?? ""
    }
}
