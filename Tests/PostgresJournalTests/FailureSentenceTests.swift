import GlossportReading
import Testing

@testable import PostgresJournal

@Suite("Messages of libpq")
struct FailureSentenceTests {
    @Test(
        "Lines are joined into complete sentences",
        arguments: [
            ("fe_sendauth: no password supplied\n", "fe_sendauth: no password supplied."),
            (
                "connection to server at \"db1\" failed: Connection refused\n\tIs the server running on that host and accepting TCP/IP connections?\n",
                "connection to server at \"db1\" failed: Connection refused. Is the server running on that host and accepting TCP/IP connections?"
            ),
            (
                "server closed the connection unexpectedly\n\tThis probably means the server terminated abnormally\n\tbefore or while processing.\n",
                "server closed the connection unexpectedly. This probably means the server terminated abnormally before or while processing."
            ),
        ]
    )
    func sentences(lines: String, text: String) { #expect(GlossportError.sentences(lines) == text) }

    @Test(
        "A server that accepts no more connections is reported with its limit, before and during a session",
        arguments: [
            .unreachable("connection to server at \"db1\" failed: FATAL:  sorry, too many clients already\n"),
            .unreachable("FATAL:  remaining connection slots are reserved for non-replication superuser connections"),
            .unreachable("FATAL:  too many connections for role \"glossport\""),
            .unreachable("FATAL:  no more connections allowed (max_client_conn)"),
            .refused(state: "53300", "too many clients"),
        ] as [PostgresFailure]
    )
    func connections(failure: PostgresFailure) {
        let error = GlossportError.journal(failure, at: "postgres://db1/j")
        #expect(error.message.hasPrefix("The server of the journal postgres://db1/j accepts no more connections: "))
        #expect(error.remedy?.contains("max_connections") == true)
    }
}
