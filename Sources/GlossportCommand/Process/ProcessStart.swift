private import CProcessStart
import GlossportReading

enum ProcessStart {
    /// The arguments, beginning with the program's name.
    static let arguments: [String] = {
        let passed = (0..<glossport_argument_count()).compactMap { glossport_argument($0).map { String(cString: $0) } }
        return passed.isEmpty ? CommandLine.arguments : passed
    }()

    /// Throws on Linux if /proc is not mounted.
    static func requireProcesses() throws {
        guard glossport_has_processes() == 0 else { return }
        throw GlossportError(
            GlossportError.Code(rawValue: "unclassified"),
            "The file system /proc is not mounted. Glossport cannot run without it.",
            remedy: "Mount it with `mount -t proc proc /proc`, and run the command again."
        )
    }
}
