import GlossportChecking
import GlossportReading
import Testing

@Suite("Where a journal is")
struct JournalLocationTests {
    @Test("What is no address is a file", arguments: ["journal.sqlite", "/var/lib/j", "a:b/c", "folder/x://y", "://"])
    func file(path: String) throws {
        #expect(try JournalLocation(path) == .file(path))
    }

    @Test("An address is refused, and its password stays unsaid")
    func address() {
        let error = #expect(throws: GlossportError.self) {
            try JournalLocation("postgres://user:hunter2@db.example.com/journal")
        }
        #expect(error?.code == .invalidOption && error?.message.contains("postgres://") == true)
        #expect(error?.description.contains("hunter2") == false)
    }
}
