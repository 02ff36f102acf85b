import CSVReader
import Foundation
import GlossportChecking
import GlossportReading
import GlossportReadingTesting
import PluginHost
import StringsReader
import Testing
import XCStringsReader
import XLIFFReader

/// The protocol can say all that a reader can: built-in readers give the same in a process of their own.
@Suite("Built-in readers over the wire", .serialized, .blocking)
struct WireTests {
    private static let builtIn = [XLIFFReader.format, StringsReader.format, XCStringsReader.format, CSVReader.format]

    /// The same format, read by `glossport __serve-reader`.
    private static func overTheWire(_ format: Format) throws -> Format {
        var reader = ListedReader(id: format.id, command: [Plugins.glossport, "__serve-reader", format.id])
        // The built command looks for Swift's libraries where the toolchain is.
        reader.sandbox = .limits
        let file = try PluginFile(reader, search: .init([]), isChecked: false)
        let host = Plugins.host()
        let described = host.format(of: file, try host.description(of: file, isFresh: true))
        return Format(
            id: described.id,
            name: described.name,
            extensions: described.extensions,
            options: described.options,
            rules: described.rules,
            recognize: { format.recognize($0) },
            reader: { try described.reader(options: $0) }
        )
    }

    @Test("say the same of themselves", arguments: builtIn.map(\.id))
    func description(id: String) throws {
        let format = try #require(Self.builtIn.first { $0.id == id })
        let wired = try Self.overTheWire(format)
        #expect(wired.name == format.name && wired.extensions == format.extensions)
        #expect(wired.rules == format.rules)
        #expect(wired.options.map(\.name) == format.options.map(\.name))
    }

    /// Each check with one of the readers; all readers pass all of them without the wire.
    private static let sample = ReaderConformance.Check.allCases.enumerated().map { index, check in
        (builtIn[index % builtIn.count].id, check)
    }

    @Test("keep the contract of all readers", arguments: sample)
    func conforms(id: String, check: ReaderConformance.Check) throws {
        let format = try #require(Self.builtIn.first { $0.id == id })
        #expect(try Self.kit(try Self.overTheWire(format)).violations(of: check) == [])
    }

    private static func kit(_ format: Format) -> ReaderConformance {
        func lines(_ pairs: [(key: String, text: String)], _ line: (String, String) -> String) -> String {
            pairs.map { line($0.key, $0.text) }.joined(separator: "\n")
        }
        switch format.id {
        case "csv":
            return ReaderConformance(
                format: format,
                path: "offers.csv",
                encode: { "key,locale,text\n" + lines($0) { "\($0),de-DE,\"\($1)\"" } + "\n" },
                marker: { "\"" + $0 }
            )
        case "strings":
            return ReaderConformance(
                format: format,
                path: "de.lproj/Retention.strings",
                encode: { lines($0) { "\"\($0)\" = \"\($1)\";" } + "\n" },
                marker: { "\"" + $0 }
            )
        case "xcstrings":
            return ReaderConformance(
                format: format,
                path: "Retention.xcstrings",
                encode: { pairs in
                    let entries = pairs.map { pair in
                        """
                        "\(pair.key)" : {"localizations":{"de":{"stringUnit":{"state":"translated","value":"\(pair.text)"}}}}
                        """
                    }
                    return "{\"sourceLanguage\":\"en\",\"strings\":{\n" + entries.joined(separator: ",\n")
                        + "},\"version\":\"1.0\"}\n"
                },
                marker: { "\"" + $0 },
                readsUTF16: false
            )
        default:
            return ReaderConformance(
                format: format,
                path: "de.xliff",
                encode: { pairs in
                    let units = pairs.map { pair in
                        """
                        <trans-unit id="\(pair.key)"><source>Text</source><target state="translated">\(pair.text)</target></trans-unit>
                        """
                    }
                    return """
                        <xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="a" source-language="en" \
                        target-language="de" datatype="plaintext"><body>
                        \(units.joined(separator: "\n"))
                        </body></file></xliff>

                        """
                },
                marker: { _ in "<target" }
            )
        }
    }

    @Test("give the same units, findings and places on every file of the samples and of others")
    func files() throws {
        let readers = try Self.builtIn.map { ($0, try Self.overTheWire($0)) }
        let folders = ["samples", "Tests/Corpus", "../shared/corpora"].map { "\(Plugins.root)/\($0)" }
        var count = 0
        for folder in folders {
            for name in FileManager.default.enumerator(atPath: folder)?.compactMap({ $0 as? String }) ?? [] {
                let path = "\(folder)/\(name)"
                guard let head = try? SourceFile(path: path).head() else { continue }
                for (format, wired) in readers where format.recognize(head) != .no {
                    let (here, there) = (Self.read(format, path), Self.read(wired, path))
                    #expect(here == there, "\(format.id): \(path)")
                    count += 1
                }
            }
        }
        #expect(count > 30)
    }

    private static func read(_ format: Format, _ path: String) -> [String] {
        var lines: [String] = []
        do {
            let summary = try format.reader().read(SourceFile(path: path)) { event in
                // Of a finding, other places that belong to it stay behind; the protocol has one place for each.
                if case .finding(let finding) = event {
                    lines.append(
                        "\(finding.rule) \(finding.severity) \(finding.location as Any) \(finding.text) \(finding.remedy)"
                    )
                } else {
                    lines.append("\(event)")
                }
            }
            lines.append("\(summary.units) \(summary.others) \(summary.detected) \(summary.declared)")
            lines.append("\(summary.skipped.sorted { $0.key < $1.key })")
        } catch {
            lines.append("\(error)")
        }
        return lines
    }
}
