import Glossport
import GlossportReading

/// The result of a statement that was not executed, or whose result is unknown.
enum PostgresFailure: Error {
    /// The connection is gone, or does not answer; what was being committed may have been.
    case lost(String)
    /// There was no connection to begin with.
    case unreachable(String)
    /// The answer has more bytes than any journal's; the connection is given up.
    case tooLarge
    /// The server's time is a century from this machine's.
    case wrongClock
    /// There is no libpq on this machine.
    case missingLibrary
    /// The server says no, by SQLSTATE and its sentence.
    case refused(state: String, String)

    /// Whether a row with the same key is there already.
    var isDuplicate: Bool { if case .refused("23505", _) = self { true } else { false } }

    /// Whether the same may be tried again on the same connection.
    var isPassing: Bool {
        // Serialization, deadlock; lock not available; cancelled by its time limit.
        if case .refused(let state, _) = self { ["40001", "40P01", "55P03", "57014"].contains(state) } else { false }
    }

    /// Whether the connection can't be used any more; a new one may help, but for an answer that is too large.
    var isLost: Bool {
        switch self {
        case .lost, .unreachable, .tooLarge: true
        case .missingLibrary, .wrongClock: false
        // Connection exception; the server stops, crashes, starts or has cut the connection; a standby, until it is promoted;
        // too many connections; ended for its idleness.
        case .refused(let state, _):
            state.hasPrefix("08") || state.hasPrefix("57P") || ["25006", "53300", "25P03"].contains(state)
        }
    }
}

extension GlossportError {
    /// Without libpq not even an address can be taken apart, so that the journal has no name yet.
    static let missingLibrary = GlossportError(
        .journal,
        "The journal is on a PostgreSQL server, and this machine has no libpq 14 or newer to reach it.",
        remedy: "Install it: `apt-get install libpq5` on Debian and Ubuntu, `brew install libpq` on macOS."
    )

    /// Says what a failure means for the user.
    ///
    /// - Parameters:
    ///   - error: A ``PostgresFailure``; a ``GlossportError`` stays as it is.
    ///   - name: The name of the journal, without its password.
    /// - Returns: With code `journal`.
    static func journal(_ error: any Error, at name: String) -> GlossportError {
        if let error = error as? GlossportError { return error }
        switch error as? PostgresFailure {
        case .unreachable(let message)? where speaksOfConnections(message):
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

    /// Whether a server or a pooler has no connection left: before a session begins there is no SQLSTATE, only its sentence.
    private static func speaksOfConnections(_ message: String) -> Bool {
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

    /// libpq's lines as sentences: a new one begins with a capital, or with the next server.
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
