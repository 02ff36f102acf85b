/// The process whose run keeps others away from a destination.
package struct Worker: Sendable, Hashable {
    package var command: RunCommand
    package var host: String
    package var process: Int
    package var since: Timestamp
    /// Whether it is alive; `nil` where that can't be known, as of another machine's.
    package var isAlive: Bool?

    package init(command: RunCommand, host: String, process: Int, since: Timestamp, isAlive: Bool?) {
        self.command = command
        self.host = host
        self.process = process
        self.since = since
        self.isAlive = isAlive
    }
}
