import GlossportReading

/// A delivered file with findings, and what is cut out of it.
package struct RejectedFile: Sendable {
    /// The file as the user named it.
    package var path: String
    /// The reader's id.
    package var format: String
    /// How many findings are about it.
    package var findings: Int
    /// How many units, or rows of units, are sent back.
    package var units = 0
    /// Where the cut-out goes in the folder; `nil` if there is none.
    package var output: String?
    /// Why there is none, where one would be of use.
    package var problem: Problem?
    /// The cut-out.
    var bytes: [UInt8]?
    /// Whether it is a table in place of the vendor's own format.
    var isTable = false

    /// Why a file is not sent back.
    package struct Problem: Sendable, Hashable {
        /// The reason as a sentence.
        package var text: String
        /// Whether it should not have happened, and the vendor needs the units all the same.
        package var isFailure: Bool
    }

    // MARK: Cutting

    /// Cuts the file, and reads the result to see whether it says the same.
    ///
    /// - Parameters:
    ///   - source: The file in memory; `nil` if it is not there any more.
    ///   - options: How it was read.
    ///   - findings: The findings in the file.
    ///   - format: The file's format.
    /// - Returns: The units at the findings' places.
    /// - Throws: ``GlossportError`` for options that make no sense; `CancellationError`.
    mutating func cut(
        _ source: SourceFile?,
        _ options: ReaderOptions,
        _ findings: [RejectedFinding],
        _ format: Format?
    ) throws -> [SourceLocation: TranslationUnit] {
        let exact = findings.filter { $0.place == .unit }
        let annotations = findings.flatMap(\.annotations)
        let exactly = exact.flatMap(\.annotations)
        guard !annotations.isEmpty else { return [:] }
        guard let format, let source else {
            problem = Problem(text: "The file no longer exists.", isFailure: true)
            return [:]
        }
        let reader = try format.reader(options: options)
        let places = Set(findings.compactMap(\.finding.location)).union(findings.flatMap(\.places))
        var units: [SourceLocation: TranslationUnit] = [:]
        _ = try reader.read(source) { event in
            if case .unit(let unit) = event, places.contains(unit.location), units[unit.location] == nil {
                units[unit.location] = unit
            }
        }
        guard let makeExcerpt = format.excerpt else {
            writeTable(units, findings)
            return units
        }
        let wanted = exact.flatMap(\.places).compactMap { units[$0] }
        do {
            var result = try makeExcerpt(source, options, annotations)
            var isFaithful = try Self.holds(result, wanted, source, reader)
            if !isFaithful, annotations.count > exactly.count {
                // The defect that stopped the reader may stop other readers, too.
                result = try makeExcerpt(source, options, exactly)
                isFaithful = try Self.holds(result, wanted, source, reader)
            }
            let lost = Set(result.elsewhere.map(\.place)).intersection(exactly.map(\.place))
            if let place = lost.min(by: { ($0.line, $0.column) < ($1.line, $1.column) }) {
                problem = Problem(
                    text: "The unit in line \(place.line), column \(place.column) could not be found again.",
                    isFailure: true
                )
            } else if !isFaithful {
                problem = Problem(text: "An excerpt of it would be read differently.", isFailure: true)
            } else if result.units > 0 {
                (self.units, bytes) = (result.units, result.bytes)
            }
        } catch let error as GlossportError {
            problem = Problem(text: error.message, isFailure: false)
        }
        return units
    }

    /// Makes a table of the units in question, for a format that can't be cut, such as a workbook.
    private mutating func writeTable(_ units: [SourceLocation: TranslationUnit], _ findings: [RejectedFinding]) {
        let about = Dictionary(grouping: findings) { $0.finding.location }
        let rows = units.sorted { $0.key < $1.key }.map { ($0.value, about[$0.key] ?? []) }
        guard !rows.isEmpty else { return }
        isTable = true
        (self.units, bytes) = (rows.count, Array(FindingsTable.excerpt(rows).utf8))
    }

    /// Whether units are read from a cut-out as they were from the file.
    private static func holds(
        _ result: Excerpt,
        _ wanted: [TranslationUnit],
        _ source: SourceFile,
        _ reader: any Reader
    ) throws -> Bool {
        struct Content: Hashable {
            var key: String
            var texts: [String?]

            init(_ unit: TranslationUnit) {
                key = unit.key
                texts = [unit.locale, unit.source, unit.target]
            }
        }
        guard !wanted.isEmpty else { return true }
        var missing = Set(wanted.map(Content.init))
        var file = SourceFile(path: source.path, bytes: result.bytes)
        file.bundleLocale = source.bundleLocale
        _ = try reader.read(file) { event in
            if case .unit(let unit) = event { missing.remove(Content(unit)) }
        }
        return missing.isEmpty
    }
}
