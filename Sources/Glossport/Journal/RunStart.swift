import GlossportChecking
package import GlossportProject
import GlossportReading

/// The facts recorded when a run starts.
package struct RunStart: Sendable, Hashable {
    package var destination: Destination
    package var command: RunCommand
    package var toolVersion: String
    package var started: Timestamp
    /// Whether no other exclusive run may work at the destination meanwhile; a run that only reads is not exclusive.
    package var isExclusive: Bool
    package var sources: [Source]
    /// The service that the run uses, without the port of an emulator on this machine; `nil` if it uses none.
    package var service: String?

    /// A delivered file: its path and the SHA-256 of its bytes, in hexadecimal.
    package struct Source: Sendable, Hashable, Codable {
        package var path, sha256: String

        package init(path: String, sha256: [UInt8]) {
            self.path = path
            self.sha256 = sha256.hexadecimal
        }
    }

    package init(
        destination: Destination,
        command: RunCommand,
        toolVersion: String,
        started: Timestamp,
        isExclusive: Bool = false,
        sources: [Source] = [],
        service: String? = nil
    ) {
        self.destination = destination
        self.command = command
        self.toolVersion = toolVersion
        self.started = started
        self.isExclusive = isExclusive
        self.sources = sources
        self.service = service
    }
}

/// Identifies a run at a destination by the number of the event that began it.
package struct RunID: Sendable, Hashable, Comparable, CustomStringConvertible {
    package let destination: Destination
    package let number: Int64

    package init(_ number: Int64, at destination: Destination) {
        self.number = number
        self.destination = destination
    }

    package var description: String { String(number) }

    package static func < (left: RunID, right: RunID) -> Bool { left.number < right.number }
}

extension RunID: Encodable {
    package func encode(to encoder: any Encoder) throws { try number.encode(to: encoder) }
}

/// The command that a run executes, as stored in the journal.
///
/// Journals contain the raw values, so these never change, even if a program renames the command. A journal of another
/// version may contain other values.
package struct RunCommand: RawRepresentable, Sendable, Hashable, Encodable, CustomStringConvertible {
    package var rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package static let `import` = RunCommand(rawValue: "import")
    package static let plan = RunCommand(rawValue: "plan")
    /// Fetches Apple's reviews in the source environment of a promotion; the promotion itself is an import.
    package static let promote = RunCommand(rawValue: "promote")
    package static let settle = RunCommand(rawValue: "settle")
    package static let wait = RunCommand(rawValue: "wait")
    package static let prune = RunCommand(rawValue: "prune")
    /// Fills a journal from the service's lists.
    package static let rebuild = RunCommand(rawValue: "rebuild")
    package static let approve = RunCommand(rawValue: "approve")
    package static let doctor = RunCommand(rawValue: "doctor")
    /// Tests behavior of the service that Apple does not document.
    package static let probe = RunCommand(rawValue: "probe")
    /// Changes defaults at a person's request, independently of the project.
    package static let changeDefaults = RunCommand(rawValue: "defaults")

    /// Shows, sets or deletes the real-time URL, or tests it.
    package static let realtime = RunCommand(rawValue: "realtime")
    /// Gives names to messages that other tools have uploaded.
    package static let adopt = RunCommand(rawValue: "adopt")

    /// Lists or deletes the service's items of one kind.
    package static func items(_ kind: Item.Kind) -> RunCommand { RunCommand(rawValue: "\(kind.rawValue)s") }

    /// Whether the command changes defaults by hand; no rollback reverts these changes.
    package var isByHand: Bool { self == .changeDefaults }

    package var description: String { rawValue }
}

/// A run as `status` shows it.
package struct RunRecord: Sendable, Hashable, Encodable {
    package var id: RunID
    package var destination: Destination
    package var command: RunCommand
    package var started: Timestamp
    /// `nil` while it runs, or if it was killed.
    package var ended: Timestamp?
    package var exitCode: Int?
    /// The number of items that the run wanted.
    package var wanted: Int

    private enum CodingKeys: CodingKey {
        case id, command, started, ended, exitCode, wanted
    }
}

/// The process of an exclusive run that has not ended.
package struct Holder: Sendable, Hashable, Encodable {
    package var command: RunCommand
    package var host: String
    package var process: Int
    package var since: Timestamp
    /// Whether the process is alive; `nil` if that is unknown, for example on another machine.
    package var isAlive: Bool?

    package init(command: RunCommand, host: String, process: Int, since: Timestamp, isAlive: Bool?) {
        self.command = command
        self.host = host
        self.process = process
        self.since = since
        self.isAlive = isAlive
    }
}

extension SourceFile {
    /// The file as recorded in the journal.
    ///
    /// - Throws: ``GlossportError`` with code `unreadableInput`.
    var runSource: RunStart.Source {
        get throws { RunStart.Source(path: path, sha256: try digest()) }
    }
}
