private import CProcessStart
private import Foundation
import GlossportReading

/// The arguments and the program file that this process was started with.
enum ProcessStart {
    /// The arguments, the program's name first.
    static let arguments: [String] = {
        let passed = (0..<glossport_argument_count()).compactMap { glossport_argument($0).map { String(cString: $0) } }
        return passed.isEmpty ? CommandLine.arguments : passed
    }()

    /// The resolved path of this program; `nil` where the system has only a path that is relative to the current folder, which may be
    /// another user's.
    static let program: String? = {
        if let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") { return path }
        return program(at: glossport_program_path().map { String(cString: $0) })
    }()

    /// The program file of a path that a process was started by.
    static func program(at path: String?) -> String? {
        guard let path, path.hasPrefix("/") else { return nil }
        return URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    }

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
