import GlossportReading

extension DocumentMachine {
    mutating func finishUnit() {
        isInUnit = false
        if let reason = draft.leftOut { return tally.skip(reason) }
        if draft.hasSeveralTargets {
            report(
                .severalTargets,
                "The unit \(draftName) has more than one target.",
                remedy: "Keep one of them.",
                at: draft.targetPlace ?? draft.place,
                key: key()
            )
            return tally.skip("several targets")
        }
        let assembly = draft.assembleTarget()
        let source = draft.hasSource ? draft.texts.source.string() ?? "" : nil
        if draft.texts.source.isTooLong { draft.tooLong = draft.tooLong ?? "source" }
        if draft.texts.target.isTooLong { draft.tooLong = "target" }
        if let what = draft.tooLong { return reportTooLong("its \(what)", at: draft.targetPlace ?? draft.place) }
        guard let key = key() else {
            report(
                .missingKey,
                missingKeyText,
                remedy: "Ask the vendor to add it, or choose another key with the option key.",
                request: "Add the key.",
                at: draft.place
            )
            return tally.skip("no key")
        }
        var target = assembly.text
        if dialect.isPhrase, !draft.isVersion2, let text = target {
            target = PhraseCodes(draft.texts.phraseMarks).plainText(text) { markup, weight in
                draft.texts.add(
                    code: InlineCode(weight: weight, markup: markup, place: draft.targetPlace ?? draft.place)
                )
            }
        }
        reportCodes(key: key, text: target)
        let (state, isKnown) = state(of: target)
        if !isKnown { reportUnknownState(draft.claim.state ?? "", at: draft.targetPlace ?? draft.place) }
        reportDefects(assembly, key: key, text: target)
        emit(
            .unit(
                TranslationUnit(
                    key: key,
                    locale: locale(),
                    source: source,
                    target: target,
                    state: state,
                    notes: draft.notes,
                    location: location(draft.targetPlace ?? draft.place)
                )
            )
        )
        tally.summary.units += 1
        recordUnit()
    }

    // MARK: Parts of a unit

    private mutating func key() -> String? {
        func filled(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
        switch options.key {
        case .id: return filled(draft.id)
        case .name: return filled(draft.name)
        case .context: return contextKey()
        case .automatic:
            let key = (dialect.isPhrase ? contextKey() : nil) ?? filled(draft.name) ?? filled(draft.id)
            if let key { tally.record(key: key) }
            return key
        }
    }

    /// Returns the key from the contexts of the unit or of the groups around it.
    private mutating func contextKey() -> String? {
        if let key = draft.contextKey { return key }
        guard let index = contexts.lastIndex(where: { $0.key != nil }), let key = contexts[index].key else {
            return nil
        }
        if let note = contexts[index].note { draft.add(note: note) }
        contexts[index].uses += 1
        if contexts[index].uses == 2 {
            report(
                .splitKey,
                "The text of \(key.shortened) is spread over several translation units.",
                remedy: "Export the file without segmentation.",
                at: draft.targetPlace ?? draft.place
            )
        }
        return key
    }

    private var missingKeyText: String {
        switch options.key {
        case .id: "A unit has no id."
        case .name: "The unit \(draftName) has no \(draft.isVersion2 ? "name" : "resname")."
        case .context(let type): "The unit \(draftName) has no context of the type \(type.shortened)."
        case .automatic: "A unit has neither an id nor a \(draft.isVersion2 ? "name" : "resname")."
        }
    }

    private var draftName: String { (draft.id ?? draft.name ?? "without id").shortened }

    private mutating func locale() -> String? { file.choice.locale ?? draft.targetLanguage }

    private mutating func state(of target: String?) -> (TranslationState, isKnown: Bool) {
        if target == nil { return (.untranslated, true) }
        if let vendor = draft.vendorState { return (vendor, true) }
        if draft.isVersion2 { return (draft.segmentState ?? .translated, true) }
        let (state, isKnown) = StatePolicy.version1(draft.claim)
        return (state, isKnown)
    }

    // MARK: Defects

    private mutating func reportDefects(_ assembly: UnitDraft.Assembly, key: String, text: String?) {
        if let missing = assembly.missing {
            report(
                .partialTarget,
                "\(missing.count) of \(missing.of) segments of \(key.shortened) are not translated.",
                remedy: "Translate the rest; until then the unit counts as untranslated.",
                at: draft.targetPlace ?? draft.place,
                key: key
            )
        }
        if assembly.hasBadOrder {
            report(
                .segmentOrder,
                "The order numbers of the \(draft.parts.count) parts of \(key.shortened) are inconsistent.",
                remedy: "Check the text; its parts are joined in the order of the file.",
                at: draft.targetPlace ?? draft.place,
                key: key
            )
        }
        if assembly.hasFoldedBreak, options.preservesSpace == nil, reported.isNew("folded break") {
            report(
                .foldedBreak,
                "The target of \(key.shortened) has a line break that is read as a space: xml:space is not “preserve” there.",
                remedy: "If line breaks of this file are meant, set the option space to preserve.",
                at: draft.targetPlace ?? draft.place,
                key: key
            )
        }
        if let limit = draft.maximumLength, let text, text.count > limit {
            report(
                .longerThanAllowed,
                "The target of \(key.shortened) has \(text.count) characters; its maxwidth allows \(limit).",
                remedy: "Shorten it.",
                at: draft.targetPlace ?? draft.place,
                key: key
            )
        }
        if options.locale != nil, let language = draft.targetLanguage {
            tally.declare(language, at: location(draft.targetPlace ?? draft.place))
        } else if let language = draft.targetLanguage, let locale = file.choice.locale,
            LanguageTag.contradict(language, locale), reported.isNew("xml:lang \(language) \(locale)")
        {
            report(
                .languageMismatch,
                "A target declares \(language.shortened), but its unit declares \(locale.shortened).",
                remedy: Self.languageRemedy,
                at: draft.targetPlace ?? draft.place
            )
        }
    }

    private mutating func reportCodes(key: String, text: String?) {
        guard draft.texts.hasSubflow || !draft.texts.codes.isEmpty else { return }
        let remains = text.map { "Without it the text reads “\($0.shortened)”." } ?? "Nothing remains without it."
        if draft.texts.hasSubflow {
            report(
                .droppedCode,
                "The target of \(key.shortened) has text inside a code, which cannot be used. \(remains)",
                remedy: "Write the text without codes.",
                at: draft.targetPlace ?? draft.place,
                key: key
            )
        }
        let placeholders = draft.texts.codes.filter { $0.weight == .placeholder }
        if let first = placeholders.first {
            let named = placeholders.map(\.markup).joined(separator: ", ")
            let more = draft.texts.placeholderCount - placeholders.count
            report(
                .droppedCode,
                "The target of \(key.shortened) contains \(draft.texts.placeholderCount == 1 ? "the code" : "the codes") \(named)"
                    + "\(more > 0 ? " and \(more) more" : ""), which plain text cannot contain. \(remains)",
                remedy: "Write the text without codes.",
                at: first.place,
                key: key
            )
        }
        if let first = draft.texts.codes.first(where: { $0.weight == .formatting }) {
            report(
                .droppedFormatting,
                "The target of \(key.shortened) is formatted in \(draft.texts.formattingCount) "
                    + "\(draft.texts.formattingCount == 1 ? "place" : "places"), first by \(first.markup); the formatting is lost.",
                remedy: "Check that the text reads well without it.",
                request:
                    "Formatting in it was removed, because only plain text is possible. Check that it still reads well.",
                at: first.place,
                key: key
            )
        }
    }
}
