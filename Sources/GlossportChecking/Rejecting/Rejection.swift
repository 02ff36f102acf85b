package import GlossportReading

/// The return package for a vendor: excerpts of their own files with the texts concerned, a table and a letter.
package struct Rejection: Sendable {
    /// Delivered files with findings, in reading order.
    package private(set) var files: [RejectedFile] = []
    /// Every finding that concerns the vendor, sorted.
    package private(set) var findings: [RejectedFinding] = []
    /// The app that it is about; empty if no project names one.
    package let app: String

    /// Makes it from what is to be said of a delivery.
    ///
    /// - Parameters:
    ///   - review: The deliveries and their findings.
    ///   - minimum: Findings below this are left out.
    ///   - folder: The base of the excerpts' paths, if they are inside it; empty for the current folder.
    ///   - registry: The formats by which the files were read.
    ///   - archives: How archives are opened.
    ///   - concerns: Whether a finding is for the vendor in question.
    /// - Throws: ``GlossportError`` for a file that has changed since it was read; `CancellationError`.
    package init(
        of review: Review,
        minimum: Severity,
        relativeTo folder: String = "",
        registry: FormatRegistry,
        archives: ArchiveOpener? = nil,
        where concerns: (Finding) -> Bool = { _ in true }
    ) throws {
        app = review.project.app
        let formats = Dictionary(
            review.collected.files.map { ($0.path, $0.format) },
            uniquingKeysWith: { first, _ in first }
        )
        let readersRules = Dictionary(
            registry.formats.map { ($0.id, Set($0.rules.map(\.id))) },
            uniquingKeysWith: { first, _ in first }
        )
        // A place in a workbook names the sheet behind the file.
        func file(of path: String) -> String {
            var candidate = path[...]
            while formats[String(candidate)] == nil, let slash = candidate.lastIndex(of: "/") {
                candidate = candidate[..<slash]
            }
            return formats[String(candidate)] == nil ? path : String(candidate)
        }
        let texts = RejectedTexts(review)
        findings = review.findings.filter { $0.severity >= minimum && concerns($0) }.compactMap { finding in
            let format = finding.location.flatMap { formats[file(of: $0.path)] }
            let isReaders = format.flatMap { readersRules[$0]?.contains(finding.rule) } ?? false
            return RejectedFinding(finding, in: review, texts, wasDelivered: format != nil, isReaders: isReaders)
        }
        var sources = DeliveredSources(review.collected.sources, archives)
        let byPath = Dictionary(grouping: findings.indices) {
            findings[$0].finding.location.map { file(of: $0.path) } ?? ""
        }
        var names = OutputNames()
        var done: Set<String> = []
        for report in review.collected.files where done.insert(report.path).inserted {
            let own = (byPath[report.path] ?? []).filter { findings[$0].place != .nowhere }
            guard !own.isEmpty else { continue }
            try Task.checkCancellation()
            var file = RejectedFile(path: report.path, format: report.format, findings: own.count)
            let units = try file.cut(
                try sources.file(at: report.path),
                report.options,
                own.map { findings[$0] },
                registry.format(named: report.format)
            )
            for index in own { findings[index].unit = findings[index].finding.location.flatMap { units[$0] } }
            if file.bytes != nil {
                file.output = names.name(for: report.path + (file.isTable ? ".csv" : ""), relativeTo: folder)
            }
            files.append(file)
        }
    }

    /// Whether there is nothing to send back.
    package var isEmpty: Bool { findings.isEmpty }

    /// Whether a unit could not be sent back although its format can be cut.
    package var isIncomplete: Bool { files.contains { $0.problem?.isFailure ?? false } }

    /// Everything that is to be written, by its path in the folder.
    package var outputs: [(path: String, bytes: [UInt8])] {
        let table = FindingsTable.text(of: findings)
        return files.compactMap { file in file.bytes.flatMap { bytes in file.output.map { ($0, bytes) } } }
            + [
                (ReturnPackageFile.tableName, Array(table.utf8)),
                (ReturnPackageFile.letterName, Array(VendorLetter(self).text.utf8)),
            ]
    }
}

/// Finds delivered files again, each with the bytes that were read.
struct DeliveredSources {
    private let sources: [SourceFile]
    private let archives: ArchiveOpener?
    private var opened: [String: [String: SourceFile]] = [:]

    init(_ sources: [SourceFile], _ archives: ArchiveOpener?) {
        self.sources = sources
        self.archives = archives
    }

    /// The file in memory; `nil` if no delivery has it.
    ///
    /// - Throws: ``GlossportError`` if it has changed, or can't be read any more.
    mutating func file(at path: String) throws -> SourceFile? {
        if let source = sources.first(where: { $0.path == path }) {
            // Beyond what can be cut, which the cutter says.
            guard let bytes = try source.bytes(atMost: ExcerptText.sizeLimit) else { return source }
            var file = SourceFile(path: path, bytes: bytes)
            file.bundleLocale = source.bundleLocale
            return file
        }
        guard let archives, let archive = sources.first(where: { path.hasPrefix($0.path + "/") }) else { return nil }
        if opened[archive.path] == nil {
            var skipped: [String: Int] = [:]
            let files = try archives.open(archive).files
            let translations = LocalizationBundles(of: files).translations(among: files, skipped: &skipped)
            opened[archive.path] = Dictionary(
                translations.map { ($0.path, $0) },
                uniquingKeysWith: { first, _ in first }
            )
        }
        return opened[archive.path]?[path]
    }
}
