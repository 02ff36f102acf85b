import GlossportProject
import GlossportReading
import Testing

@Suite("Location of a journal")
struct JournalLocationTests {
    @Test("A plain path locates a file", arguments: ["journal.sqlite", "/var/lib/j", "a:b/c", "folder/x://y", "://"])
    func file(path: String) throws {
        #expect(try JournalLocation(path) == .file(path))
    }

    @Test(
        "A PostgreSQL URL locates a database, and its password is not shown",
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
        #expect(location == .postgres(url: url, namedBy: .user))
        #expect(location.description == shown)
        #expect(location.holdsPassword == holdsPassword)
    }

    @Test("Another URL scheme is refused, and its password is not shown")
    func address() {
        let error = #expect(throws: GlossportError.self) {
            try JournalLocation("mysql://user:hunter2@db.example.com/journal")
        }
        #expect(error?.code == .invalidOption && error?.message.contains("mysql://") == true)
        #expect(error?.description.contains("hunter2") == false)
    }

    @Test(
        "A mistyped URL is refused instead of becoming a file with a password in its name",
        arguments: [
            "user=u password=hunter2 host=127.0.0.1", "password = hunter2", " postgres://u:hunter2@h/j",
            "postgres:/u:hunter2@h/j", "postgresql//u:hunter2@h/j", "u:hunter2@h/j",
        ]
    )
    func mistyped(text: String) {
        let error = #expect(throws: GlossportError.self) { try JournalLocation(text) }
        #expect(error?.code == .invalidOption && error?.description.contains("hunter2") == false)
    }

    @Test("A path with a leading slash or dot locates a file", arguments: ["./user=u", "/mnt/a=1/u:p@h", "../u:p@h"])
    func odd(path: String) throws {
        #expect(try JournalLocation(path) == .file(path))
    }

    @Test(
        "A URL with an ambiguous end of its password is refused without showing it",
        arguments: ["u:hunter2/x@h/db", "u:hunter2?x@h/db", "u:hunter2#x@h/db", "u:hunter2@x@h/db"]
    )
    func ambiguous(rest: String) {
        let error = #expect(throws: GlossportError.self) { try JournalLocation("postgres://" + rest) }
        #expect(error?.code == .invalidOption && error?.description.contains("hunter2") == false)
    }

    @Test(
        "A URL's settings that a project file must not contain are recognized",
        arguments: [
            ("postgres://u@db1:5433,db2/j", false), ("postgres://u@db1/j?lease=30s", false),
            ("postgres://u@db1/j?hostaddr=10.0.0.1", true), ("postgres://u@db1/j?lease=30s&sslmode=disable", true),
            ("postgres:///j?service=s", true), ("postgres://u@db1/j?passfile=/tmp/p", true),
            ("postgres://u@db1/j?%68ostaddr=10.0.0.1", true), ("journal.sqlite?x=y", false),
        ]
    )
    func settings(text: String, holdsSettings: Bool) throws {
        #expect(try JournalLocation(text).holdsSettings == holdsSettings)
    }

    @Test("A password with a percent-encoded keyword is recognized")
    func encodedKeyword() throws {
        #expect(try JournalLocation("postgres://h/j?p%61ssword=hunter2").holdsPassword)
    }
}
