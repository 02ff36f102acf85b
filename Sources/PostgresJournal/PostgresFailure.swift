import Glossport
import GlossportReading

/// A failure of libpq, of a connection, or of a statement.
enum PostgresFailure: Error {
    /// The connection is lost or does not respond; a pending commit may have been applied.
    case lost(String)
    /// No connection could be made.
    case unreachable(String)
    /// An answer is larger than a journal's answers ever are; the connection is closed.
    case tooLarge
    /// The server's clock differs from this machine's by more than a century.
    case wrongClock
    case missingLibrary
    /// The server refused, with an SQLSTATE and a message.
    case refused(state: String, String)

    /// Whether a row with the same key already exists.
    var isDuplicate: Bool { if case .refused("23505", _) = self { true } else { false } }

    /// Whether a retry on the same connection may succeed.
    var isTemporary: Bool {
        // Serialization failure, deadlock, lock not available, canceled by the time limit.
        if case .refused(let state, _) = self { ["40001", "40P01", "55P03", "57014"].contains(state) } else { false }
    }

    /// Whether the connection is unusable; a new one may help, except after an answer that is too large.
    var needsNewConnection: Bool {
        switch self {
        case .lost, .unreachable, .tooLarge: true
        case .missingLibrary, .wrongClock: false
        // Connection exceptions; a server that stops, crashes, starts or has closed the connection; a standby that may
        // be promoted; too many connections; idle timeout.
        case .refused(let state, _):
            state.hasPrefix("08") || state.hasPrefix("57P") || ["25006", "53300", "25P03"].contains(state)
        }
    }
}

extension GlossportError {
    /// The error for a missing libpq; without it, the address can't be parsed, so the journal has no name yet.
    static let missingLibrary = GlossportError(
        .journal,
        "The journal is on a PostgreSQL server, and this machine has no libpq 14 or newer to reach it.",
        remedy: "Install it: `apt-get install libpq5` on Debian and Ubuntu, `brew install libpq` on macOS."
    )

    /// Translates a ``PostgresFailure`` for the user; a ``GlossportError`` stays unchanged.
    ///
    /// `name` is the journal's name without its password.
    static func journal(_ error: any Error, at name: String) -> GlossportError {
        if let error = error as? GlossportError { return error }
        switch error as? PostgresFailure {
        case .unreachable(let message)? where reportsTooManyConnections(message):
            return tooManyConnections(sentences(message), name)
        case .unreachable(let message)?:
            return GlossportError(
                .journal,
                "The journal \(name) can't be reached: \(sentences(message))",
                remedy:
                    "Check the address, the password (~/.pgpass, PGPASSFILE) and the network; nothing was sent to the service."
            )
        case .missingLibrary?:
            return missingLibrary
        case .tooLarge?:
            return GlossportError(
                .journal,
                "The server of the journal \(name) sent an answer that is too large for a journal.",
                remedy: "Check that the address is that of your own server."
            )
        case .wrongClock?:
            return GlossportError(
                .journal,
                "The clock of the server of the journal \(name) is more than a century wrong.",
                remedy: "Correct the server's clock, and run the command again."
            )
        case .lost(let message)?:
            return GlossportError(
                .journal,
                "The connection to the journal \(name) was lost: \(sentences(message))",
                remedy:
                    "Nothing is sent without it. Run the command again when the server answers; the recorded data is safe."
            )
        case .refused(let state, let message)?:
            return refused(state, sentences(message), name)
        case nil:
            return GlossportError(
                .journal,
                "The journal \(name) can't be used (\(type(of: error))).",
                remedy: "If it happens again, please report it with this message."
            )
        }
    }

    private static func refused(_ state: String, _ message: String, _ name: String) -> GlossportError {
        switch state {
        case "53300": tooManyConnections(message, name)
        case _ where state.hasPrefix("53"):
            GlossportError(
                .journal,
                "The server of the journal \(name) is out of space or memory: \(message)",
                remedy: "Free some there and run the command again; the recorded data is safe."
            )
        case "42501":
            GlossportError(
                .journal,
                "The role of the journal \(name) lacks a permission: \(message)",
                remedy: "Grant it the permissions of the role that migrated the journal, or use that role."
            )
        case "25006":
            GlossportError(
                .journal,
                "The server of the journal \(name) is a read-only standby.",
                remedy: "Name the primary, or all servers separated by commas."
            )
        default:
            GlossportError(
                .journal,
                "The journal \(name) can't be used (PostgreSQL \(state)): \(message)",
                remedy: "If it happens again, please report it with this message."
            )
        }
    }

    /// Whether a message reports that a server or pooler has no connection left; before a session there is no SQLSTATE.
    private static func reportsTooManyConnections(_ message: String) -> Bool {
        ["too many clients", "too many connections", "connection slots", "no more connections allowed"]
            .contains { message.contains($0) }
    }

    private static func tooManyConnections(_ message: String, _ name: String) -> GlossportError {
        GlossportError(
            .journal,
            "The server of the journal \(name) accepts no more connections: \(message)",
            remedy: "Run fewer imports at once, or raise max_connections: an import takes two connections."
        )
    }

    /// Joins libpq's lines into sentences; a line that begins with a capital letter or `connection to server` starts
    /// one.
    static func sentences(_ message: String) -> String {
        let lines = message.split(whereSeparator: \.isNewline).map { line in
            line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        var text = ""
        for line in lines where !line.isEmpty {
            let begins = line.first?.isUppercase == true || line.hasPrefix("connection to server")
            text = text.isEmpty ? line : "\(begins ? ended(text) : text) \(line)"
        }
        return ended(text)
    }

    private static func ended(_ text: String) -> String {
        text.last.map { ".?!".contains($0) } ?? true ? text : text + "."
    }
}
