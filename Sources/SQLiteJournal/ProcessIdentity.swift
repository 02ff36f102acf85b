private import Foundation

/// Who writes: noted with every run and in the lock, for people who wonder which process it was.
struct ProcessIdentity: Sendable, Codable {
    var host: String
    var pid: Int32
    /// Tells whether a pid of the past can still be alive; `nil` where the system has none.
    var bootID: String?

    /// This process.
    static let current = ProcessIdentity(host: hostName(), pid: getpid(), bootID: readBootID())

    private static func hostName() -> String {
        // Not ProcessInfo.hostName, which may ask the network.
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "unknown" }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static func readBootID() -> String? {
        #if canImport(Darwin)
            return nil
        #else
            let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
            return text?.trimmingCharacters(in: .whitespacesAndNewlines)
        #endif
    }
}
