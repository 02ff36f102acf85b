import Glibc
import GlossportReading

/// A reader under the fuzzer, its configurations, and the requirements on its results.
///
/// `LLVMFuzzerTestOneInput` of a driver calls ``test(_:)`` with each input. A violation is printed with the options
/// that lead to it and ends the process, which libFuzzer takes for a crash and keeps the input.
struct FuzzTarget {
    /// A configuration of the reader.
    ///
    /// The length of an input selects its variant, so an input is a plain file.
    struct Variant {
        var path: String
        var locale: String?
        var options: [String: String]
        /// Whether the results must not depend on the pieces in which a file arrives.
        ///
        /// They may depend on the pieces if the reader guesses from the first one.
        var isIndependentOfPieces: Bool

        init(_ path: String, locale: String? = nil, _ options: [String: String] = [:], pieces: Bool = true) {
            self.path = path
            self.locale = locale
            self.options = options
            isIndependentOfPieces = pieces
        }
    }

    private let format: Format
    private let declared: Set<RuleID>
    private let readers: [(variant: Variant, reader: any Reader)]
    /// How a format can spell U+FFFD in ASCII, in lower case.
    private let escapes: [String]
    /// Rules whose findings may differ if a file arrives in different pieces.
    private let vague: Set<RuleID>
    /// Characters, in lower case, that must not be cut in two.
    private let indivisible: String?

    init(
        _ format: Format,
        _ variants: [Variant],
        escapes: [String],
        vague: Set<RuleID> = [],
        indivisible: String? = nil
    ) {
        self.format = format
        self.indivisible = indivisible
        self.escapes = escapes
        self.vague = vague
        declared = Set(format.rules.map(\.id))
        readers = variants.map { variant in
            let options = ReaderOptions(locale: variant.locale, values: variant.options)
            guard let reader = try? format.reader(options: options) else {
                fatalError("The reader refuses the options \(variant.options).")
            }
            return (variant, reader)
        }
    }

    private struct Reading {
        var units: [TranslationUnit] = []
        var findings: [Finding] = []
        var summary = ReadSummary()
    }

    /// Tests an input, or the file made from it.
    func test(_ input: [UInt8], as bytes: [UInt8]? = nil) {
        let (variant, reader) = readers[input.count % readers.count]
        let bytes = bytes ?? input
        let file = SourceFile(path: variant.path, bytes: bytes)
        let violation = violation(of: variant, reader, file, bytes)
        guard let violation else { return }
        let options = variant.options.map { " --option '\($0.key)=\($0.value)'" }.sorted().joined()
        let locale = variant.locale.map { " --as-locale \($0)" } ?? ""
        print("VIOLATION: \(violation)\nTo see it: glossport read -v --format \(format.id)\(locale)\(options) FILE")
        fflush(nil)
        abort()
    }

    private func violation(of variant: Variant, _ reader: any Reader, _ file: SourceFile, _ bytes: [UInt8]) -> String? {
        SourceFile.pieceSize = 64 * 1_024
        guard let head = try? file.head() else { return "the beginning can't be read" }
        _ = format.recognize(head)
        guard let whole = read(file, with: reader) else { return "the reader throws" }
        if let violation = sums(whole) ?? rules(whole) ?? places(whole, variant, bytes) ?? replacements(whole, bytes) {
            return violation
        }
        if let violation = lossBySkipping(whole, variant, file) { return violation }
        // Small pieces can end anywhere in a file; inputs of this size fit into a single piece of 64 KiB.
        guard variant.isIndependentOfPieces else { return nil }
        if let indivisible, Self.contains(Array(indivisible.utf8), in: Self.lower(bytes)) { return nil }
        SourceFile.pieceSize = 64 + bytes.count % 61
        guard let pieces = read(file, with: reader) else { return "the reader throws when it reads in small pieces" }
        return difference(pieces, whole).map { "in pieces of \(SourceFile.pieceSize) bytes, \($0)" }
    }

    /// Returns a violation if a reading that may skip unwanted units changes the wanted ones.
    private func lossBySkipping(_ whole: Reading, _ variant: Variant, _ file: SourceFile) -> String? {
        let filter = KeyFilter(between: ".")
        let options = ReaderOptions(locale: variant.locale, values: variant.options, wanted: filter)
        guard let reader = try? format.reader(options: options), let some = read(file, with: reader) else {
            return "the reader throws when it may pass over units"
        }
        func isWanted(_ unit: TranslationUnit) -> Bool { Array(unit.key.utf8).withUnsafeBytes(filter.accepts) }
        let (left, right) = (some.units.filter(isWanted), whole.units.filter(isWanted))
        return left == right ? nil : "of \(right.count) wanted units, \(left.count) arrive, or others"
    }

    /// Returns the first difference between two readings of one file.
    ///
    /// Sentences may differ because they quote as much of a damaged place as is available.
    private func difference(_ pieces: Reading, _ whole: Reading) -> String? {
        for (one, other) in zip(pieces.units, whole.units) where one != other {
            return "\(one)\ninstead of\n\(other)"
        }
        if let more = pieces.units.dropFirst(whole.units.count).first { return "one more unit: \(more)" }
        if let less = whole.units.dropFirst(pieces.units.count).first {
            return "this unit is lost: \(less)\nand these are the findings: \(pieces.findings)"
        }
        let haveErrors = [pieces, whole].map { $0.findings.contains { $0.severity == .error } }
        if haveErrors[0] != haveErrors[1] { return "there is \(haveErrors[0] ? "an" : "no") error" }
        // How far the parser gets into a broken first tag depends on the pieces, and so do the findings about it.
        // Nothing is lost: the file is refused either way.
        if haveErrors[0], whole.units.isEmpty { return nil }
        let (some, all) = (definite(pieces.findings), definite(whole.findings))
        for (one, other) in zip(some, all) where one.rule != other.rule || one.location != other.location {
            return "\(one)\ninstead of\n\(other)"
        }
        if some.count != all.count { return "there are \(some.count) findings instead of \(all.count)" }
        return pieces.summary == whole.summary ? nil : "\(pieces.summary)\ninstead of\n\(whole.summary)"
    }

    private func definite(_ findings: [Finding]) -> [Finding] { findings.filter { !vague.contains($0.rule) } }

    private func read(_ file: SourceFile, with reader: any Reader) -> Reading? {
        var reading = Reading()
        let summary = try? reader.read(file) { event in
            switch event {
            case .unit(let unit): reading.units.append(unit)
            case .other: break
            case .finding(let finding): reading.findings.append(finding)
            }
        }
        guard let summary else { return nil }
        reading.summary = summary
        return reading
    }

    private func sums(_ reading: Reading) -> String? {
        if reading.summary.units != reading.units.count {
            return "the summary says \(reading.summary.units) units, \(reading.units.count) were emitted"
        }
        if reading.summary.skipped.values.contains(where: { $0 <= 0 }) { return "skipped: \(reading.summary.skipped)" }
        if reading.units.isEmpty, reading.findings.isEmpty, reading.summary.skipped.isEmpty {
            return "neither a unit nor a finding nor anything skipped"
        }
        return nil
    }

    private func rules(_ reading: Reading) -> String? {
        for finding in reading.findings {
            if !declared.contains(finding.rule) { return "the rule \(finding.rule.rawValue) is not declared" }
            if finding.text.isEmpty || finding.remedy == "" { return "\(finding.rule.rawValue) has no sentence" }
        }
        return nil
    }

    /// Returns a violation if a finding has no location or a location is outside the file.
    private func places(_ reading: Reading, _ variant: Variant, _ bytes: [UInt8]) -> String? {
        let isUTF8 = reading.summary.detected.first { $0.name == "encoding" }?.value.hasPrefix("UTF-8") == true
        let widths = isUTF8 ? Self.lineWidths(bytes) : nil
        let places =
            reading.units.map(\.location) + reading.findings.flatMap { [$0.location].compactMap(\.self) + $0.related }
        for place in places {
            if place.line < 1 || place.column < 1 { return "a place is at \(place)" }
            // A cell of a sheet, or one after the last row or column.
            if place.path.hasPrefix("\(variant.path)/") {
                if place.line > 1_048_577 || place.column > 16_385 { return "\(place) is outside the sheet" }
                continue
            }
            if place.path != variant.path { return "a place is in the file \(place.path)" }
            // In other encodings, each line and column takes at least one byte; nothing else is certain.
            guard let widths else {
                if place.line > bytes.count + 1 || place.column > bytes.count + 1 {
                    return "\(place) is outside the file"
                }
                continue
            }
            if place.line > widths.count { return "\(place) is behind the last line, \(widths.count)" }
            if place.column > widths[place.line - 1] + 1 { return "\(place) is behind the end of its line" }
        }
        return reading.findings.contains { $0.location == nil } ? "a finding has no place" : nil
    }

    /// The number of scalars of each line; in a file with malformed bytes, each byte may count as one.
    private static func lineWidths(_ bytes: [UInt8]) -> [Int] {
        let isText = String(validating: bytes, as: UTF8.self) != nil
        var widths = [0]
        var previous: UInt8 = 0
        for byte in bytes {
            switch byte {
            case 0x0A where previous == 0x0D: break
            case 0x0A, 0x0D: widths.append(0)
            case 0x80...0xBF where isText: break
            default: widths[widths.count - 1] += 1
            }
            previous = byte
        }
        return widths
    }

    /// Returns a violation if a unit has a replacement character that the file lacks: the reader lost a character.
    private func replacements(_ reading: Reading, _ bytes: [UInt8]) -> String? {
        let guilty = reading.units.first { unit in
            ([unit.key, unit.source, unit.target, unit.locale].compactMap(\.self) + unit.notes).contains {
                $0.unicodeScalars.contains("\u{FFFD}")
            }
        }
        guard let guilty else { return nil }
        let spellings: [[UInt8]] = [[0xEF, 0xBF, 0xBD], [0xFF, 0xFD], [0xFD, 0xFF]] + escapes.map { Array($0.utf8) }
        let lower = Self.lower(bytes)
        let isInFile = spellings.contains { Self.contains($0, in: bytes) || Self.contains($0, in: lower) }
        // In UTF-16 and UTF-32, zero bytes are between the letters of an escape.
        return isInFile || bytes.contains(0) ? nil : "U+FFFD in \(guilty)"
    }

    private static func lower(_ bytes: [UInt8]) -> [UInt8] {
        bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    }

    private static func contains(_ needle: [UInt8], in bytes: [UInt8]) -> Bool {
        guard bytes.count >= needle.count else { return false }
        return (0...(bytes.count - needle.count)).contains { bytes[$0..<($0 + needle.count)].elementsEqual(needle) }
    }
}
