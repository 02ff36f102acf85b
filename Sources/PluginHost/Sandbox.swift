private import CReaderLauncher
import GlossportChecking

/// The sandbox of this machine for plugins.
package enum Sandbox {
    /// The version of Landlock; 0 if the kernel has none.
    package static var landlock: Int { Int(glossport_landlock_abi()) }

    /// Tries it: a program that may read nothing but the system's libraries is asked for something else.
    ///
    /// - Returns: The defect, as a sentence; `nil` if it works.
    package static func defect() -> String? {
        guard landlock > 0 else { return "This kernel has no Landlock, so plugins can't be sandboxed." }
        guard glossport_seccomp_available() != 0 else { return "This kernel does not filter system calls." }
        switch run(["/bin/cat", "/etc/passwd"]) {
        case (.exit(0)?, _), (_, false): return "A sandboxed program could read a forbidden file."
        default: break
        }
        switch run(["/bin/cat", "/dev/null"]) {
        case (.exit(0)?, _): return nil
        default: return "A sandboxed program could not run, although it reads only permitted files."
        }
    }

    /// How a confined program ends, and whether it kept silent.
    private static func run(_ command: [String]) -> (PluginProcess.Ending?, isSilent: Bool) {
        let launch = PluginLaunch(command: command)
        var isSilent = true
        let time = Duration.seconds(10)
        guard var process = try? PluginProcess(launch, patience: .init(whole: time, idle: time)) else {
            return (nil, true)
        }
        let ending = try? process.finish { _ in isSilent = false }
        return (ending, isSilent)
    }
}
