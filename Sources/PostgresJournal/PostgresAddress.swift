package import GlossportProject
package import GlossportReading

/// The address of a journal in PostgreSQL.
package struct PostgresAddress: Sendable {
    /// The address to show, without a password.
    package let name: String
    /// The settings for libpq.
    let settings: [String: String]
    /// How long a destination stays reserved if its holder does not respond.
    let leaseLength: Duration

    /// The permitted values of ``leaseLength``, in seconds.
    private static let leaseLengths = 2...3_600

    /// - Parameters:
    ///   - url: The URL, such as `postgres://glossport@db1,db2/glossport`. In addition to PostgreSQL's own parameters,
    ///     `?lease=60s` sets ``leaseLength``.
    ///   - author: The author of the URL. If only a project file names a server, the user's passwords are sent there
    ///     only if `PGHOST` or the user's password file also names it.
    ///   - environment: The environment of the process; libpq's variables in it apply, such as `PGHOST` and
    ///     `PGSSLMODE`.
    /// - Throws: ``GlossportError`` with code `invalidOption`, `journal` if libpq is missing, or `invalidProject` if a
    ///   password could reach a server that only the project file names. Errors do not quote the URL, which may contain
    ///   a password.
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
        let servers = ServerList(settings, environment: environment)
        // Verify the name of a remote server, unless the user sets another mode.
        if settings["sslmode"] == nil, environment["PGSSLMODE"] == nil, !servers.areLocal {
            settings["sslmode"] = "verify-full"
        }
        if author == .projectFile {
            let file = PasswordFile(environment: environment)
            try servers.requireNamed(in: file, environment: environment)
            // Make libpq use the file that was just checked.
            settings["passfile"] = file.path
        }
        for (keyword, value) in Self.standard where settings[keyword] == nil { settings[keyword] = value }
        self.settings = settings
        name = servers.name
    }

    /// The default settings; most of them keep a dead connection from blocking.
    private static let standard = [
        "connect_timeout": "5", "tcp_user_timeout": "10000", "keepalives_idle": "10", "keepalives_interval": "5",
        "keepalives_count": "3", "target_session_attrs": "read-write", "application_name": "glossport",
        "client_encoding": "UTF8",
    ]

    /// Splits an address into PostgreSQL's part and our `lease` parameter.
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
