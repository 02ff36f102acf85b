import Testing

@testable import SQLiteJournal

@Suite("SQL without comments")
struct SQLTextTests {
    @Test(
        "Comments and needless space mean nothing; within quotes everything does",
        arguments: [
            ("  SELECT 1 -- one\n;", "SELECT 1 ;"),
            ("-- first\nSELECT\n\t1", "SELECT 1"),
            ("SELECT /* a -- b\n */ 1", "SELECT 1"),
            ("SELECT '--  x', \"/* y */\"", "SELECT '--  x', \"/* y */\""),
            ("SELECT 'it''s  --' -- gone", "SELECT 'it''s  --'"),
            ("a-b/c", "a-b/c"), ("SELECT 'open", "SELECT 'open"), ("/* open", ""), ("", ""),
        ]
    )
    func normalized(sql: String, expected: String) {
        #expect(SQLText.normalized(sql) == expected)
    }
}
