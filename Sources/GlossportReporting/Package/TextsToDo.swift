package import GlossportChecking
package import GlossportProject
package import GlossportReading

/// Finds the texts that vendors must translate or correct, and creates a package for each vendor.
package struct TextsToDo {
    package enum Kind: Sendable, Hashable {
        /// Texts that are new, missing, outdated or unfinished.
        case brief
        /// Texts with findings of at least this severity, and unfinished texts.
        case reject(minimum: Severity)
    }

    /// A package for each vendor with texts or remarks, sorted by name; the one without a name is last.
    package private(set) var packages: [VendorPackage] = []
    /// The locales of texts that no vendor translates, sorted.
    package private(set) var withoutVendor: [StoreLocale] = []
    /// The number of findings that only the team can fix.
    package private(set) var findingsForTeam = 0
    /// The number of findings that are not sent, because another request covers them.
    package private(set) var superseded = 0

    private let review: Review
    private let sources: SourceTexts
    private let concerned: ConcernedTexts
    private let files: DeliveredFiles
    private let vendors: VendorsOfTexts
    private let selection: Selection
    private let elsewhere: Set<StoreLocale>
    private var requests: [TextSlot: [TextToDo.Request.Ranked]] = [:]
    private var remarks: [String?: [TextToDo.Request]] = [:]
    /// Requests about unreadable files whose locale is unknown, by vendor.
    private var unreadFiles: [String?: [TextToDo.Request]] = [:]
    /// The findings that a vendor can fix, or that a request for the same texts covers.
    private var placed: Set<FindingID> = []
    /// The file with a finding about a text, which identifies the vendor if the text was not delivered.
    private var paths: [TextSlot: String] = [:]

    /// - Parameters:
    ///   - kind: The texts to find.
    ///   - review: The deliveries and their findings in all locales, because each may contain source texts.
    ///   - selection: The messages and locales to process.
    ///   - base: The base of the deliveries' paths; empty for the current folder.
    ///   - isPart: Whether only some of the project's deliveries were read.
    ///   - moment: The current time, in whole seconds since 1970.
    /// - Throws: ``GlossportError`` with code `invalidOption` for a brief if the source locale is unknown, if a
    ///   selected locale needs no translation or has no vendor, or if there are no target locales or source texts.
    package init(
        _ kind: Kind,
        of review: Review,
        _ selection: Selection = Selection(),
        relativeTo base: String = "",
        isPart: Bool = false,
        at moment: Int64
    ) throws {
        self.review = review
        var selection = selection
        if kind != .brief {
            // The texts of a copy are those of its original.
            selection.locales = Set(selection.locales.map { review.project.locales.originals[$0] ?? $0 })
        }
        self.selection = selection
        sources = SourceTexts(of: review)
        files = DeliveredFiles(of: review)
        concerned = ConcernedTexts(of: review, sources, files, selection)
        vendors = VendorsOfTexts(of: review, files, relativeTo: base, isPart: isPart)
        elsewhere = Self.elsewhere(in: review, files)
        switch kind {
        case .brief:
            for slot in try slotsToTranslate() { requests[slot] = [] }
        case .reject(let minimum):
            let findings = selection.findings(among: review.findings, of: review.collected)
            for finding in findings where finding.severity >= minimum { place(finding) }
            for slot in review.catalog.unfinished.keys
            where selection.contains(locale: slot.locale) && selection.contains(message: slot.message) {
                requests[slot, default: []] += []
            }
        }
        pack(at: moment)
    }

    // MARK: Brief

    /// The slots without a finished translation of the current source text, in the wanted locales.
    private func slotsToTranslate() throws -> [TextSlot] {
        guard let source = sources.locale else {
            throw GlossportError(
                .invalidOption,
                "The locale of the source texts is unknown.",
                remedy: "Write it as `source:` under `locales:`."
            )
        }
        let wanted = selection.locales.isEmpty ? concerned.targets : selection.locales.sorted()
        for locale in selection.locales.sorted() { try check(locale, from: source) }
        let texts = concerned.messages.map { (message: $0, fields: sources.fields(of: $0)) }
        guard !wanted.isEmpty, texts.contains(where: { !$0.fields.isEmpty }) else {
            throw GlossportError(
                .invalidOption,
                wanted.isEmpty ? "No target locale is named." : "There are no source texts in \(source).",
                remedy: wanted.isEmpty
                    ? "Name locales, or list them under `locales.expected`." : "Add a delivery with these texts."
            )
        }
        return wanted.flatMap { locale in
            texts.flatMap { message, fields in
                fields.map { TextSlot(message: message, field: $0, locale: locale) }
            }
        }.filter {
            sources.translation(of: $0) == nil || sources.isOutdated($0) || review.catalog.unfinished[$0] != nil
        }
    }

    private func check(_ locale: StoreLocale, from source: StoreLocale) throws {
        let problem: (String, String)? =
            if locale == source {
                ("\(locale) is the locale of the source texts.", "Remove it.")
            } else if let original = review.project.locales.originals[locale] {
                ("\(locale) shows the texts of \(original) (`locales.also`).", "Remove it.")
            } else if vendors.vendors(for: locale).isEmpty {
                (
                    "No vendor translates into \(locale).",
                    "Add it to the `locales` of one under `vendors:`, or remove it."
                )
            } else {
                nil
            }
        if let problem { throw GlossportError(.invalidOption, problem.0, remedy: problem.1) }
    }

    // MARK: Findings

    /// Assigns a finding to the texts that it concerns, or to the letter.
    private mutating func place(_ finding: Finding) {
        let isAboutName = finding.severity < .error && finding.rule.rawValue.hasSuffix("-locale-conflict")
        guard let sentence = finding.vendorRequest,
            !isAboutName || !(finding.location.map { vendors.isTeamsFolder(around: $0.path) } ?? false)
        else {
            findingsForTeam += 1
            return
        }
        var request = TextToDo.Request(
            rule: finding.rule,
            severity: finding.severity,
            problem: finding.text,
            request: sentence,
            finding: review.id(of: finding)
        )
        let all = concerned.texts(of: finding)
        let selected = all.filter { selection.contains(locale: $0.locale) }
        // The team writes the source texts, unless a vendor lists their locale.
        let slots = finding.otherLocale == nil ? selected.filter { !isTeams($0.locale) } : selected
        let isUnread = concerned.isUnread(finding)
        var rank = TextToDo.Request.Rank(of: finding)
        // This is a reader's finding about a place in a file.
        if rank == .file, !isUnread, RuleSet.byID[finding.rule] == nil { rank = .text }
        guard !all.isEmpty else { return remark(finding, request) }
        // A remedy alone is not understandable without the problem; a request is.
        if finding.request == nil { request.request = "\(finding.text) \(sentence)" }
        let asked =
            rank == .omission
            ? slots.filter { !elsewhere.contains($0.locale) && !isUnderWrongCode($0) }
            : slots.filter { finding.rule != .wrongLanguage || !review.catalog.languages.isRight(for: $0) }
        for slot in Set(asked) {
            var own = (rank, request)
            if isUnread {
                own.1.request = Self.request(about: finding, isDelivered: delivered(slot) != nil)
            } else if finding.rule == .wrongLanguage, finding.message != nil, finding.field == nil,
                !review.catalog.languages.isKnown(for: slot)
            {
                own = (.part, request)
                own.1.request = "Check the language of this text."
            }
            requests[slot, default: []].append(own)
            if rank != .omission { paths[slot] = finding.location?.path }
        }
        // The finding about a wrong code already requests these texts.
        if !asked.isEmpty || slots.contains(where: isUnderWrongCode) {
            placed.insert(request.finding)
        } else if !selected.isEmpty {
            findingsForTeam += 1
        }
    }

    private func delivered(_ slot: TextSlot) -> MessageRecord.Text? {
        review.record(slot.message, slot.locale.code)?.fields[slot.field]
    }

    /// The request for a text in a file that could not be read, at least partly.
    private static func request(about finding: Finding, isDelivered: Bool) -> String {
        let path = finding.location?.path ?? ""
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let problem = finding.text.replacing(path, with: name)
        let reason = problem.hasSuffix(".") ? String(problem.dropLast()) : problem
        return isDelivered
            ? "Check this text: we could not read all of your file \(name) (\(reason))."
            : "Fill in this text here: we could not read your file \(name) (\(reason))."
    }

    /// Adds a finding that concerns no text to the letter.
    private mutating func remark(_ finding: Finding, _ request: TextToDo.Request) {
        guard finding.rule != .messageNotDelivered else {
            // There is no source text to translate.
            findingsForTeam += 1
            return
        }
        // The finding about an unreadable file already requests its missing texts.
        placed.insert(request.finding)
        guard finding.related.isEmpty || !ConcernedTexts.omissions.contains(finding.rule) else { return }
        var request = request
        if finding.rule == .unknownLocale,
            let use = review.catalog.locales.first(where: { $0.delivered == finding.locale }),
            case .unresolved(let candidates) = use.resolution, !candidates.isEmpty
        {
            return remark(use, candidates, request)
        }
        if let place = finding.location, let name = place.path.split(separator: "/").last {
            request.problem = "\(name), line \(place.line): \(request.problem)"
        }
        for vendor in vendors.vendors(for: finding) {
            remarks[vendor, default: []].append(request)
            guard concerned.isUnread(finding), let path = finding.location?.path, files.locales(of: path).isEmpty else {
                continue
            }
            var fill = request
            fill.request = Self.request(about: finding, isDelivered: false)
            unreadFiles[vendor, default: []].append(fill)
        }
    }

    /// Adds a remark to the letter of each vendor that used a wrong code, with the locales that it may mean.
    private mutating func remark(
        _ use: Catalog.LocaleUse,
        _ candidates: [StoreLocale],
        _ request: TextToDo.Request
    ) {
        let paths = Set(use.places.values.flatMap(\.values).map(\.path)).union([use.first.path])
        for (vendor, paths) in Dictionary(grouping: paths.sorted(), by: vendors.vendor(ofFile:)) {
            let meant = paths.first.map { vendors.translated(candidates, from: $0) } ?? []
            let codes = (meant.isEmpty ? candidates : meant).map(\.code).joined(separator: " or ")
            let files = Set(paths.compactMap { $0.split(separator: "/").last.map(String.init) }).sorted()
            var request = request
            request.problem =
                "\(files.joined(separator: ", ")): “\(use.delivered)” is not a locale of the App Store."
            request.request = "Correct the language code: we expect \(codes)."
            remarks[vendor, default: []].append(request)
        }
    }

    /// Whether the team writes the texts of a locale.
    private func isTeams(_ locale: StoreLocale) -> Bool {
        locale == review.catalog.sourceLocale && !review.catalog.isSourceAssumed
            && !review.project.vendors.contains { $0.locales.contains(locale) }
    }

    /// Whether a text is missing only because the vendor delivered it under an invalid code, such as pt-RB.
    private func isUnderWrongCode(_ slot: TextSlot) -> Bool {
        review.catalog.locales.contains { use in
            guard case .unresolved(let candidates) = use.resolution,
                let place = use.places[slot.message]?[slot.field]
            else { return false }
            let meant = vendors.translated(candidates, from: place.path).first { locale in
                delivered(TextSlot(message: slot.message, field: slot.field, locale: locale)) == nil
            }
            return meant == slot.locale
        }
    }

    /// Locales whose texts are in a file that cannot be used because of the team's settings.
    private static func elsewhere(in review: Review, _ files: DeliveredFiles) -> Set<StoreLocale> {
        let unread = review.findings.filter { finding in
            finding.severity == .error && finding.vendorRequest == nil && finding.key == nil && finding.message == nil
        }.compactMap(\.location?.path).filter { files.report(of: $0) != nil }
        return Set(Set(unread).flatMap(files.locales)).union(review.catalog.otherKeyFiles.flatMap(\.locales))
    }

    // MARK: Packages

    private mutating func pack(at moment: Int64) {
        var texts: [String?: [TextSlot]] = [:]
        var without: Set<StoreLocale> = []
        for slot in requests.keys {
            let path = (review.catalog.unfinished[slot] ?? delivered(slot))?.location.path ?? paths[slot]
            let names = vendors.vendors(for: slot.locale, deliveredIn: path)
            if names.isEmpty, path != nil || !vendors.isPart { without.insert(slot.locale) }
            if names.isEmpty { placed.subtract((requests[slot] ?? []).map(\.request.finding)) }
            for name in names { texts[name, default: []].append(slot) }
        }
        withoutVendor = without.sorted()
        packages = Set<String?>(texts.keys).union(remarks.keys).sorted().map { name in
            let slots = (texts[name] ?? []).sorted()
            let locales = Dictionary(grouping: slots.map { text(of: $0, for: name) }, by: \.locale).sorted {
                $0.key < $1.key
            }
            let asked = Set(locales.flatMap(\.value).flatMap(\.requests).map(\.finding))
            return VendorPackage(
                mark: PackageMark(made: moment, vendor: name),
                app: review.project.app,
                vendor: review.project.vendor(named: name),
                format: vendors.format(of: name),
                source: sources.locale ?? .usualSource,
                texts: locales.map { ($0.key, $0.value) },
                // A request to fill in a file's texts replaces the request to send the file again.
                remarks: (remarks[name] ?? []).filter { !asked.contains($0.finding) }
            )
        }
        let sent = packages.flatMap { $0.allTexts.flatMap(\.requests) + $0.remarks }
        superseded = placed.subtracting(sent.map(\.finding)).count
    }

    /// The requests for a vendor's text; a missing text may be in one of the vendor's unreadable files.
    private func ranked(_ slot: TextSlot, for vendor: String?) -> [TextToDo.Request.Ranked] {
        let own = requests[slot] ?? []
        guard !own.isEmpty, own.allSatisfy({ $0.rank == .omission }) else { return own }
        return own + (unreadFiles[vendor] ?? []).map { (.file, $0) }
    }

    private func text(of slot: TextSlot, for vendor: String?) -> TextToDo {
        let record = review.record(slot.message, slot.locale.code)
        let delivered = record?.fields[slot.field]
        let now = sources[slot]
        let isOutdated = sources.isOutdated(slot)
        let wrongKey = review.catalog.unknownFields.first.first { unknown in
            delivered == nil && unknown.message == slot.message && unknown.locale.flatMap(files.locale) == slot.locale
                && unknown.meant(in: record.map { [$0] } ?? []) == [slot.field]
        }
        let unfinished = review.catalog.unfinished[slot]
        let translation = (unfinished ?? delivered)?.delivered ?? wrongKey?.text
        let ranked = ranked(slot, for: vendor)
        let others = review.catalog.duplicates.first.filter {
            ($0.message, $0.field, $0.locale) == (slot.message, slot.field, slot.locale.code)
        }
        let reason: TextToDo.Reason =
            if unfinished != nil {
                .unfinished
            } else if isOutdated {
                .outdated
            } else if translation != nil {
                .wrong
            } else {
                record == nil && !sources.wasApproved(slot) && !ranked.contains { $0.rank == .file } ? .new : .missing
            }
        return TextToDo(
            key: review.project.keys.key(message: slot.message, field: slot.field),
            message: slot.message,
            field: slot.field,
            locale: slot.locale,
            reason: reason,
            source: now?.text,
            translation: reason == .outdated ? nil : translation,
            limit: slot.field.lengthLimit,
            notes: ((now ?? delivered)?.notes ?? [])
                + others.compactMap { $0.text.map { "The other text that we received: “\($0)”" } },
            place: place(of: slot),
            requests: unfinished != nil ? [] : TextToDo.Request.compatible(ranked, isOutdated: isOutdated),
            earlier: isOutdated ? sources.translation(of: slot) : nil
        )
    }

    /// The place of a text on the customer's screen.
    private func place(of slot: TextSlot) -> String {
        let settings = review.project.messages[slot.message] ?? Project.Message()
        let record = review.record(slot.message, slot.locale.code)
        let pictured = record ?? sources.locale.flatMap { review.record(slot.message, $0.code) }
        func picture(_ bullet: Int? = nil) -> String {
            let path = pictured.flatMap { review.catalog.images.file($0, bullet: bullet)?.key.path }
            return path?.split(separator: "/").last.map { " \($0)" } ?? ""
        }
        switch slot.field {
        case .header:
            guard settings.image != nil else { return "heading" }
            return "heading \(settings.headerPosition == .aboveImage ? "above" : "below") the picture\(picture())"
        case .body: return "text below the heading"
        case .altText:
            return "description of the picture\(picture()), which is read aloud to customers who can't see it"
        case .bulletText(let number): return "bullet point \(number), beside the icon\(picture(number))"
        case .bulletAltText(let number):
            return
                "description of the icon\(picture(number)) of bullet point \(number), which is read aloud to customers who can't see it"
        case .messageIdentifier: return "not shown"
        }
    }
}
