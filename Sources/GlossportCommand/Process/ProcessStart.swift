private import CProcessStart
import GlossportReading

/// How this process was started.
enum ProcessStart {
    /// The arguments, the program's name first.
    static let arguments: [String] = {
        let passed = (0..<glossport_argument_count()).compactMap { glossport_argument($0).map { String(cString: $0) } }
        return passed.isEmpty ? CommandLine.arguments : passed
    }()

    /// Refuses a Linux without /proc.
    static func requireProcesses() throws {
        guard glossport_has_processes() == 0 else { return }
        throw GlossportError(
            GlossportError.Code(rawValue: "unclassified"),
            "The file system /proc is not mounted. Glossport cannot run without it.",
            remedy: "Mount it with `mount -t proc proc /proc`, and run the command again."
        )
    }
}
