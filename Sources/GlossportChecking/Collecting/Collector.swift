package import GlossportProject
package import GlossportReading

/// Reads the files of deliveries and builds the catalog from their units.
package struct Collector {
    private let registry: FormatRegistry
    private var builder: CatalogBuilder
    private var findings: [Finding] = []
    private var settled = SettledFindings()
    private var delivery = 0
    private var files: [FileReport] = []
    private var skipped: [String: Int] = [:]
    private var sources: [SourceFile] = []
    private let project: Project
    /// The paths of all deliveries, by their base folder; empty if there is only one.
    private var places: [String: PathSet] = [:]
    private let locales: LocaleResolver
    private let takesDigests: Bool
    private let followsLinks: Bool
    private let archives: ArchiveOpener?
    private let observer: ((TranslationUnit, _ format: String) -> Void)?

    package static let rules =
        OpenedArchive.rules + DeliveryWalk.rules + [
            RuleDescription(
                "locale-contradiction",
                .error,
                """
                `--as-locale` or `locale:` in the project file names one language, but the file declares another in its target \
                language, its columns, its folder or its name. One of them is wrong, and customers would read the wrong language. \
                If you lower the rule to a warning, the delivery's locale is used.
                """
            ),
            RuleDescription(
                "unknown-format",
                .error,
                """
                No reader supports the format of the file, which was named explicitly or looks like a translation file \
                (JSON, `.resx`, a document …). Ask the vendor for XLIFF, CSV, Excel or `.strings`, or name a reader with `format:` in the project file.
                """
            ),
            RuleDescription(
                "ignored-file",
                .note,
                "A file in a delivered folder is not a translation file, such as a picture or a letter. It is skipped."
            ),
            RuleDescription(
                "empty-delivery",
                .error,
                """
                A delivery contains no file that a reader supports, or its files contain no translations. Usually the path is one \
                folder too high or too low, or an export failed. Without this error, an empty import would end with success.
                """
            ),
            RuleDescription(
                "unprintable-file-name",
                .error,
                """
                The path of a delivered file contains a control character, a line break, or an invisible character that changes the \
                direction of writing. A terminal or a build server might execute it.
                """
            ),
            RuleDescription(
                "private-key",
                .error,
                """
                A delivered file contains a private key, or its name ends in `.p8`. Glossport neither reads nor shows it. Remove it \
                from the deliveries; if others may have seen it, revoke the key in App Store Connect. The severity is always error.
                """
            ),
        ]

    /// - Parameters:
    ///   - registry: The formats.
    ///   - project: The settings for keys and locales, and the deliveries. A file belongs to the delivery with the most
    ///     specific path.
    ///   - archives: Opens archives; without it, an archive is a file of an unknown format.
    ///   - takesDigests: Whether to compute the SHA-256 of each source while it is read, for the journal.
    ///   - followsLinks: Whether to follow links that stay inside the delivery.
    ///   - observer: Receives each unit and its format's id instead of the catalog, which stays empty.
    package init(
        registry: FormatRegistry,
        project: Project,
        archives: ArchiveOpener? = nil,
        takesDigests: Bool = false,
        followsLinks: Bool = true,
        observer: ((TranslationUnit, _ format: String) -> Void)? = nil
    ) {
        self.registry = registry
        self.project = project
        locales = LocaleResolver(map: project.locales.map)
        self.archives = archives
        self.takesDigests = takesDigests
        self.followsLinks = followsLinks
        self.observer = observer
        builder = CatalogBuilder(project: project)
    }

    /// Reads one delivery.
    ///
    /// - Parameters:
    ///   - delivery: The delivery, from the project file or the command line.
    ///   - folder: The base of relative paths; empty for the current folder.
    /// - Throws: ``GlossportError`` for input/output errors and for invalid options; `CancellationError`.
    package mutating func add(_ delivery: Project.Delivery, relativeTo folder: String) throws {
        let (location, shown) = Self.place(of: delivery, relativeTo: folder)
        self.delivery += 1
        builder.beginDelivery(replaces: delivery.replaces)
        settled.beginDelivery(after: findings, in: files)
        let walk: DeliveryWalk
        do {
            walk = try DeliveryWalk(path: shown, at: location, followsLinks: followsLinks)
        } catch var error as GlossportError {
            error.location = error.location ?? delivery.place
            throw error
        }
        for (reason, count) in walk.skipped { skipped[reason, default: 0] += count }
        let before = (files: files.count, findings: findings.count)
        findings += walk.findings
        let isSingleFile = walk.files.count == 1 && walk.files[0].path == shown
        let all = project.deliveries.count > 1 ? project.deliveries : []
        let others = places[folder] ?? PathSet(all.map { Self.place(of: $0, relativeTo: folder).shown })
        places[folder] = others
        let depth = ProjectFolder.parts(of: shown).count
        let originals = delivery.replaces ? PathSet(files.map(\.path)) : nil
        var read = 0
        var elsewhere = 0
        for file in walk.files {
            // `vendor/` and `vendor/offers.csv` may both be deliveries, the latter with different options.
            let path = ProjectFolder.parts(of: file.path)
            if path.indices.dropFirst(depth).contains(where: { others.contains(Array(path[...$0])) }) {
                skipped["delivered separately", default: 0] += 1
                elsewhere += 1
                continue
            }
            var own = delivery
            if let originals, let former = former(of: path, among: originals, in: folder) {
                own.keys = own.keys ?? former.keys
                own.vendor = own.vendor ?? former.vendor
                if own.options.isEmpty { own.options = former.options }
            }
            if try self.read(takesDigests ? file.takingDigest : file, own, isNamed: isSingleFile) { read += 1 }
        }
        if read + elsewhere == 0, !isSingleFile {
            record(
                "empty-delivery",
                "No file in \(shown) is a translation file that can be read.",
                "Check the path, or ask the vendor for the missing files.",
                for: .team,
                at: delivery.place
            )
        } else if read > 0, observer == nil, files[before.files...].allSatisfy({ $0.summary.units == 0 }),
            !findings[before.findings...].contains(where: { $0.severity == .error })
        {
            record(
                "empty-delivery",
                isSingleFile ? "\(shown) contains no translations." : "The files in \(shown) contain no translations.",
                "Ask the vendor for it again, or remove it from the deliveries.",
                for: .team,
                at: delivery.place
                    ?? files[before.files...].first.map { SourceLocation(path: $0.path, line: 1, column: 1) }
            )
        }
    }

    /// The delivery of the original file that a replacement corrects.
    ///
    /// The replacement's path must end with the original's path relative to the base folder.
    private func former(of path: [Substring], among originals: PathSet, in folder: String) -> Project.Delivery? {
        let root = ProjectFolder.parts(of: folder)
        for start in path.indices.dropFirst(root.count + 1) {
            let original = root + path[start...]
            guard originals.contains(original) else { continue }
            return project.delivery(of: ProjectFolder.path(of: original), relativeTo: folder)
        }
        return nil
    }

    /// The path of a delivery on the disk, and its path for display.
    private static func place(
        of delivery: Project.Delivery,
        relativeTo folder: String
    ) -> (location: String, shown: String) {
        let location = ProjectFolder.location(of: delivery.path, in: folder)
        return (location, folder == "." ? delivery.path : location)
    }

    package consuming func finish() -> Collected {
        var catalog = builder.finish()
        catalog.locales.removeAll { settled.hasCorrected($0, of: files) }
        return Collected(
            catalog: catalog,
            findings: settled.open(among: findings, in: files, replacedBy: catalog, of: project),
            files: files,
            skipped: skipped,
            sources: sources
        )
    }

    /// Reads one file; returns `false` for Glossport's own letters and previews, and for files of an unknown format.
    private mutating func read(
        _ file: SourceFile,
        _ delivery: Project.Delivery,
        isNamed: Bool,
        isInArchive: Bool = false
    ) throws -> Bool {
        let head = try file.head()
        if let archives, !isInArchive, delivery.format == nil, archives.recognizes(head), !isClaimed(head),
            // A workbook is a ZIP archive as well.
            ForeignFormat(file).map({ $0.kind == .archive }) ?? true
        {
            return try read(try archives.open(file), file, delivery)
        }
        // If it were read, the project file would decide how its content is displayed.
        if try head.fileExtension == "p8" || KeyMaterial.isIn(file) {
            record(
                "private-key",
                "\(file.name) contains a private key, so it was not read.",
                "Remove it from the deliveries.",
                for: .team,
                at: file.start
            )
            return true
        }
        if ReturnPackageFile.recognizes(head) {
            skipped["Glossport's own letter or preview", default: 0] += 1
            return false
        }
        let delivery = try isPackage(file, head, in: delivery) ? delivery.withoutReading : delivery
        guard let format = delivery.format.flatMap(registry.format(named:)) ?? registry.format(of: head) else {
            recordUnknown(file, isNamed: isNamed)
            return false
        }
        try read(file, as: format, delivery, isPackage: ReturnPackageFile.isPackage(head))
        if !isInArchive { sources.append(file) }
        return true
    }

    /// Reads a file of translations.
    ///
    /// - Throws: Errors of its reader. Errors about options have the place of the delivery in the project file.
    private mutating func read(
        _ file: SourceFile,
        as format: Format,
        _ delivery: Project.Delivery,
        isPackage: Bool
    ) throws {
        recordUnprintablePath(of: file)
        builder.use(delivery.keys)
        var report = FileReport(path: file.path, format: format.id)
        (report.keys, report.vendor) = (delivery.keys, delivery.vendor)
        (report.delivery, report.isCorrection) = (self.delivery, delivery.replaces)
        var listed = ListedFindings()
        do {
            try readUnits(of: file, as: format, delivery, into: &report, &listed)
            findings += listed.finish(in: file.path)
        } catch var error as GlossportError where error.code == .invalidOption {
            error.location = error.location ?? delivery.place
            throw error
        }
        let headings = report.summary.detected.contains { $0.value.hasBytes(of: ReturnPackageFile.heading) }
        report.isPackage = isPackage || report.mark != nil || headings
        report.errors = listed.errors
        report.sortLocales()
        files.append(report)
        if delivery.replaces { settled.take(report) }
        if let locale = delivery.locale { recordContradiction(locale, report) }
    }

    private mutating func readUnits(
        of file: SourceFile,
        as format: Format,
        _ delivery: Project.Delivery,
        into report: inout FileReport,
        _ listed: inout ListedFindings
    ) throws {
        let known = Set(format.options.map(\.name))
        let options = ReaderOptions(
            locale: delivery.locale,
            values: delivery.options.filter { known.contains($0.key) },
            // An observer receives every unit.
            wanted: observer == nil ? builder.filter : nil
        )
        var balance = ReadingBalance()
        // Works on copies, which replace the originals only after the reader's totals have been checked.
        var builder = self.builder
        var settled = self.settled
        report.summary = try format.reader(options: options).read(file) { event in
            balance.add(event)
            switch event {
            case .unit(let unit):
                report.note(locale: unit.locale)
                if let observer {
                    observer(unit, report.format)
                } else if let mark = builder.add(unit) {
                    report.note(mark: mark)
                } else if delivery.replaces, unit.target != nil, unit.state >= project.locales.minimumState {
                    settled.take(unit)
                }
            case .other(let unit):
                report.note(locale: unit.locale)
                builder.name(unit)
            case .finding(let finding): listed.add(finding)
            }
        }
        try balance.check(report.summary, of: file)
        builder.countOthers(report.summary.others)
        for detail in report.summary.detected where detail.name == "source language" {
            for name in detail.value.split(separator: ", ") { builder.recordSource(String(name)) }
        }
        self.builder = builder
        self.settled = settled
    }

    /// Whether a file is a returned package, so that the delivery's settings do not apply.
    ///
    /// Always `false` if the delivery has no such settings. A workbook is compressed, so this must read it.
    private func isPackage(_ file: SourceFile, _ head: FilePrefix, in delivery: Project.Delivery) throws -> Bool {
        guard delivery != delivery.withoutReading else { return false }
        if ReturnPackageFile.isPackage(head) { return true }
        guard head.bytes.starts(with: [0x50, 0x4B]), let format = registry.format(of: head) else { return false }
        var isPackage = false
        _ = try format.reader(options: ReaderOptions()).read(file) { event in
            if case .unit(let unit) = event { isPackage = isPackage || PackageMark.InNotes(unit.notes).mark != nil }
        }
        return isPackage
    }

    /// Compares the locale that the user set with those that the file declares.
    private mutating func recordContradiction(_ locale: String, _ report: FileReport) {
        let others = report.summary.declared.filter { locales.contradict(locale, $0.locale) }
        guard let first = others.first else { return }
        let names = others.prefix(5).map(\.locale).joined(separator: ", ")
        let more = others.count > 5 ? " and \(others.count - 5) more" : ""
        record(
            "locale-contradiction",
            "The delivery is set to \(locale), but the file declares \(names)\(more).",
            "Remove --as-locale or the delivery's `locale:`, or ask the vendor to correct the file.",
            for: .team,
            at: first.place,
            related: others.dropFirst().prefix(5).map(\.place)
        )
    }

    /// Whether a reader claims an archive, as for a workbook.
    private func isClaimed(_ head: FilePrefix) -> Bool {
        registry.formats.contains { $0.extensions.contains(head.fileExtension) && $0.recognize(head) != .no }
    }

    private mutating func read(
        _ archive: OpenedArchive,
        _ file: SourceFile,
        _ delivery: Project.Delivery
    ) throws -> Bool {
        findings += archive.findings
        for (reason, count) in archive.skipped { skipped[reason, default: 0] += count }
        sources.append(file)
        var read = 0
        let bundles = LocalizationBundles(of: archive.files)
        let translations = bundles.translations(among: archive.files, skipped: &skipped)
        for inner in translations.sorted(by: { $0.path < $1.path })
        where try self.read(inner, delivery, isNamed: false, isInArchive: true) { read += 1 }
        if read == 0, archive.findings.isEmpty {
            record(
                "empty-delivery",
                "No file in \(file.path) is a translation file that can be read.",
                "Ask the vendor what the archive contains.",
                for: .team,
                at: file.start
            )
        }
        return true
    }

    private mutating func record(
        _ rule: RuleID,
        _ text: String,
        _ remedy: String,
        severity: Severity = .error,
        for audience: Finding.Audience,
        request: String? = nil,
        at place: SourceLocation?,
        related: [SourceLocation] = []
    ) {
        findings.append(
            Finding(rule, severity, text, remedy: remedy, for: audience, request: request, at: place, related: related)
        )
    }

    private mutating func recordUnprintablePath(of file: SourceFile) {
        guard let scalar = file.path.unicodeScalars.first(where: \.isUnprintable) else { return }
        record(
            "unprintable-file-name",
            "The path of the file contains the character \(scalar.codePoint), which can't be shown.",
            "Rename the file, and check its origin.",
            for: .vendor,
            at: file.start
        )
    }

    private mutating func recordUnknown(_ file: SourceFile, isNamed: Bool) {
        let foreign = ForeignFormat(file)
        guard isNamed || foreign.map({ $0.kind != .document }) ?? isExpected(file) else {
            skipped["not a translation file", default: 0] += 1
            record(
                "ignored-file",
                "\(file.name) is not a translation file.",
                "Nothing to do.",
                severity: .note,
                for: .team,
                at: file.start
            )
            return
        }
        let formats = registry.formats.map(\.id).joined(separator: ", ")
        record(
            "unknown-format",
            foreign.map { "\(file.name) is \($0.name), a format that no reader of this project supports." }
                ?? "No reader supports the format of \(file.name).",
            foreign?.remedy
                ?? "Readers: \(formats). Ask the vendor for one of them, or set `format:` in the project file.",
            for: .team,
            request: "Send it as XLIFF, CSV or an Excel workbook.",
            at: file.start
        )
    }

    /// Whether a format would accept the file by its name, so that the vendor expects it to be read.
    private func isExpected(_ file: SourceFile) -> Bool {
        let name = FilePrefix(path: file.path, bytes: [])
        return registry.formats.contains { $0.recognize(name) != .no }
    }
}

extension Project.Delivery {
    /// The delivery without the settings for reading its files.
    fileprivate var withoutReading: Project.Delivery {
        var delivery = self
        (delivery.format, delivery.locale, delivery.options, delivery.keys) = (nil, nil, [:], nil)
        return delivery
    }
}

extension SourceFile {
    /// The place of a finding about the whole file.
    fileprivate var start: SourceLocation { SourceLocation(path: path, line: 1, column: 1) }
}
