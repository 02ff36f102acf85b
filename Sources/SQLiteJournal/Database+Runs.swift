private import Foundation
import GRDB
import GlossportChecking
import GlossportImporting

/// The statements on runs, destinations and their sources.
extension Database {
    func insertRun(_ run: RunStart, on process: ProcessIdentity) throws -> RunID {
        let destination = try number(of: run.destination)
        if run.isExclusive { try requireNoHolder(at: run.destination) }
        try perform(
            """
            INSERT INTO run (destination, command, tool_version, host, pid, boot_id, started_us)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                destination, run.command, run.toolVersion, process.host, process.pid, process.bootID,
                run.started.microsecondsUp,
            ]
        )
        let number = lastInsertedRowID
        if run.isExclusive {
            try perform(
                "INSERT OR REPLACE INTO holder (destination, run, start_ticks) VALUES (?, ?, ?)",
                [destination, number, process.startTicks]
            )
        }
        for source in run.sources {
            // A file that is given twice is still one file.
            try perform(
                "INSERT OR IGNORE INTO source (run, path, sha256) VALUES (?, ?, ?)",
                [number, source.path, Data(source.sha256)]
            )
        }
        return RunID(rawValue: number)
    }

    func endRun(_ run: RunID, at moment: Timestamp, exitCode: Int) throws {
        try perform(
            "UPDATE run SET ended_us = ?, exit_code = ? WHERE number = ?",
            [moment.microsecondsUp, exitCode, run]
        )
        guard changesCount == 1 else { throw WriteFault(.unknownRun(run)) }
        try perform("UPDATE item SET claimed_by = NULL WHERE claimed_by = ?", [run])
        try perform("DELETE FROM holder WHERE run = ?", [run])
    }

    /// Throws if another living process has an exclusive run at a destination.
    func requireNoHolder(at destination: Destination) throws {
        guard let holder = try holder(at: destination), holder.process.isAliveElsewhere else { return }
        throw WriteFault(.heldJournal(holder, at: destination))
    }

    /// The exclusive run at a destination that has not ended, if there is one; its process may be dead.
    func holder(at destination: Destination) throws -> JournalHolder? {
        try rows(
            """
            SELECT run.command, run.host, run.pid, run.boot_id, run.started_us, holder.start_ticks
            FROM holder JOIN run ON run.number = holder.run JOIN destination ON destination.number = holder.destination
            WHERE destination.app = ? AND destination.environment = ?
            """,
            [destination.app, destination.environment.rawValue]
        ) { row in
            JournalHolder(
                command: try row.decode(atIndex: 0),
                process: ProcessIdentity(
                    host: try row.decode(atIndex: 1),
                    pid: try row.decode(atIndex: 2),
                    bootID: try row.decode(atIndex: 3),
                    startTicks: try row.decode(atIndex: 5)
                ),
                since: Timestamp(microseconds: try row.decode(atIndex: 4))
            )
        }
        .first
    }

    func lastRun(of command: RunCommand, at destination: Destination) throws -> RunRecord? {
        try rows(
            """
            SELECT number, command, started_us, ended_us, exit_code, wanted FROM run
            WHERE destination = (SELECT number FROM destination WHERE app = ? AND environment = ?) AND command = ?
            ORDER BY number DESC LIMIT 1
            """,
            [destination.app, destination.environment.rawValue, command]
        ) { row in
            RunRecord(
                id: try row.decode(atIndex: 0),
                destination: destination,
                command: try row.decode(atIndex: 1),
                started: Timestamp(microseconds: try row.decode(atIndex: 2)),
                ended: (try row.decode(Int64?.self, atIndex: 3)).map(Timestamp.init(microseconds:)),
                exitCode: try row.decode(atIndex: 4),
                wanted: try row.decode(atIndex: 5)
            )
        }
        .first
    }

    /// The row number of a destination, which is made if it is new.
    func number(of destination: Destination) throws -> Int64 {
        let values: StatementArguments = [destination.app, destination.environment.rawValue]
        if let number = try number("SELECT number FROM destination WHERE app = ? AND environment = ?", values) {
            return number
        }
        try perform("INSERT INTO destination (app, environment) VALUES (?, ?)", values)
        return lastInsertedRowID
    }

    /// The row number of a run's destination.
    func destination(of run: RunID) throws -> Int64 {
        guard let number = try number("SELECT destination FROM run WHERE number = ?", [run]) else {
            throw WriteFault(.unknownRun(run))
        }
        return number
    }
}

/// Who is at work at a destination, according to the journal.
struct JournalHolder: Sendable {
    var command: RunCommand
    var process: ProcessIdentity
    var since: Timestamp
}

/// Every statement is prepared once per connection.
extension Database {
    func perform(_ sql: String, _ arguments: StatementArguments) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }

    func rows<Value>(_ sql: String, _ arguments: StatementArguments, _ decode: (Row) throws -> Value) throws -> [Value]
    {
        let cursor = try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
        var values: [Value] = []
        while let row = try cursor.next() { values.append(try decode(row)) }
        return values
    }

    func number(_ sql: String, _ arguments: StatementArguments) throws -> Int64? {
        try Int64.fetchOne(cachedStatement(sql: sql), arguments: arguments)
    }
}
