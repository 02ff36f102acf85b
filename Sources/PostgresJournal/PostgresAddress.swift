package import GlossportProject
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
    ///   - author: The author of the URL: the user's passwords go to a server that only a project file names if `PGHOST` or the user's
    ///     password file names it, too.
    ///   - environment: The process's: `PGSSLMODE` is obeyed.
    /// - Throws: ``GlossportError`` with code `invalidOption`, or `journal` where libpq is missing; nothing of the URL is repeated, since it may hold a password.
    package init(
        _ url: String,
        namedBy author: JournalLocation.Author = .user,
        environment: [String: String]
    ) throws(GlossportError) {
        let (address, lease) = Self.split(url)
        guard let seconds = Self.seconds(lease), Self.leaseLengths.contains(seconds) else {
            throw GlossportError(
                .invalidOption,
                "The lease in the journal's address must be from 2 to 3600 seconds.",
                remedy: "Write, for example, ?lease=60s, the default."
            )
        }
        leaseLength = .seconds(seconds)
        var settings: [String: String]
        do { settings = try PostgresConnection.settings(of: address) } catch .missingLibrary {
            throw .missingLibrary
        } catch {
            throw GlossportError(
                .invalidOption,
                "The journal's address is not a valid PostgreSQL address.",
                remedy: "Write an address such as postgres://glossport@db.example.com/glossport."
            )
        }
        guard (settings["port"] ?? "").allSatisfy({ $0.isASCII && $0.isNumber || $0 == "," }) else {
            throw GlossportError(
                .invalidOption,
                "The port in the journal's address is not a number.",
                remedy: "Write “/”, “?”, “#”, “@” and “:” of a password as %2F, %3F, %23, %40 and %3A."
            )
        }
        let places = ServerPlaces(settings, environment: environment)
        // A server to be trusted must be verified by its name, unless the user says otherwise.
        if settings["sslmode"] == nil, environment["PGSSLMODE"] == nil, !places.areLocal {
            settings["sslmode"] = "verify-full"
        }
        if author == .projectFile {
            let file = PasswordFile(environment: environment)
            try places.requireNamed(in: file, environment: environment)
            // Exactly the file in which the servers were looked up.
            settings["passfile"] = file.path
        }
        for (keyword, value) in Self.standard where settings[keyword] == nil { settings[keyword] = value }
        self.settings = settings
        name = places.name
    }

    /// The settings that keep a dead connection from blocking.
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
}
