private import Foundation
public import GlossportReading

/// Input files and the messages that a reader must emit for them, in the form of the reader protocol.
///
/// The folder `fixtures` contains `NAME.in` (the file), `NAME.jsonl` (the expected messages) and optionally
/// `NAME.request.json` with members of the request: `path`, `locale`, `options`, `wanted`, `bundle`. `glossport plugin
/// check` uses the same files.
///
/// ```swift
/// private static let fixtures = FixtureKit(TextsReader.format)
///
/// @Test("reads each fixture as expected", arguments: fixtures.names)
/// func fixture(name: String) throws {
///     let differences = try Self.fixtures.differences(in: name)
///     #expect(differences == [])
/// }
/// ```
///
/// With `GLOSSPORT_WRITE_FIXTURES=1` in the environment, ``differences(in:)`` rewrites expectations that are not met.
public struct FixtureKit: Sendable {
    private let format: Format
    private let folder: URL

    /// Creates a kit.
    ///
    /// - Parameters:
    ///   - format: The reader's format.
    ///   - folder: The folder with the fixtures, relative to the folder of the test file.
    ///   - testFile: The path of the test file; use the default.
    public init(_ format: Format, in folder: String = "../../fixtures", besideTest testFile: String = #filePath) {
        self.format = format
        self.folder = URL(filePath: testFile).deletingLastPathComponent().appending(path: folder).standardized
    }

    /// The names of the fixtures, sorted; empty if the folder does not exist.
    public var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
            .filter { $0.hasSuffix(".in") }.map { String($0.dropLast(".in".count)) }.sorted()
    }

    /// Returns the bytes of a fixture's input file.
    public func bytes(of name: String) throws -> [UInt8] { try Array(Data(contentsOf: url(name, "in"))) }

    /// Compares the reader's messages with the expected ones.
    ///
    /// The order of units, other units and findings is significant, the order of the remaining messages is not. An
    /// expected finding without a severity has its rule's severity.
    ///
    /// - Parameter name: The name of the fixture.
    /// - Returns: A line for each difference; empty if the expectation is met or was rewritten.
    /// - Throws: Errors of reading and writing the fixture, and errors of the reader.
    public func differences(in name: String) throws -> [String] {
        let lines = try lines(for: name)
        let rewrites = ProcessInfo.processInfo.environment["GLOSSPORT_WRITE_FIXTURES"] == "1"
        let read = { try comparable(expectedLines(for: name)) }
        // An expectation to be rewritten may be missing or damaged.
        let expected = try rewrites ? (try? read()) ?? [] : read()
        // Compare bytes, because `String` equality ignores Unicode normalization: “é” can be one scalar or two.
        let difference = try comparable(lines).difference(from: expected) { $0.utf8.elementsEqual($1.utf8) }
        guard rewrites, !difference.isEmpty else {
            return difference.map { change in
                switch change {
                case .remove(_, let message, _): "missing: \(message)"
                case .insert(_, let message, _): "unexpected: \(message)"
                }
            }
        }
        try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: url(name, "jsonl"))
        return []
    }

    /// Returns the rules that no fixture breaks, in the format's order.
    public func rulesWithoutFixture() throws -> [RuleID] {
        let broken = try Set(
            names.flatMap(expectedLines).compactMap { try Self.finding(in: Self.object($0))?["rule"] as? String }
        )
        return format.rules.map(\.id).filter { !broken.contains($0.rawValue) }
    }

    // MARK: Files

    private struct Request: Decodable {
        var path: String?
        var locale: String?
        var options: [String: String]?
        var wanted: [String: String]?
        var bundle: String?
    }

    private func url(_ name: String, _ ending: String) -> URL { folder.appending(path: "\(name).\(ending)") }

    private func expectedLines(for name: String) throws -> [String] {
        try String(contentsOf: url(name, "jsonl"), encoding: .utf8).split(separator: "\n").map(String.init)
    }

    private func lines(for name: String) throws -> [String] {
        let file = url(name, "request.json")
        let request =
            try FileManager.default.fileExists(atPath: file.path)
            ? JSONDecoder().decode(Request.self, from: Data(contentsOf: file)) : Request()
        let wanted = request.wanted.map {
            KeyFilter(prefix: $0["prefix"] ?? "", between: $0["between"] ?? "", suffix: $0["suffix"] ?? "")
        }
        let options = ReaderOptions(locale: request.locale, values: request.options ?? [:], wanted: wanted)
        let bytes = try bytes(of: name)
        var source = SourceFile(
            path: request.path ?? "\(name).\(format.extensions.first ?? format.id)",
            bytes: bytes
        )
        source.bundleLocale = request.bundle
        var events: [ReadEvent] = []
        let summary = try format.reader(options: options).read(source) { events.append($0) }
        return try Messages(path: source.path).lines(events, summary, size: bytes.count)
    }

    // MARK: Comparison

    private static func object(_ line: String) throws -> [String: Any] {
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
    }

    private static func finding(in message: [String: Any]) -> [String: Any]? { message["finding"] as? [String: Any] }

    /// Normalizes messages by sorting their members; messages whose order is significant come first, followed by the
    /// others, sorted.
    private func comparable(_ lines: [String]) throws -> [String] {
        let severities = Dictionary(
            format.rules.map { ($0.id.rawValue, $0.severity.rawValue) },
            uniquingKeysWith: { $1 }
        )
        var (ordered, others): ([String], [String]) = ([], [])
        for line in lines {
            var message = try Self.object(line)
            if var finding = Self.finding(in: message), finding["severity"] == nil,
                let rule = finding["rule"] as? String
            {
                finding["severity"] = severities[rule]
                message["finding"] = finding
            }
            let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
            let text = String(
                decoding: try JSONSerialization.data(withJSONObject: message, options: options),
                as: UTF8.self
            )
            if message.keys.contains(where: ["unit", "other", "finding"].contains) {
                ordered.append(text)
            } else {
                others.append(text)
            }
        }
        return ordered + others.sorted()
    }
}

/// Writes events as lines of the reader protocol.
private struct Messages {
    let path: String
    private let encoder = JSONEncoder()

    init(path: String) {
        self.path = path
        encoder.outputFormatting = .withoutEscapingSlashes
    }

    func lines(_ events: [ReadEvent], _ summary: ReadSummary, size: Int) throws -> [String] {
        var lines = try events.map(line(of:))
        lines += try summary.detected.map { try line("detected", [("name", $0.name), ("value", $0.value)]) }
        lines += try summary.declared.map { try line("declared", [("locale", $0.locale)] + place($0.place)) }
        lines += try summary.skipped.sorted { $0.key < $1.key }
            .map { try line("skip", [("reason", $0.key), ("count", $0.value)]) }
        let units = events.count { if case .unit = $0 { true } else { false } }
        let findings = events.count { if case .finding = $0 { true } else { false } }
        let totals: [Member] = [
            ("units", units), ("others", summary.others), ("findings", findings), ("bytes", size),
        ]
        return try lines + [line("end", totals)]
    }

    private func line(of event: ReadEvent) throws -> String {
        switch event {
        case .unit(let unit):
            let members: [Member] = [
                ("key", unit.key), ("locale", unit.locale), ("source", unit.source), ("target", unit.target),
                ("state", unit.state.rawValue), ("notes", unit.notes.isEmpty ? nil : unit.notes),
            ]
            return try line("unit", members + place(unit.location))
        case .other(let unit):
            return try line("other", [("key", unit.key), ("locale", unit.locale)] + place(unit.location))
        case .finding(let finding):
            let members: [Member] = [
                ("rule", finding.rule.rawValue), ("severity", finding.severity.rawValue), ("text", finding.text),
                ("remedy", finding.remedy), ("audience", finding.audience == .vendor ? nil : finding.audience.rawValue),
                ("request", finding.request),
            ]
            return try line("finding", members + place(finding.location))
        }
    }

    // MARK: JSON

    private typealias Member = (name: String, value: (any Encodable)?)

    private func line(_ name: String, _ members: [Member]) throws -> String {
        let members = try members.compactMap { member in
            try member.value.map { "\"\(member.name)\":" + String(decoding: try encoder.encode($0), as: UTF8.self) }
        }
        return "{\"\(name)\":{\(members.joined(separator: ","))}}"
    }

    /// Returns the members of a location; if its path extends the file's path, the rest is the part, such as a sheet.
    private func place(_ place: GlossportReading.SourceLocation?) -> [Member] {
        guard let place else { return [] }
        let part = place.path.hasPrefix(path + "/") ? String(place.path.dropFirst(path.count + 1)) : ""
        return [("line", place.line), ("column", place.column), ("part", part.isEmpty ? nil : part)]
    }
}
