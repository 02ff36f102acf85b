import GlossportReading

extension CatalogParser {
    // MARK: Keys

    mutating func beginEntry(_ name: JSONScanner.Token, _ scanner: JSONScanner) {
        output.countEntry()
        entry.reset()
        entry.place = place(of: name)
        guard !isFlawed(name, { _ in "A key" }, at: entry.place), let key = scanner.content(of: name) else { return }
        entry.key = key
        entry.isUnwanted = isUnwanted(name, scanner)
        guard isRepeated(key) else { return }
        output.finding(
            XCStringsRule.duplicateKey,
            "The key \(entry.name) occurs here a second time; the texts of both places are read.",
            remedy: "Delete one of the two in Xcode.",
            at: entry.place
        )
    }

    /// Emits the texts of the key's locales when the entry is complete.
    mutating func endEntry() {
        defer { entry.reset() }
        guard let key = entry.key, !entry.isSpoiled else { return }
        guard entry.shouldTranslate else {
            return output.skip("shouldTranslate: false", max(1, entry.localizations.count))
        }
        if entry.isStale {
            output.finding(
                XCStringsRule.stale,
                "The key \(entry.name) is stale: the app's source code no longer contains it.",
                remedy: "Delete the key in Xcode, or set it to “manually managed”.",
                at: entry.place
            )
        }
        let notes = entry.comment.map { $0.isEmpty ? [] : [$0] } ?? []
        let sourceText = entry.isUnwanted ? nil : entry.source(sourceLanguage)
        var varied: [CatalogEntry.Localization] = []
        for localization in entry.localizations {
            guard let locale = localization.locale, !localization.isSpoiled else { continue }
            guard isMeant(locale) else {
                output.skip("another locale")
                output.declare(locale, at: localization.place)
                continue
            }
            let place = localization.valuePlace ?? localization.place
            if !localization.variations.isEmpty {
                varied.append(localization)
            } else if entry.isUnwanted {
                output.other(key, locale, at: place)
            } else {
                output.unit(
                    key,
                    locale,
                    source: sourceText,
                    target: localization.value,
                    localization.state,
                    notes: notes,
                    at: place
                )
            }
        }
        reportVariations(varied)
        guard entry.localizations.isEmpty, !entry.isOverfull else { return }
        guard let sourceLanguage, isMeant(sourceLanguage) else { return output.skip("another locale") }
        if entry.isUnwanted { return output.other(key, sourceLanguage, at: entry.place) }
        // A key without texts is untranslated; its source text is the key.
        output.unit(key, sourceLanguage, source: key, target: nil, notes: notes, at: entry.place)
    }

    /// Whether a locale matches the user's, possibly with more or fewer subtags: `de` and `de-DE`.
    private func isMeant(_ locale: String) -> Bool {
        guard let onlyLocale else { return true }
        let (one, other) = (LanguageTag.folded(locale), LanguageTag.folded(onlyLocale))
        return one == other || one.hasPrefix(other + "-") || other.hasPrefix(one + "-")
    }

    private mutating func reportVariations(_ varied: [CatalogEntry.Localization]) {
        guard let first = varied.first else { return }
        output.skip("variations", varied.count)
        var kinds: [String] = []
        for kind in varied.flatMap(\.variations) where !kinds.contains(kind) { kinds.append(kind) }
        let locales = varied.compactMap(\.locale)
        let more = locales.count > 6 ? " and \(locales.count - 6) more" : ""
        output.finding(
            XCStringsRule.variations,
            "The text of \(entry.name) varies by \(kinds.map(\.quoted).joined(separator: ", "))"
                + " in \(locales.count) locale\(locales.count == 1 ? "" : "s")"
                + " (\(locales.prefix(6).map(CatalogEntry.plain).joined(separator: ", "))\(more)); it is not read.",
            remedy: "Give the key one plain text if it is meant for a retention message.",
            at: first.place,
            related: varied.dropFirst().prefix(16).map(\.place),
            key: entry.key
        )
    }

    // MARK: Locales

    mutating func beginLocalization(_ name: JSONScanner.Token, _ scanner: JSONScanner) {
        localization = CatalogEntry.Localization()
        localization.place = place(of: name)
        guard !isFlawed(name, { "A locale of \($0.entry.name)" }, at: localization.place) else { return }
        localization.locale = scanner.content(of: name)
        if namedLocale != nil, let locale = localization.locale { recordLocale(locale) }
        guard let first = entry.localizations.first(where: { $0.locale == localization.locale }) else { return }
        output.finding(
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
        output.finding(
            XCStringsRule.tooLong,
            "The key \(entry.name) has more than \(CatalogEntry.localizationLimit) locales, or more than"
                + " \(CatalogEntry.textLimit) bytes of text; what follows under it is skipped.",
            remedy: "Export the catalog again.",
            at: localization.place
        )
    }

    mutating func recordVariation(_ kind: String?) {
        guard let kind, localization.variations.count < 8 else { return }
        localization.variations.append(kind)
    }

    // MARK: Texts

    mutating func value(_ token: JSONScanner.Token, _ scanner: JSONScanner) {
        if entry.isUnwanted, !token.hasFlaw {
            // In the catalog of a whole app, creating texts and locations that are only counted would take longer than
            // parsing.
            if output.namesOthers { localization.valuePlace = place(of: token) }
            entry.textBytes += token.length
            return
        }
        let place = place(of: token)
        localization.valuePlace = place
        if isFlawed(token, { "The text of \($0.entry.name) in \($0.localization.name)" }, at: place) {
            localization.isSpoiled = true
        } else {
            localization.value = scanner.content(of: token)
        }
    }

    mutating func comment(_ token: JSONScanner.Token, _ scanner: JSONScanner) {
        if isFlawed(token, { "The comment of \($0.entry.name)" }, at: place(of: token)) {
            entry.isSpoiled = true
        } else if !entry.isUnwanted {
            entry.comment = scanner.content(of: token)
        }
    }

    mutating func state(_ token: JSONScanner.Token, _ scanner: JSONScanner) {
        localization.state = .translated
        if scanner.matches("translated", token) { return }
        if scanner.matches("needs_review", token) {
            localization.state = .needsReview
        } else if scanner.matches("new", token) {
            localization.state = .untranslated
        } else if let written = scanner.content(of: token), !written.isEmpty {
            output.finding(
                XCStringsRule.unknownState,
                "The text of \(entry.name) in \(localization.name) has the state \(written.quoted), which is unknown; it is read as translated.",
                remedy: "Check the text in Xcode.",
                at: place(of: token),
                locale: localization.locale
            )
        }
    }

    /// Reports a defect of a string; returns whether it has one.
    private mutating func isFlawed(
        _ token: JSONScanner.Token,
        _ what: (CatalogParser) -> String,
        at place: TextCursor.Place
    ) -> Bool {
        if token.isTooLong {
            output.finding(
                XCStringsRule.tooLong,
                "\(what(self)) has \(token.length) bytes, more than the \(ReaderLimits.textBytes) that are read.",
                remedy: "Check the text; a retention message has at most 150 characters.",
                at: place,
                key: entry.key
            )
        } else if token.hasLoneSurrogate {
            output.finding(
                XCStringsRule.loneSurrogate,
                "\(what(self)) has an escape \\u that is only one half of a character; it is skipped.",
                remedy: "Write the character itself.",
                at: place,
                key: entry.key
            )
        } else {
            return false
        }
        return true
    }
}

extension JSONScanner.Token {
    fileprivate var isTooLong: Bool { length > ReaderLimits.textBytes }
    var hasFlaw: Bool { isTooLong || hasLoneSurrogate }
}
