private import CLibrary

/// The process that writes a journal; recorded with every run and in the lock, so that people can identify it.
package struct ProcessIdentity: Sendable, Codable, Equatable {
    package var host: String
    package var pid: Int32
    /// The system's boot id: a pid from an earlier boot is not alive; `nil` if the system has no boot id.
    package var bootID: String?
    /// The start time in ticks since boot; `nil` if the system does not report it.
    ///
    /// It distinguishes the process from later ones with the same pid.
    package var startTicks: Int64?

    package static let current = ProcessIdentity(
        host: hostName(),
        pid: getpid(),
        bootID: Platform.bootID,
        startTicks: Platform.startTicks(of: getpid())
    )

    /// Whether the process is alive; `nil` if that is unknown.
    ///
    /// It is unknown for other machines, and on systems that report no boot id or start time. Containers on one machine
    /// differ by host name; if the names are equal, the other container's process counts as not alive.
    package var isAlive: Bool? {
        let current = Self.current
        guard host == current.host, let bootID, let currentBoot = current.bootID, let startTicks else { return nil }
        return bootID == currentBoot && Platform.startTicks(of: pid) == startTicks
    }

    private static func hostName() -> String {
        // Not `ProcessInfo.hostName`, which may query the network.
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "unknown" }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
