import GlossportReading

extension CatalogParser {
    // MARK: Keys

    mutating func beginEntry(_ lexer: inout JSONLexer) {
        entry.reset()
        entry.place = lexer.place()
        if let flaw = lexer.flaw { return report(flaw, "A key", at: entry.place) }
        guard let key = lexer.text else { return }
        entry.key = key
        if let wanted = output.wanted { entry.isOther = lexer.withContent { !wanted.lets($0) } }
        guard keys.isRepeated(key) else { return }
        report(
            XCStringsRule.duplicateKey,
            "The key \(entry.name) stands here for the second time; the texts of both places are read.",
            remedy: "Delete one of the two in Xcode.",
            at: entry.place
        )
    }

    /// Emits what the key's locales hold, now that everything about it is known.
    mutating func endEntry() {
        defer { entry.reset() }
        guard let key = entry.key, !entry.isSpoilt else { return }
        guard entry.shouldTranslate else {
            output.skipped("shouldTranslate: false", max(1, entry.localizations.count))
            return
        }
        if entry.isStale {
            report(
                XCStringsRule.stale,
                "The key \(entry.name) is stale: the app's source code no longer has it.",
                remedy: "Delete the key in Xcode, or set it to “manually managed”.",
                at: entry.place
            )
        }
        let notes = entry.comment.map { $0.isEmpty ? [] : [$0] } ?? []
        let sourceText = entry.isOther ? nil : source(of: key)
        var varied: [CatalogEntry.Localization] = []
        for localization in entry.localizations {
            guard let locale = localization.locale, !localization.isSpoilt else { continue }
            guard CatalogLocale.isMeant(locale, by: onlyLocale) else {
                output.skipped("another locale", 1)
                output.declare(locale, at: localization.place)
                continue
            }
            guard localization.variations.isEmpty else {
                varied.append(localization)
                continue
            }
            if entry.isOther {
                output.pass(key, locale, at: localization.valuePlace ?? localization.place)
                continue
            }
            let target = localization.value.flatMap { $0.isEmpty ? nil : $0 }
            output.unit(
                key,
                locale,
                source: sourceText,
                target: target,
                target == nil ? .untranslated : localization.state,
                notes: notes,
                at: localization.valuePlace ?? localization.place
            )
        }
        reportVariations(varied)
        guard entry.localizations.isEmpty, !entry.isOverfull else { return }
        guard let sourceLanguage, CatalogLocale.isMeant(sourceLanguage, by: onlyLocale) else {
            return output.skipped("another locale", 1)
        }
        if entry.isOther { return output.pass(key, sourceLanguage, at: entry.place) }
        // A key that nobody has translated yet: in the source language, the key is the text.
        output.unit(key, sourceLanguage, source: key, target: nil, .untranslated, notes: notes, at: entry.place)
    }

    /// The text in the source language: as written, else the key itself; `nil` where it varies.
    private func source(of key: String) -> String? {
        guard let sourceLanguage else { return nil }
        guard let written = entry.localizations.last(where: { $0.locale == sourceLanguage }) else { return key }
        guard written.variations.isEmpty, !written.isSpoilt else { return nil }
        return written.value ?? key
    }

    private mutating func reportVariations(_ varied: [CatalogEntry.Localization]) {
        guard let first = varied.first else { return }
        output.skipped("variations", varied.count)
        var kinds: [String] = []
        for kind in varied.flatMap(\.variations) where !kinds.contains(kind) { kinds.append(kind) }
        let locales = varied.compactMap(\.locale)
        let more = locales.count > 6 ? " and \(locales.count - 6) more" : ""
        report(
            XCStringsRule.variations,
            "The text of \(entry.name) varies by \(kinds.map(\.quoted).joined(separator: ", "))"
                + " in \(locales.count) locale\(locales.count == 1 ? "" : "s")"
                + " (\(locales.prefix(6).map { CatalogOutput.plain($0) }.joined(separator: ", "))\(more)); it is not read.",
            remedy: "Give the key one plain text if it is meant for a retention message.",
            at: first.place,
            related: varied.dropFirst().prefix(16).map(\.place),
            key: entry.key
        )
    }

    // MARK: Locales

    mutating func beginLocalization(_ lexer: inout JSONLexer) {
        localization = CatalogEntry.Localization()
        localization.place = lexer.place()
        if let flaw = lexer.flaw { return report(flaw, "A locale of \(entry.name)", at: localization.place) }
        localization.locale = lexer.text
        guard let first = entry.localizations.first(where: { $0.locale == localization.locale }) else { return }
        report(
            XCStringsRule.duplicateKey,
            "The key \(entry.name) has the locale \((localization.locale ?? "").quoted) for the second time;"
                + " both texts are read.",
            remedy: "Delete one of the two.",
            at: localization.place,
            related: [first.place]
        )
    }

    mutating func endLocalization() {
        entry.textBytes += localization.value?.utf8.count ?? 0
        let isTooMuch =
            entry.localizations.count >= CatalogEntry.localizationLimit || entry.textBytes > CatalogEntry.textLimit
        guard isTooMuch else { return entry.localizations.append(localization) }
        guard !entry.isOverfull else { return }
        entry.isOverfull = true
        report(
            XCStringsRule.tooLong,
            "The key \(entry.name) has more than \(CatalogEntry.localizationLimit) locales, or more than"
                + " \(CatalogEntry.textLimit) bytes of text; what follows under it is skipped.",
            remedy: "Export the catalog again.",
            at: localization.place
        )
    }

    mutating func noteVariation(_ kind: String?) {
        guard let kind, localization.variations.count < 8 else { return }
        localization.variations.append(kind)
    }

    // MARK: Texts

    mutating func value(_ lexer: inout JSONLexer) {
        if entry.isOther, lexer.flaw == nil {
            // Over a whole app, making texts and places of what is only counted costs more than finding it.
            if output.namesOthers { localization.valuePlace = lexer.place() }
            entry.textBytes += lexer.length
            return
        }
        let place = lexer.place()
        localization.valuePlace = place
        if let flaw = lexer.flaw {
            let locale = CatalogOutput.plain(localization.locale ?? "a locale")
            report(flaw, "The text of \(entry.name) in \(locale)", at: place)
            localization.isSpoilt = true
        } else {
            localization.value = lexer.text
        }
    }

    mutating func state(_ lexer: inout JSONLexer) {
        if lexer.says("translated") {
            localization.state = .translated
        } else if lexer.says("needs_review") {
            localization.state = .needsReview
        } else if lexer.says("new") {
            localization.state = .untranslated
        } else {
            localization.state = .translated
            let written = lexer.text ?? ""
            guard !written.isEmpty else { return }
            report(
                XCStringsRule.unknownState,
                "The text of \(entry.name) in \(CatalogOutput.plain(localization.locale ?? "a locale")) has the state"
                    + " \(written.quoted), which is not known; it is taken as translated.",
                remedy: "Check the text in Xcode.",
                at: lexer.place(),
                locale: localization.locale
            )
        }
    }

    /// Reports what is wrong with a string.
    mutating func report(_ flaw: JSONLexer.Flaw, _ what: String, at place: TextCursor.Place) {
        switch flaw {
        case .loneSurrogate:
            report(
                XCStringsRule.loneSurrogate,
                "\(what) has an escape \\u that is only one half of a character; it is skipped.",
                remedy: "Write the character itself.",
                at: place,
                key: entry.key
            )
        case .tooLong(let length):
            report(
                XCStringsRule.tooLong,
                "\(what) has \(length) bytes, more than the \(ReaderLimits.textBytes) that are read.",
                remedy: "Check the text; a retention message has 150 characters at most.",
                at: place,
                key: entry.key
            )
        }
    }
}
