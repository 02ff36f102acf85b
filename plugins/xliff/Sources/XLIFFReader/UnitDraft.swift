import GlossportReading

/// A translation unit under construction; reused for the next unit to keep its buffers.
struct UnitDraft {
    /// A `segment` or `ignorable` of XLIFF 2.
    struct Part {
        var isIgnorable: Bool
        var order: Int?
        var source: Range<Int>?
        var isSourceExact = false
        var target: Range<Int>?
        var isTargetExact = false
    }

    var isVersion2 = false
    var id: String?
    var name: String?
    var contextKey: String?
    var place = TextCursor.Place()
    var targetPlace: TextCursor.Place?
    var targetLanguage: String?

    var claim = StatePolicy.Claim()
    var segmentState: TranslationState?
    var vendorState: TranslationState?

    var texts = UnitTexts()
    var hasSource = false
    var hasSeveralTargets = false
    var parts: [Part] = []

    var notes: [String] = []
    var maximumLength: Int?
    /// The name of an oversized part, if there is one.
    var tooLong: String?
    /// The reason why the unit is skipped, which has been reported.
    var leftOut: String?

    mutating func reset() {
        isVersion2 = false
        (id, name, contextKey) = (nil, nil, nil)
        (targetPlace, targetLanguage) = (nil, nil)
        claim = StatePolicy.Claim()
        (segmentState, vendorState) = (nil, nil)
        texts.reset()
        (hasSource, hasSeveralTargets) = (false, false)
        parts.removeAll(keepingCapacity: true)
        notes = []
        maximumLength = nil
        (tooLong, leftOut) = (nil, nil)
    }

    mutating func add(note: String) {
        if notes.count < ReaderLimits.notesPerUnit, !note.isEmpty { notes.append(note) }
    }

    /// Lowers the unit's state to that of a segment, unless it is lower already.
    mutating func lower(segmentState state: TranslationState) { segmentState = min(segmentState ?? state, state) }

    mutating func lower(vendorState state: TranslationState) { vendorState = min(vendorState ?? state, state) }
}

extension UnitDraft {
    /// The joined translation.
    struct Assembly {
        /// The whole text; `nil` if it is missing or incomplete.
        var text: String?
        /// The numbers of missing and of all segments, if only some are missing.
        var missing: (count: Int, of: Int)?
        var hasBadOrder = false
        var hasFoldedBreak = false
    }

    mutating func assembleTarget() -> Assembly {
        guard !parts.isEmpty else {
            guard let text = texts.target.string() else { return Assembly() }
            if let missing = texts.marks.missing, missing.count > 0 { return Assembly(missing: missing) }
            return Assembly(text: text, hasFoldedBreak: texts.target.hasFoldedBreak)
        }
        let segments = parts.filter { !$0.isIgnorable }
        let translated = segments.count { hasText($0) }
        if translated == 0 { return Assembly() }
        let missing = segments.count { !hasText($0) && needsText($0) }
        if missing > 0 { return Assembly(missing: (missing, translated + missing)) }
        let isPlain = !parts.contains { $0.order != nil || ($0.isIgnorable && $0.target == nil) }
        if isPlain {
            let text = texts.target.string()
            return Assembly(text: text, hasFoldedBreak: texts.target.hasFoldedBreak)
        }

        let ordered = orderedParts()
        var whole = MarkedText()
        for part in ordered ?? parts {
            if let range = part.target {
                whole.append(range, of: texts.target, exact: part.isTargetExact)
            } else if part.isIgnorable, let range = part.source {
                // Usually the space between two sentences, which needs no translation.
                whole.append(range, of: texts.source, exact: part.isSourceExact)
            }
        }
        if whole.isTooLong { tooLong = tooLong ?? "target" }
        let text = whole.string()
        return Assembly(text: text, hasBadOrder: ordered == nil, hasFoldedBreak: whole.hasFoldedBreak)
    }

    private func hasText(_ part: Part) -> Bool { part.target.map { !texts.target.isBlank($0) } ?? false }

    private func needsText(_ part: Part) -> Bool { part.source.map { !texts.source.isBlank($0) } ?? false }

    /// Returns the parts sorted by `order`, which counts from 1 and defaults to the part's position; `nil` if it is not
    /// a permutation.
    private func orderedParts() -> [Part]? {
        var places = [Part?](repeating: nil, count: parts.count)
        for (index, part) in parts.enumerated() {
            let place = (part.order ?? index + 1) - 1
            guard places.indices.contains(place), places[place] == nil else { return nil }
            places[place] = part
        }
        return places.compactMap(\.self)
    }
}
