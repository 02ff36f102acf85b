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
    /// What was too long, if anything was.
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
