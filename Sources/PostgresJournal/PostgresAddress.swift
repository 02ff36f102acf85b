package import GlossportReading

/// Where a journal in PostgreSQL is.
package struct PostgresAddress: Sendable {
    /// As people may read it: without a password.
    package let name: String
    /// libpq's settings.
    let settings: [String: String]
    /// For how long a destination is kept from others when nothing is heard of its holder.
    let leaseLength: Duration

    /// How long that may be.
    private static let leaseLengths = 2...3_600

    /// - Parameters:
    ///   - url: Such as `postgres://glossport@db1,db2/glossport`; besides what PostgreSQL knows, `?lease=60s` says for how long a process of
    ///     which nothing is heard keeps others away.
    ///   - environment: The process's: `PGSSLMODE` is obeyed.
    /// - Throws: ``GlossportError`` with code `invalidOption`; nothing of the URL is repeated, since it may hold a password.
    package init(_ url: String, environment: [String: String]) throws(GlossportError) {
        let (address, lease) = Self.split(url)
        guard let seconds = Self.seconds(lease), Self.leaseLengths.contains(seconds) else {
            throw GlossportError(
                .invalidOption,
                "The lease of the journal's address is no number of seconds from 2 to 3600.",
                remedy: "Write such as ?lease=60s, which is what holds without it."
            )
        }
        leaseLength = .seconds(seconds)
        var settings: [String: String]
        do { settings = try PostgresConnection.settings(of: address) } catch {
            throw GlossportError(
                .invalidOption,
                "The journal's address is none that PostgreSQL knows.",
                remedy: "Write such as postgres://glossport@db.example.com/glossport."
            )
        }
        var hosts = (settings["host"] ?? environment["PGHOST"] ?? "").split(separator: ",").map(String.init)
        if hosts.isEmpty { hosts = ["localhost"] }
        let isLocal = hosts.allSatisfy { $0.hasPrefix("/") || ["localhost", "127.0.0.1", "::1"].contains($0) }
        // Whoever is asked to trust a server asks for its name, unless they say otherwise themselves.
        if settings["sslmode"] == nil, environment["PGSSLMODE"] == nil, !isLocal { settings["sslmode"] = "verify-full" }
        for (keyword, value) in Self.standard where settings[keyword] == nil { settings[keyword] = value }
        self.settings = settings
        name = Self.name(settings, hosts)
    }

    /// What keeps a dead connection from being waited for.
    private static let standard = [
        "connect_timeout": "5", "tcp_user_timeout": "10000", "keepalives_idle": "10", "keepalives_interval": "5",
        "keepalives_count": "3", "target_session_attrs": "read-write", "application_name": "glossport",
        "client_encoding": "UTF8",
    ]

    /// The address without our own part of its query, and that part.
    private static func split(_ url: String) -> (address: String, lease: Substring) {
        guard let mark = url.firstIndex(of: "?") else { return (url, "60s") }
        var parts = url[url.index(after: mark)...].split(separator: "&")
        let lease = parts.last { $0.hasPrefix("lease=") }
        parts.removeAll { $0.hasPrefix("lease=") }
        let query = parts.isEmpty ? "" : "?" + parts.joined(separator: "&")
        return (url[..<mark] + query, lease?.dropFirst("lease=".count) ?? "60s")
    }

    private static func seconds(_ lease: Substring) -> Int? { lease.hasSuffix("s") ? Int(lease.dropLast()) : nil }

    private static func name(_ settings: [String: String], _ hosts: [String]) -> String {
        let user = settings["user"].map { $0 + "@" } ?? ""
        // Of several servers with ports of their own, the names say enough.
        let port = settings["port"].flatMap { $0.contains(",") ? nil : ":" + $0 } ?? ""
        return "postgres://\(user)\(hosts.joined(separator: ","))\(port)/\(settings["dbname"] ?? "")"
    }
}
