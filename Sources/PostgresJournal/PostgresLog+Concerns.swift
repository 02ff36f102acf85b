package import Glossport

extension PostgresLog {
    package func concerns() async throws -> [JournalConcern] {
        try await link.read { transaction in
            func setting(_ name: String) throws -> String {
                try transaction.rows("SELECT current_setting($1)", [name]).first?.textIfAny(0) ?? ""
            }
            var concerns: [JournalConcern] = []
            if try setting("fsync") == "off" {
                concerns.append(
                    JournalConcern(
                        "The server of the journal runs with fsync off: a power cut may destroy confirmed data.",
                        remedy: "Turn fsync on."
                    )
                )
            }
            if try setting("full_page_writes") == "off" {
                concerns.append(
                    JournalConcern(
                        "The server of the journal runs with full_page_writes off: a power cut may damage its tables.",
                        remedy: "Turn it on, unless the file system writes whole pages."
                    )
                )
            }
            let standbys = try transaction.number(
                "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'async' OR sync_state IS NULL",
                []
            )
            if let standbys, standbys > 0, try setting("synchronous_standby_names").isEmpty {
                concerns.append(
                    JournalConcern(
                        "All standbys of the journal's server lag behind it: after a failover the last commits may be missing.",
                        remedy: "Name a standby that must confirm commits in synchronous_standby_names."
                    )
                )
            }
            if abs(transaction.clock.offset) > 5 {
                concerns.append(
                    JournalConcern(
                        "The clock of this machine differs from the journal's server by \(abs(transaction.clock.offset)) s.",
                        remedy: "Use the same time servers on both; until then the server's clock is used."
                    )
                )
            }
            return concerns
        }
    }
}
