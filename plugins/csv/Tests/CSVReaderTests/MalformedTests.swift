import GlossportReading
import Testing

/// Malformed rows like those in the tests of Go's `encoding/csv`, rewritten for files with a header.
///
/// A bare quote is reported at its own location, text after a closing quote at its first character, and a missing
/// closing quote at the opening one.
@Suite("Locations in malformed files")
struct MalformedTests {
    @Test(
        "Each malformed row is reported at its location, with the start of its cell",
        arguments: [
            ("a,b \"word\"\n", "2:5", "2:3"), ("a\"\"b,c\n", "2:2", "2:1"), ("\"a word\",b\"\n", "2:11", "2:10"),
            ("\"a \"word\",b\n", "2:5", "2:1"), ("a,\"b\nc\"d\n", "3:3", "2:3"), ("a,\"d\n\n,e", "2:3", nil),
            ("a,\"\"\"\"\"\"\"", "2:3", nil), ("a,\"foo\"bar\"\r\n", "2:8", "2:3"), ("a,☺\"x\n", "2:4", "2:3"),
            ("a,\"☺\r\n花\"🎈\"\n", "3:3", "2:3"), ("a,\"b\"\u{A0}\n", "2:6", "2:3"), ("\n\r\n a,b\"", "4:5", "4:4"),
            ("a,\"b\" ,\n", "2:6", "2:3"), ("a,b\"\r", "2:4", "2:3"),
        ] as [(String, String, String?)]
    )
    func positions(rows: String, place: String, cell: String?) throws {
        let read = try Read("key,de\n" + rows)
        #expect(read.units == [])
        #expect(read.defects == ["csv-broken-quotes \(place)"])
        #expect(read.findings.first?.related.map { "\($0.line):\($0.column)" } == (cell.map { [$0] } ?? []))
    }

    @Test("Rows before a malformed one are read, and none after it", arguments: [0, 1, 50, 3_000])
    func rowsBefore(count: Int) throws {
        let good = (0..<count).map { "k\($0),\"Text \"\"\($0)\"\"\"\n" }.joined()
        let read = try Read("key,de\n" + good + "a,\"b\" c\n" + good)
        #expect(read.units.count == count)
        #expect(read.defects == ["csv-broken-quotes \(count + 2):6"])
    }
}
