import GlossportReading

/// One translation unit while its elements go by; used again for the next, so that its buffers stay.
struct UnitDraft {
    /// A `segment` or an `ignorable` of XLIFF 2.
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
    /// The worst state among the segments, or what a vendor's own attributes say.
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
    /// Why the unit can't be emitted, where a finding has said so already.
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

    /// A unit is as good as its worst segment.
    mutating func lower(segmentState state: TranslationState) { segmentState = min(segmentState ?? state, state) }

    mutating func lower(vendorState state: TranslationState) { vendorState = min(vendorState ?? state, state) }
}

extension UnitDraft {
    /// The translation as far as it is there.
    struct Assembly {
        /// The whole text; `nil` if there is none, or not all of it.
        var text: String?
        /// How many segments are missing, and of how many, where some are there.
        var missing: (count: Int, of: Int)?
        /// Whether the segments' `order` is invalid.
        var hasBadOrder = false
        /// Whether a line break in it has become a space.
        var hasFoldedBreak = false
    }

    /// Joins the targets of all parts.
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

    /// The parts by `order`, which counts from 1 and defaults to a part's own place; `nil` if that is not a permutation.
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
