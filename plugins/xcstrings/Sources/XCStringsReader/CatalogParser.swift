import GlossportReading

/// Reads the events of a JSON file as a String Catalog.
struct CatalogParser {
    var output: CatalogOutput
    var sourceLanguage: String?
    let onlyLocale: String?
    var entry = CatalogEntry()
    var localization = CatalogEntry.Localization()
    var keys = KeyMemory()
    /// Whether the file has so many defects that the rest is not read.
    var hasGivenUp = false

    private var grammar = JSONGrammar()
    private var owners: [CatalogProperty.Owner] = []
    private var property: CatalogProperty?
    private var seen = CatalogProperty.Seen()
    private var hasStrings = false
    /// How deep inside something that is not read.
    private var skipped = 0

    /// - Parameters:
    ///   - output: Where units and findings go.
    ///   - sourceLanguage: What the file says further down, if it does not begin with it.
    ///   - onlyLocale: The one locale to read, if the user names one.
    init(output: CatalogOutput, sourceLanguage: String?, onlyLocale: String?) {
        self.output = output
        self.sourceLanguage = sourceLanguage
        self.onlyLocale = onlyLocale
    }

    /// Reads up to where the lexer's window ends, or nothing more is to be read.
    mutating func read(_ lexer: inout JSONLexer) {
        while !hasGivenUp, let event = grammar.next(&lexer) { take(event, &lexer) }
    }

    /// Says what is wrong with the end of the file.
    mutating func finish(_ lexer: JSONLexer) {
        guard !hasGivenUp else { return }
        guard grammar.hasBegun else { return reportEmpty("it is empty") }
        guard grammar.isComplete else {
            return report(
                XCStringsRule.malformed,
                "The file ends before the catalog does\(entry.key == nil ? "" : ", inside the key \(entry.name)").",
                remedy: "Ask for the file again; it was cut off.",
                at: lexer.placeAfterCarry()
            )
        }
        if !hasStrings || sourceLanguage == nil {
            report(
                XCStringsRule.notACatalog,
                hasStrings ? "The file does not say its “sourceLanguage”." : "The file has no object “strings”.",
                remedy: "Check whether this is a String Catalog, and export it again.",
                at: TextCursor.Place()
            )
        } else if output.summary.units == 0, output.summary.skipped.isEmpty, !output.hasFindings {
            reportEmpty("the catalog has no keys")
        }
    }

    private mutating func reportEmpty(_ reason: String) {
        report(
            XCStringsRule.empty,
            "The file holds no text: \(reason).",
            remedy: "Deliver the translated catalog, or leave this one out.",
            at: TextCursor.Place()
        )
    }

    // MARK: Events

    private mutating func take(_ event: JSONGrammar.Event, _ lexer: inout JSONLexer) {
        switch event {
        case .slip(let text):
            report(XCStringsRule.malformed, "\(text).", remedy: "Mend the comma.", at: lexer.place())
        case .failure(let text):
            report(
                XCStringsRule.malformed,
                "\(text). The rest of the file is not read.",
                remedy: "Mend the place, or export the catalog again.",
                at: lexer.place()
            )
            hasGivenUp = true
        case .begin where skipped > 0: skipped += 1
        case .end where skipped > 0: skipped -= 1
        case .name where skipped > 0, .string where skipped > 0, .literal where skipped > 0: break
        case .name: name(&lexer)
        case .string: string(&lexer)
        case .literal(let literal): self.literal(literal, &lexer)
        case .begin(let container): begin(container, &lexer)
        case .end: end()
        }
    }

    private mutating func name(_ lexer: inout JSONLexer) {
        guard let owner = owners.last else { return }
        property = CatalogProperty(lexer, in: owner)
        var isFirst = true
        switch owner {
        case .strings: beginEntry(&lexer)
        case .localizations:
            beginLocalization(&lexer)
            // Not before the first few have been named, for which the place of the text is needed.
            if entry.isOther, !output.namesOthers, let length = grammar.passTranslatedText(&lexer) {
                entry.textBytes += length
                endLocalization()
            }
        case .variations: noteVariation(lexer.text)
        case .substitutions: break
        case .root: isFirst = property.map { seen.insert($0) } ?? true
        case .entry: isFirst = property.map { entry.seen.insert($0) } ?? true
        case .localization: isFirst = property.map { localization.seen.insert($0) } ?? true
        case .unit: isFirst = property.map { localization.seenInUnit.insert($0) } ?? true
        }
        guard !isFirst else { return }
        report(
            XCStringsRule.duplicateName,
            "\((lexer.text ?? "").quoted) stands here for the second time in one object; the last one is taken.",
            remedy: "Delete one of the two.",
            at: lexer.place()
        )
    }

    private mutating func string(_ lexer: inout JSONLexer) {
        switch (owners.last, property) {
        case (.root, .sourceLanguage): sourceLanguage = lexer.text
        case (.root, .version):
            let version = lexer.text ?? ""
            output.detected("version", version)
            if version != "1.0", version != "1.1" {
                report(
                    XCStringsRule.unknownVersion,
                    "The catalog is of version \(version.quoted); 1.0 and 1.1 are known.",
                    remedy: "Check the texts, and look for a newer Glossport.",
                    at: lexer.place()
                )
            }
        case (.entry, .comment):
            if !entry.isOther { entry.comment = lexer.text }
            if let flaw = lexer.flaw {
                entry.isSpoilt = true
                report(flaw, "The comment of \(entry.name)", at: lexer.place())
            }
        case (.entry, .extractionState): entry.isStale = lexer.says("stale")
        case (.unit, .state): state(&lexer)
        case (.unit, .value): value(&lexer)
        case (.variations, _), (.substitutions, _), (.root, nil), (.entry, nil), (.localization, nil), (.unit, nil):
            break
        default: unexpected("a text", &lexer)
        }
    }

    private mutating func literal(_ literal: JSONLexer.Literal, _ lexer: inout JSONLexer) {
        switch (owners.last, property, literal) {
        case (.entry, .shouldTranslate, .yes): entry.shouldTranslate = true
        case (.entry, .shouldTranslate, .no): entry.shouldTranslate = false
        case (.root, .version, .number): break
        case (.root, nil, _), (.entry, nil, _), (.localization, nil, _), (.unit, nil, _), (.variations, _, _),
            (.substitutions, _, _):
            break
        default: unexpected("a number, a truth value or null", &lexer)
        }
    }

    private mutating func begin(_ container: JSONGrammar.Container, _ lexer: inout JSONLexer) {
        guard let owner = owners.last else {
            if container == .object {
                owners.append(.root)
            } else {
                unexpected("an array", &lexer)
            }
            return
        }
        switch (owner, property, container) {
        case (.root, .strings, .object):
            hasStrings = true
            owners.append(.strings)
        case (.strings, _, .object): owners.append(.entry)
        case (.entry, .localizations, .object): owners.append(.localizations)
        case (.localizations, _, .object): owners.append(.localization)
        case (.localization, .stringUnit, .object): owners.append(.unit)
        case (.localization, .variations, .object): owners.append(.variations)
        case (.localization, .substitutions, .object):
            noteVariation("substitutions")
            owners.append(.substitutions)
        case (.root, nil, _), (.entry, nil, _), (.localization, nil, _), (.unit, nil, _), (.variations, _, _),
            (.substitutions, _, _):
            skipped = 1
        default: unexpected(container == .object ? "an object" : "an array", &lexer)
        }
    }

    private mutating func end() {
        switch owners.popLast() {
        case .localization: endLocalization()
        case .entry: endEntry()
        default: break
        }
    }

    /// Reports something of a kind that does not belong here, and skips it.
    private mutating func unexpected(_ kind: String, _ lexer: inout JSONLexer) {
        let isContainer = kind == "an object" || kind == "an array"
        let whose = owners.count > 2 ? " under the key \(entry.name)" : ""
        report(
            XCStringsRule.unexpectedValue,
            "There is \(kind)\(whose) where a String Catalog has something else; it is skipped.",
            remedy: "Mend the place, or export the catalog again.",
            at: lexer.place()
        )
        switch owners.last {
        case .unit, .localization: localization.isSpoilt = true
        case .entry: entry.isSpoilt = true
        default: break
        }
        if isContainer { skipped = 1 }
    }

    // MARK: Findings

    mutating func report(
        _ rule: RuleDescription,
        _ text: String,
        remedy: String,
        at place: TextCursor.Place,
        related: [TextCursor.Place] = [],
        locale: String? = nil,
        key: String? = nil
    ) {
        output.finding(rule, text, remedy: remedy, at: place, related: related, locale: locale, key: key)
        guard output.defects >= CatalogOutput.defectLimit, !hasGivenUp else { return }
        hasGivenUp = true
        output.finding(
            XCStringsRule.tooManyDefects,
            "Reading was given up here after \(CatalogOutput.defectLimit) defects; what follows was not read.",
            remedy: "Check whether this is a String Catalog, and mend the defects above.",
            at: place
        )
    }
}
