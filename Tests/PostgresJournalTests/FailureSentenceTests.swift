import GlossportReading
import Testing

@testable import PostgresJournal

@Suite("Sentences of libpq")
struct FailureSentenceTests {
    @Test(
        "Lines become whole sentences",
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
}
