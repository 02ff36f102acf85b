package import GlossportReading

/// The output of a plugin for one file: split into lines, parsed, counted and checked.
///
/// Independent of processes, so that it can be tested with any bytes.
package struct PluginOutput {
    /// The reason why a plugin's output is invalid.
    package struct Problem: Error, Equatable {
        /// A sentence about the plugin or its output, such as `Line 7 of its output has no end: …`.
        package var text: String
        /// The remedy for the plugin's author.
        package var remedy: String

        package init(text: String, remedy: String) {
            self.text = text
            self.remedy = remedy
        }
    }

    private let path: String
    private let severities: [RuleID: Severity]
    private var pending: [UInt8] = []
    private var lines = 0
    private var bytes = 0
    private var counted = ReaderMessage.Totals()
    private var declared = 0
    private var totals: ReaderMessage.Totals?
    private var tables: PluginTables?
    package private(set) var summary = ReadSummary()

    /// The maximum number of units, and of rows, in a file.
    static let unitLimit = 1_000_000
    /// The maximum number of findings in a file.
    static let findingLimit = 100_000
    /// The maximum number of skipped units of a kind, so that the counts of many files can be added.
    static let skipLimit = 1 << 40
    /// The maximum number of output bytes for a file.
    static let byteLimit = 512 << 20

    /// - Parameters:
    ///   - path: The file's path, for messages.
    ///   - rules: The plugin's rules.
    ///   - tables: The options of tables, if the plugin writes rows.
    package init(of path: String, rules: [RuleDescription], tables: TableOptions? = nil) {
        self.path = path
        self.tables = tables.map { PluginTables(of: path, options: $0) }
        severities = rules.severities
    }

    /// Processes the next chunk of output.
    ///
    /// - Throws: ``Problem``, after which no further output can be processed.
    package mutating func take(_ chunk: UnsafeRawBufferPointer, _ emit: (ReadEvent) -> Void) throws {
        bytes += chunk.count
        guard bytes <= Self.byteLimit else { throw Self.tooMuch("more than \(Self.byteLimit >> 20) MiB") }
        var start = 0
        while let end = ByteSearch.first(0x0A, in: chunk, from: start) {
            let piece = UnsafeRawBufferPointer(rebasing: chunk[start..<end])
            if pending.isEmpty {
                try takeLine(piece, emit)
            } else {
                pending.append(contentsOf: piece)
                // Swaps the buffer out and back, to reuse its capacity.
                var line: [UInt8] = []
                swap(&line, &pending)
                try line.withUnsafeBytes { try takeLine($0, emit) }
                line.removeAll(keepingCapacity: true)
                swap(&line, &pending)
            }
            start = end + 1
        }
        pending.append(contentsOf: chunk[start...])
        guard pending.count <= ReadRequest.lineBytes else {
            throw Self.tooMuch("a line of more than \(ReadRequest.lineBytes >> 20) MiB")
        }
    }

    /// Checks that the output is complete.
    ///
    /// - Parameters:
    ///   - bytes: The length of the file.
    ///   - tookAll: Whether the plugin has read the whole file.
    ///   - emit: Receives the remaining units and findings of tables.
    /// - Throws: ``Problem`` if the output is incomplete or contradicts its totals, or the plugin has not read the
    ///   whole file.
    package mutating func end(bytes: Int, tookAll: Bool = true, _ emit: (ReadEvent) -> Void) throws {
        guard pending.isEmpty else {
            throw Problem(
                text: "Line \(lines + 1) of its output has no end: \(Self.excerpt(pending)).",
                remedy: "It is truncated, or ends without a line feed."
            )
        }
        guard let totals else {
            throw Problem(text: "It wrote no `end`, so units may be missing.", remedy: "Write `end` last.")
        }
        for (name, declared, seen) in [
            ("units", totals.units, counted.units), ("findings", totals.findings, counted.findings),
            ("bytes", totals.bytes, bytes), ("rows", totals.rows, counted.rows),
        ] where declared != seen {
            throw Problem(
                text: "Its `end` counts \(declared) \(name), and there are \(seen).",
                remedy: "Count what is written, and read the file to its end."
            )
        }
        guard tookAll else {
            throw Problem(
                text: "It closed its input before the end of the file.",
                remedy: "Read the file to its end, even after a defect."
            )
        }
        summary.units = totals.units
        guard tables == nil else {
            tables?.end(isSilent: counted.findings == 0 && counted.units == 0, emit)
            if let seen = tables?.summary {
                summary.entries = seen.entries
                summary.units += seen.units
                summary.skipped.merge(seen.skipped, uniquingKeysWith: +)
                summary.detected += seen.detected
                for declared in seen.declared { summary.declare(declared.locale, at: declared.place) }
            }
            return
        }
        guard bytes == 0 || counted.findings > 0 || summary.units > 0 || !summary.skipped.isEmpty else {
            throw Problem(
                text: "It wrote neither a unit, a finding nor a count.",
                remedy: "Write a finding about a file without units."
            )
        }
    }

    private mutating func takeLine(_ line: UnsafeRawBufferPointer, _ emit: (ReadEvent) -> Void) throws {
        lines += 1
        let message: ReaderMessage
        do {
            guard line.count <= ReadRequest.lineBytes else {
                throw JSONScanner.Problem(reason: "it is longer than \(ReadRequest.lineBytes >> 20) MiB", offset: 0)
            }
            message = try ReaderMessage(parsing: line, of: path, severities: severities)
        } catch {
            let problem = error as? JSONScanner.Problem
            throw Problem(
                text: """
                    Line \(lines) of its output is not a message\(problem.map { " (byte \($0.offset + 1): \($0.reason))" } ?? ""): \
                    \(Self.excerpt(line)).
                    """,
                remedy: "Write everything else to standard error."
            )
        }
        guard totals == nil else {
            throw Problem(text: "It continues after its `end`: \(Self.excerpt(line)).", remedy: "Write `end` last.")
        }
        try take(message, emit)
    }

    private mutating func take(_ message: ReaderMessage, _ emit: (ReadEvent) -> Void) throws {
        switch message {
        case .unit(let unit):
            counted.units += 1
            guard counted.units <= Self.unitLimit else { throw Self.tooMuch("more than \(Self.unitLimit) units") }
            emit(.unit(unit))
        case .finding(let finding):
            counted.findings += 1
            guard counted.findings <= Self.findingLimit else {
                throw Self.tooMuch("more than \(Self.findingLimit) findings")
            }
            emit(.finding(finding))
        case .row(let row):
            counted.rows += 1
            guard counted.rows <= Self.unitLimit else { throw Self.tooMuch("more than \(Self.unitLimit) rows") }
            guard tables != nil else {
                throw Problem(text: "It wrote a row.", remedy: "Add `\"rows\": true` to its description.")
            }
            try tables?.take(row, emit)
        case .declared(let declared):
            self.declared += 1
            guard self.declared <= ReaderLimits.declaredLocales else {
                throw Self.tooMuch("more than \(ReaderLimits.declaredLocales) declared locales")
            }
            summary.declare(declared.locale, at: declared.place)
        case .skip(let reason, let count):
            guard summary.skipped.count < 100 || summary.skipped[reason] != nil else {
                throw Self.tooMuch("more than 100 reasons to skip")
            }
            let (sum, overflow) = summary.skipped[reason, default: 0].addingReportingOverflow(count)
            guard !overflow, sum <= Self.skipLimit else { throw Self.tooMuch("a count beyond all limits") }
            summary.skipped[reason] = sum
        case .detected(let detail):
            guard summary.detected.count < 100 else { throw Self.tooMuch("more than 100 things detected") }
            summary.detected.append(detail)
        case .end(let totals): self.totals = totals
        }
    }

    static func tooMuch(_ what: String) -> Problem {
        Problem(text: "It wrote \(what).", remedy: "No translation file contains that; check the file and the plugin.")
    }

    /// The beginning of a line, safe to show.
    private static func excerpt(_ line: some Collection<UInt8>) -> String {
        let shown = String(decoding: line.prefix(80), as: UTF8.self).replacingUnprintables(with: "\u{FFFD}")
        return "“\(shown)\(line.count > 80 ? "…" : "")”"
    }
}
