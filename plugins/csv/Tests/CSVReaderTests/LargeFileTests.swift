import GlossportReading
import Testing

@testable import CSVReader

/// Files of several chunks.
@Suite("Large files")
struct LargeFileTests {
    private static let row: @Sendable (Int) -> String = { number in
        "k\(number).header;\"Zeile \"\"\(number)\"\"\nund \(number % 7)\";花 \(number)\r\n"
    }

    private static func file(_ rows: Int) -> String { "key;de;ja\r\n" + (1...rows).map(row).joined() }

    @Test("All rows arrive once, in order, with their locations")
    func order() throws {
        let rows = 60_000
        let read = try Read(Self.file(rows))
        #expect(read.findings == [])
        #expect(read.units.count == rows * 2)
        #expect(read.summary.units == rows * 2)
        for (index, unit) in read.units.enumerated() {
            let number = index / 2 + 1
            let expected = index % 2 == 0 ? "Zeile \"\(number)\"\nund \(number % 7)" : "花 \(number)"
            guard unit.key == "k\(number).header", unit.target == expected, unit.location.line == number * 2 + index % 2
            else {
                Issue.record("unit \(index) is \(unit)")
                return
            }
        }
    }

    @Test(
        "A distant error has its exact location, and all rows before it are read",
        arguments: [50_000, 59_990, 60_000]
    )
    func brokenRow(rows: Int) throws {
        let read = try Read(Self.file(rows) + "x;\"a\"b;c\n" + Self.file(20_000))
        #expect(read.units.count == rows * 2)
        #expect(read.defects == ["csv-broken-quotes \(rows * 2 + 2):6"])
    }

    @Test("Each of a thousand locales in a header gets the state in its own column")
    func wideHeader() throws {
        let languages = ["de", "fr", "it", "es", "pt", "nl", "sv", "da", "fi", "pl"]
        let regions = Array("ABCDEFGHIJ").flatMap { first in
            ["E", "F", "L", "M", "N", "R", "S", "T", "U", "Z"].map { "\(first)\($0)" }
        }
        let locales = languages.flatMap { language in regions.map { "\(language)-\($0)" } }
        let header = locales.map { "\($0);Status \($0)" }.joined(separator: ";")
        let row = locales.map { "Text \($0);\($0.hasPrefix("fi") ? "draft" : "final")" }.joined(separator: ";")
        let read = try Read("key;\(header)\na.body;\(row)\n")
        #expect(read.units.compactMap(\.locale) == locales)
        #expect(read.units.allSatisfy { $0.state == ($0.locale?.hasPrefix("fi") == true ? .needsReview : .final) })
    }

    @Test("Distant bad bytes, zero characters and open quotes have exact locations")
    func damage() throws {
        let rows = 50_000
        let start = Array(Self.file(rows).utf8)
        let rest = Array(Self.file(9_000).utf8)
        let line = rows * 2 + 2
        #expect(try Read(start + Array("x;ab".utf8) + [0xFF] + rest).defects == ["csv-encoding \(line):5"])
        #expect(try Read(start + Array("x;ab\0".utf8) + rest).defects == ["csv-nul-character \(line):5"])
        let open = try Read(start + Array("x;\"ab".utf8))
        #expect(open.defects == ["csv-broken-quotes \(line):3"])
        #expect(open.units.count == rows * 2)
    }

    @Test("Thousands of unknown columns are reported individually, repeated headers by number")
    func unknownColumns() throws {
        let headers = (0..<4_000).map { "Spalte\($0)" } + ["Doppelt", "doppelt"]
        let cells = String(repeating: ",Guten Tag", count: headers.count)
        let read = try Read("key,de-DE,fr-FR,\(headers.joined(separator: ","))\na,Ja,Oui\(cells)\n")
        #expect(read.texts == ["a|de-DE|Ja", "a|fr-FR|Oui"])
        #expect(read.findings.count == headers.count)
        #expect(read.findings.last?.remedy.description.contains("\"4005=") == true)
    }

    @Test("A canceled task stops reading with CancellationError")
    func cancellation() async throws {
        let file = Self.file(60_000)
        let task = Task {
            var units = 0
            let reader = try CSVReader(options: ReaderOptions())
            _ = try reader.read(SourceFile(path: "x.csv", bytes: Array(file.utf8))) { _ in
                units += 1
                if units == 50_000 { withUnsafeCurrentTask { $0?.cancel() } }
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("One reader can be used concurrently")
    func concurrency() async throws {
        let file = SourceFile(path: "x.csv", bytes: Array(Self.file(40_000).utf8))
        let reader = try CSVReader(options: ReaderOptions())
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 { group.addTask { try reader.read(file) { _ in }.units } }
            for try await units in group { #expect(units == 80_000) }
        }
    }
}
