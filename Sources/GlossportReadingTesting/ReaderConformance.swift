private import CLibrary
private import Foundation
public import GlossportReading
private import Synchronization

/// Checks the requirements on every reader, regardless of its format.
///
/// A reader's test needs only a few lines:
///
/// ```swift
/// @Test("strings reader conforms", arguments: ReaderConformance.Check.allCases)
/// func conforms(check: ReaderConformance.Check) throws {
///     #expect(try ReaderConformance(format: …, path: "de.lproj/x.strings", encode: …, marker: …).violations(of: check) == [])
/// }
/// ```
///
/// The checks use small files written by `encode`. Texts passed to `encode` need no escaping in any format: they
/// contain letters, digits, emoji and spaces, and never start or end with a space.
public struct ReaderConformance {
    /// A requirement on every reader.
    public enum Check: String, CaseIterable, Sendable {
        case plainFile, emptyFile, byteOrderMark, utf16, carriageReturnLineFeed, truncatedFile, badBytes, duplicateKey
        case hugeField, exactLocations, chunkBorders, repeatedReading, otherUnits, declaredLocale, flatMemory
    }

    private let format: Format
    private let options: ReaderOptions
    private let path: String
    private let encode: ([(key: String, text: String)]) -> String
    private let marker: (String) -> String
    private let truncationShows: Bool
    private let readsUTF16: Bool
    private let holdsText: Bool

    /// - Parameters:
    ///   - format: The format under test.
    ///   - options: The options that a delivery would pass to the reader.
    ///   - path: A typical path in a delivery; some readers take the locale from it.
    ///   - encode: Writes a valid file with LF line ends that contains exactly these units, in this order.
    ///   - marker: The characters at the location of a unit with this text, such as the text after its opening
    ///     quotation mark.
    ///   - truncationShows: Whether a file that ends inside a unit is distinguishable from a complete one.
    ///   - readsUTF16: Whether the format supports UTF-16 with a byte order mark.
    ///   - holdsText: Whether the reader may hold a file's whole text, but no other data, in memory; see
    ///     `ReaderLimits.wholeFileBytes`.
    public init(
        format: Format,
        options: ReaderOptions = ReaderOptions(),
        path: String,
        encode: @escaping ([(key: String, text: String)]) -> String,
        marker: @escaping (String) -> String,
        truncationShows: Bool = true,
        readsUTF16: Bool = true,
        holdsText: Bool = false
    ) {
        self.format = format
        self.options = options
        self.path = path
        self.encode = encode
        self.marker = marker
        self.truncationShows = truncationShows
        self.readsUTF16 = readsUTF16
        self.holdsText = holdsText
    }

    private static let sample = (1...5).map { (key: "keep\($0).header", text: "Text Nummer \($0) äöü 花 🎈") }

    /// Runs one check.
    ///
    /// - Returns: A sentence for each violation; empty if the reader conforms.
    public func violations(of check: Check) throws -> [String] {
        switch check {
        case .plainFile: try plainFile()
        case .emptyFile: try emptyFile()
        case .byteOrderMark: try sameUnits(as: [0xEF, 0xBB, 0xBF] + Array(encode(Self.sample).utf8))
        case .utf16: readsUTF16 ? try utf16() : []
        case .carriageReturnLineFeed:
            try sameUnits(as: Array(encode(Self.sample).replacingOccurrences(of: "\n", with: "\r\n").utf8))
        case .truncatedFile: try truncatedFile()
        case .badBytes: try badBytes()
        case .duplicateKey: try duplicateKey()
        case .hugeField: try hugeField()
        case .exactLocations: try exactLocations()
        case .chunkBorders: try chunkBorders()
        case .repeatedReading: try repeatedReading()
        case .otherUnits: try otherUnits()
        case .declaredLocale: try declaredLocale()
        case .flatMemory: try flatMemory()
        }
    }

    // MARK: The checks

    private func plainFile() throws -> [String] {
        let result = try read(Array(encode(Self.sample).utf8))
        var violations = compare(result, with: Self.sample)
        if result.summary.units != result.units.count {
            violations.append("summary says \(result.summary.units) units, \(result.units.count) were emitted")
        }
        let file = SourceFile(path: path, bytes: Array(encode(Self.sample).utf8))
        if format.recognize(try file.head()) == .no { violations.append("does not recognise its own file") }
        violations += undeclared(result)
        return violations
    }

    private func emptyFile() throws -> [String] {
        var violations: [String] = []
        for content in ["", "\n", " \n\n"] {
            let result = try read(Array(content.utf8))
            if !result.units.isEmpty { violations.append("units out of an empty file") }
            if result.findings.isEmpty {
                violations.append("says nothing of an empty file (\(content.debugDescription))")
            }
            violations += undeclared(result)
        }
        return violations
    }

    private func utf16() throws -> [String] {
        let text = encode(Self.sample)
        var little: [UInt8] = [0xFF, 0xFE]
        var big: [UInt8] = [0xFE, 0xFF]
        for unit in text.utf16 {
            little += [UInt8(unit & 0xFF), UInt8(unit >> 8)]
            big += [UInt8(unit >> 8), UInt8(unit & 0xFF)]
        }
        return try sameUnits(as: little) + sameUnits(as: big)
    }

    private func truncatedFile() throws -> [String] {
        let bytes = Array(encode(Self.sample).utf8)
        let whole = try read(bytes)
        var violations: [String] = []
        for length in 1..<bytes.count {
            let result = try read(Array(bytes.prefix(length)))
            let arrived = result.units.map(\.target)
            let expected = Array(whole.units.map(\.target).prefix(arrived.count))
            if arrived != expected, truncationShows {
                violations.append("cut off at byte \(length), a unit arrives that is not in the file: \(arrived)")
            }
            let lost = arrived.count < whole.units.count
            let rest = String(decoding: bytes[length...], as: UTF8.self)
            let lostText = Self.sample.contains { rest.contains($0.text) || rest.contains($0.text.suffix(8)) }
            if truncationShows, lost, !lostText, result.findings.isEmpty {
                violations.append("cut off at byte \(length), a unit is lost without a finding")
            }
        }
        return violations
    }

    private func badBytes() throws -> [String] {
        var bytes = Array(encode(Self.sample).utf8)
        guard let target = Self.find(Array("Nummer 3".utf8), in: bytes) else { return ["encode lost a text"] }
        bytes.insert(contentsOf: [0xC3, 0x28], at: target)
        let result = try read(bytes)
        var violations: [String] = []
        let errors = result.findings.filter { $0.severity == .error }
        if errors.isEmpty { violations.append("bytes that are not UTF-8 pass without an error") }
        let line = bytes.prefix(target).count { $0 == 0x0A } + 1
        if !errors.contains(where: { $0.location?.line == line }) {
            violations.append("no error on line \(line), where the bad bytes are: \(errors.map(\.location))")
        }
        if result.units.contains(where: { $0.target?.contains("\u{FFFD}") == true }) {
            violations.append("a replacement character reached a text")
        }
        return violations + undeclared(result)
    }

    private func duplicateKey() throws -> [String] {
        let pairs = [(key: "keep.header", text: "Eins"), (key: "keep.header", text: "Zwei")]
        let result = try read(Array(encode(pairs).utf8))
        return compare(result, with: pairs)
    }

    private func hugeField() throws -> [String] {
        let huge = String(repeating: "Lang ", count: 700_000) + "Ende"
        let pairs = [(key: "a.header", text: "Vorher"), (key: "b.header", text: huge)]
        let result = try read(Array(encode(pairs).utf8))
        var violations: [String] = []
        if result.units.first?.target != "Vorher" { violations.append("the unit before a huge one is lost") }
        let arrived = result.units.contains { $0.key == "b.header" && $0.target == huge }
        if !arrived, !result.findings.contains(where: { $0.severity == .error }) {
            violations.append("a text of 3.5 MB is lost or cut without an error")
        }
        if !arrived, result.units.contains(where: { $0.key == "b.header" && $0.target != nil }) {
            violations.append("a huge text arrives cut")
        }
        return violations + undeclared(result)
    }

    private func exactLocations() throws -> [String] {
        let text = "\n" + encode(Self.sample) + "\n"
        // A blank first line shifts every location by one line. XML must start with its declaration, so also test
        // without it.
        return try [text, encode(Self.sample)].flatMap { text -> [String] in
            let result = try read(Array(text.utf8))
            if result.units.isEmpty, !result.findings.isEmpty { return [] }
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0.unicodeScalars) }
            return result.units.compactMap { unit in
                let place = unit.location
                guard place.path == path else { return "\(unit.key) has the path \(place.path)" }
                guard lines.indices.contains(place.line - 1), place.column >= 1,
                    place.column <= lines[place.line - 1].count
                else { return "\(unit.key) is at \(place), outside the file" }
                let here = String(String.UnicodeScalarView(lines[place.line - 1].dropFirst(place.column - 1)))
                let expected = marker(unit.target ?? "")
                return here.hasPrefix(expected)
                    ? nil : "at the location of \(unit.key) stands “\(here.prefix(40))”, not “\(expected)”"
            }
        }
    }

    private func chunkBorders() throws -> [String] {
        // Place multibyte characters at every offset around the end of the first chunk.
        let text = "花🎈ä" + String(repeating: "ü花🎈é", count: 40)
        var violations: [String] = []
        for shift in 0..<12 {
            var pairs = (0..<900).map { (key: "k\($0).header", text: String(repeating: "x", count: 40)) }
            pairs[0].text += String(repeating: "y", count: shift)
            let overhead = encode(pairs).utf8.count
            pairs[450].text += String(repeating: "z", count: max(1, SourceFile.chunkSize - overhead / 2))
            pairs += (0..<40).map { (key: "m\($0).header", text: text) }
            let result = try read(Array(encode(pairs).utf8))
            violations += compare(result, with: pairs).prefix(1)
        }
        return violations
    }

    private func repeatedReading() throws -> [String] {
        let one = try format.reader(options: options)
        let bytes = Array(encode(Self.sample).utf8)
        let first = try read(bytes, with: one)
        let second = try read(bytes, with: one)
        return first.units == second.units ? [] : ["a second reading of the same file differs"]
    }

    /// With a filter, wanted units must be the same as without one, and all others must be counted.
    private func otherUnits() throws -> [String] {
        let pairs = (1...300).map { number in
            (
                key: number.isMultiple(of: 7) ? "keep\(number).header" : "Screen \(number)",
                text: "Text \(number) ä \(number)"
            )
        }
        let bytes = Array(encode(pairs).utf8)
        let filter = KeyFilter(between: ".")
        var filtering = options
        filtering.wanted = filter
        let all = try read(bytes)
        let some = try read(bytes, with: format.reader(options: filtering))
        func isWanted(_ unit: TranslationUnit) -> Bool { Array(unit.key.utf8).withUnsafeBytes(filter.accepts) }
        var violations: [String] = []
        if some.units.filter(isWanted) != all.units.filter(isWanted) { violations.append("wanted units differ") }
        if some.summary.units != all.summary.units { violations.append("the filter changes the number of units") }
        if some.units.count + some.summary.others != some.summary.units {
            violations.append(
                "\(some.units.count) units and \(some.summary.others) others are not \(some.summary.units)"
            )
        }
        let named = all.units.filter { !isWanted($0) }.map {
            OtherUnit(key: $0.key, locale: $0.locale, location: $0.location)
        }
        if some.others.count != min(some.summary.others, ReaderLimits.namedOthers)
            || !some.others.allSatisfy({ other in named.contains { $0.key == other.key && $0.locale == other.locale } })
        {
            violations.append("the examples of other units are wrong: \(some.others.prefix(2))")
        }
        return violations
    }

    /// If the user sets a locale, the file's own locale must still be declared, so that contradictions are found.
    private func declaredLocale() throws -> [String] {
        let bytes = Array(encode(Self.sample).utf8)
        let own = Set(try read(bytes).units.compactMap(\.locale))
        guard options.locale == nil, !own.isEmpty else { return [] }
        var configured = options
        configured.locale = "tlh"
        let declared = Set(try read(bytes, with: format.reader(options: configured)).summary.declared.map(\.locale))
        return own.subtracting(declared).sorted().map { "the file is in \($0), and does not declare it" }
    }

    private func flatMemory() throws -> [String] {
        let file = FileManager.default.temporaryDirectory.appending(path: "glossport-flat-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        // Build a valid file whose middle part is repeated: header, many units, footer.
        let marks = ["AAAA", "BBBB", "CCCC"].map { (key: "\($0).header", text: $0) }
        let frame = encode(marks)
        let few = encode([marks[0], marks[2]])
        guard let start = zip(frame.utf8, few.utf8).enumerated().first(where: { $1.0 != $1.1 })?.offset else {
            return ["encode lost a text"]
        }
        let piece = Array(frame.utf8).dropFirst(start).prefix(frame.utf8.count - few.utf8.count)
        let head = Array(frame.utf8.prefix(start))
        let tail = Array(frame.utf8.dropFirst(start + piece.count))
        let block = Data(repeatElement(piece, count: 1 + (1 << 18) / piece.count).joined())
        _ = FileManager.default.createFile(atPath: file.path, contents: nil)
        let handle = try FileHandle(forWritingTo: file)
        try handle.write(contentsOf: Data(head))
        for _ in 0..<(Self.flatFileSize / block.count) { try handle.write(contentsOf: block) }
        try handle.write(contentsOf: Data(tail))
        try handle.close()

        // Other tests run concurrently in this process, so one reading without growth out of up to twelve is
        // sufficient: if a reader keeps data, memory grows every time.
        return try Self.oneAtATime.withLock { _ in
            var leastGrowth = Int.max
            let tolerance = Self.tolerance + (holdsText ? Self.flatFileSize : 0)
            for _ in 0..<12 where leastGrowth > tolerance {
                let (units, growth) = try growth(reading: SourceFile(path: path, file: file.path))
                if units < 10_000 { return ["only \(units) units of a \(Self.flatFileSize) byte file arrived"] }
                leastGrowth = min(leastGrowth, growth)
            }
            return leastGrowth <= tolerance
                ? [] : ["resident memory grew by \(leastGrowth) bytes while \(Self.flatFileSize) bytes were read"]
        }
    }

    private static let oneAtATime = Mutex(())
    private static let flatFileSize = 12 << 20
    private static let tolerance = 6 << 20

    private func growth(reading file: SourceFile) throws -> (units: Int, growth: Int) {
        let subject = try format.reader(options: options)
        let before = Platform.residentBytes
        var peak = before
        var units = 0
        _ = try subject.read(file) { event in
            guard case .unit = event else { return }
            units += 1
            if units.isMultiple(of: 5_000) { peak = max(peak, Platform.residentBytes) }
        }
        return (units, peak - before)
    }

    // MARK: Reading

    private struct Result {
        var units: [TranslationUnit] = []
        var others: [OtherUnit] = []
        var findings: [Finding] = []
        var summary = ReadSummary()
    }

    private func read(_ bytes: [UInt8], with subject: (any Reader)? = nil) throws -> Result {
        var result = Result()
        let subject = try subject ?? format.reader(options: options)
        result.summary = try subject.read(SourceFile(path: path, bytes: bytes)) { event in
            switch event {
            case .unit(let unit): result.units.append(unit)
            case .other(let unit): result.others.append(unit)
            case .finding(let finding): result.findings.append(finding)
            }
        }
        return result
    }

    private func sameUnits(as bytes: [UInt8]) throws -> [String] {
        compare(try read(bytes), with: Self.sample)
    }

    private func compare(_ result: Result, with pairs: [(key: String, text: String)]) -> [String] {
        var violations: [String] = []
        if result.units.map(\.key) != pairs.map(\.key) {
            violations.append(
                "keys differ: \(result.units.map(\.key).prefix(8)); findings: \(result.findings.prefix(3))"
            )
        } else if let (unit, pair) = zip(result.units, pairs).first(where: { $0.target != $1.text }) {
            violations.append("the text of \(pair.key) arrives as \(unit.target?.debugDescription ?? "nil")")
        }
        if let error = result.findings.first(where: { $0.severity == .error }) {
            violations.append("a correct file has an error: \(error.text)")
        }
        return violations
    }

    /// Returns a violation for each finding whose rule the format does not declare; a project file could not refer to
    /// that rule.
    private func undeclared(_ result: Result) -> [String] {
        let declared = Set(format.rules.map(\.id))
        return result.findings.filter { !declared.contains($0.rule) }.map { "undeclared rule \($0.rule.rawValue)" }
    }

    private static func find(_ needle: [UInt8], in bytes: [UInt8]) -> Int? {
        bytes.indices.first { bytes[$0...].starts(with: needle) }
    }
}
