private import Foundation
import GRDB
import GlossportReading

/// Makes a copy of a read-only journal that SQLite can open.
///
/// SQLite needs to write files beside a database even to read it. The file's owner may be writing meanwhile, so plain
/// copies of the file and its write-ahead log may not match.
enum JournalCopy {
    /// The maximum number of attempts if the file changes while it is copied.
    private static let tries = 5

    /// Copies a journal to a new file in a folder of this process.
    ///
    /// - Throws: ``GlossportError`` with code `journal`.
    static func make(of original: String, at copy: String) throws {
        let files = FileManager.default
        do {
            for _ in 0..<tries {
                // An `-shm` file means that the owner has the file open or was killed: SQLite can back up one
                // consistent state. Without it, SQLite would create one that the owner could not use.
                if files.fileExists(atPath: original + "-shm"), (try? back(up: original, to: copy)) != nil { return }
                let before = state(of: original)
                for end in ["", "-wal"] {
                    try? files.removeItem(atPath: copy + end)
                    guard files.fileExists(atPath: original + end) else { continue }
                    try files.copyItem(atPath: original + end, toPath: copy + end)
                    try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: copy + end)
                }
                if state(of: original) == before { return }
            }
        } catch {
            throw GlossportError(
                .journal,
                "The journal \(original) can't be read.",
                remedy: "Check its permissions, or name another journal with --journal PATH."
            )
        }
        throw GlossportError(
            .journal,
            "The journal \(original) keeps changing while it is read.",
            remedy: "Run the command again when no import is running."
        )
    }

    private static func back(up original: String, to copy: String) throws {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .callback(BusyWait.handler)
        let source = try DatabaseQueue(path: original, configuration: configuration)
        let target = try DatabaseQueue(path: copy)
        try source.backup(to: target)
        try target.close()
        try source.close()
    }

    /// Returns facts that change when a file or its write-ahead log is written.
    private static func state(of path: String) -> [[String]] {
        ["", "-wal", "-shm"].map { end in
            guard let facts = try? FileManager.default.attributesOfItem(atPath: path + end) else { return [] }
            let written = (facts[.modificationDate] as? Date)?.timeIntervalSince1970
            return ["\(facts[.systemFileNumber] ?? 0)", "\(facts[.size] ?? 0)", "\(written ?? 0)"]
        }
    }
}
