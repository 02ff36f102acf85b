import CSVReader
import Foundation
import POReader
import PluginHost
import StringsReader
import Testing
import XCStringsReader
import XLIFFReader

@testable import GlossportReading

/// Compares built-in readers with the same readers over the wire.
@Suite("Built-in readers over the wire")
struct WireTests {
    private static let builtIn = [
        XLIFFReader.format, StringsReader.format, XCStringsReader.format, CSVReader.format, POReader.format,
    ]

    @Test("A built-in reader has the same description over the wire", arguments: builtIn.map(\.id))
    func description(id: String) throws {
        let format = try #require(Self.builtIn.first { $0.id == id })
        let described = try FormatDescription(format).line.withUnsafeBytes { try FormatDescription(parsing: $0) }
        #expect(described.name == format.name && described.extensions == format.extensions)
        #expect(described.rules == format.rules)
        #expect(described.options.map(\.name) == format.options.map(\.name))
        #expect(described.options.map(\.hasEntries) == format.options.map(\.hasEntries))
    }

    @Test("Over the wire, a reader yields the same units, findings and locations on every sample file")
    func files() throws {
        var count = 0
        for folder in ["samples", "Tests/Corpus"].map({ "\(Plugins.root)/\($0)" }) {
            for name in FileManager.default.enumerator(atPath: folder)?.compactMap({ $0 as? String }) ?? [] {
                let path = "\(folder)/\(name)"
                guard let head = try? SourceFile(path: path).head() else { continue }
                for format in Self.builtIn where format.recognize(head) != .no {
                    var (here, there) = (Record(), Record())
                    here.summary = try format.reader().read(SourceFile(path: path)) { here.add($0) }
                    try there.read(format, overTheWire: path)
                    #expect(here.lines == there.lines, "\(format.id): \(path)")
                    count += 1
                }
            }
        }
        #expect(count > 30)
    }

    /// The units, findings and counts that a reader reports about a file.
    private struct Record {
        private var events: [String] = []
        var summary = ReadSummary()

        var lines: [String] {
            events + [
                "\(summary.units) \(summary.detected) \(summary.declared)",
                "\(summary.skipped.sorted { $0.key < $1.key })",
            ]
        }

        mutating func add(_ event: ReadEvent) {
            // The protocol has one location per finding.
            if case .finding(let finding) = event {
                let place = finding.location as Any
                events.append("\(finding.rule) \(finding.severity) \(place) \(finding.text) \(finding.remedy)")
            } else {
                events.append("\(event)")
            }
        }

        mutating func read(_ format: Format, overTheWire path: String) throws {
            let bytes = try Data(contentsOf: URL(filePath: path))
            let files = (0..<2).map { _ in FileManager.default.temporaryDirectory.appending(path: UUID().uuidString) }
            defer { for file in files { try? FileManager.default.removeItem(at: file) } }
            try (Data(ReadRequest(path: path, bytes: bytes.count).line) + bytes).write(to: files[0])
            try Data().write(to: files[1])
            let (input, output) = (try FileHandle(forReadingFrom: files[0]), try FileHandle(forWritingTo: files[1]))
            let status = ReaderService.status(
                of: format,
                ["read"],
                input: input.fileDescriptor,
                output: output.fileDescriptor
            )
            #expect(status == .done, "\(path)")
            var checked = PluginOutput(of: path, rules: format.rules)
            try Data(contentsOf: files[1]).withUnsafeBytes { bytes in try checked.take(bytes) { add($0) } }
            try checked.end(bytes: bytes.count) { add($0) }
            summary = checked.summary
        }
    }
}
