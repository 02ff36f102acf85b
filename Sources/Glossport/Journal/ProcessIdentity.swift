private import CLibrary

/// The writing process: recorded with every run and in the lock, so that people can identify it.
package struct ProcessIdentity: Sendable, Codable, Equatable {
    package var host: String
    package var pid: Int32
    /// Tells whether a pid of the past can still be alive; `nil` where the system has none.
    package var bootID: String?
    /// When it was started, in ticks since the boot; `nil` where the system does not tell.
    ///
    /// A pid is given to other processes later, and this tells them apart.
    package var startTicks: Int64?

    package init(host: String, pid: Int32, bootID: String?, startTicks: Int64?) {
        self.host = host
        self.pid = pid
        self.bootID = bootID
        self.startTicks = startTicks
    }

    /// This process.
    package static let current = ProcessIdentity(
        host: hostName(),
        pid: getpid(),
        bootID: Platform.bootID,
        startTicks: Platform.startTicks(of: getpid())
    )

    /// Whether the process is alive; `nil` where that can't be known.
    ///
    /// Of other machines, and where the system tells neither boot nor start, nothing is certain. Containers of one machine
    /// differ in their host names; if they don't, a process of the other one is not seen.
    package var isAlive: Bool? {
        let current = Self.current
        guard host == current.host, let bootID, let currentBoot = current.bootID, let startTicks else { return nil }
        return bootID == currentBoot && Platform.startTicks(of: pid) == startTicks
    }

    private static func hostName() -> String {
        // Not ProcessInfo.hostName, which may ask the network.
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "unknown" }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
