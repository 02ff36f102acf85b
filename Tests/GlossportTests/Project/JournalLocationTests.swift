import GlossportChecking
import GlossportReading
import Testing

@Suite("Where a journal is")
struct JournalLocationTests {
    @Test("What is no address is a file", arguments: ["journal.sqlite", "/var/lib/j", "a:b/c", "folder/x://y", "://"])
    func file(path: String) throws {
        #expect(try JournalLocation(path) == .file(path))
    }

    @Test(
        "An address of PostgreSQL's is a database, and its password stays unsaid",
        arguments: [
            ("postgres://user@db.example.com/journal", "postgres://user@db.example.com/journal", false),
            ("postgresql://user:hunter2@db1,db2:5433/j", "postgres://user@db1,db2:5433/j", true),
            ("postgres://user@h/j?sslmode=require", "postgres://user@h/j", false),
            ("postgres://user@h/j?password=hunter2", "postgres://user@h/j", true),
            ("postgres://h:5433/j", "postgres://h:5433/j", false),
        ]
    )
    func database(url: String, shown: String, holdsPassword: Bool) throws {
        let location = try JournalLocation(url)
        #expect(location == .postgres(url: url))
        #expect(location.description == shown)
        #expect(location.holdsPassword == holdsPassword)
    }

    @Test("Another address is refused, and its password stays unsaid")
    func address() {
        let error = #expect(throws: GlossportError.self) {
            try JournalLocation("mysql://user:hunter2@db.example.com/journal")
        }
        #expect(error?.code == .invalidOption && error?.message.contains("mysql://") == true)
        #expect(error?.description.contains("hunter2") == false)
    }
}
