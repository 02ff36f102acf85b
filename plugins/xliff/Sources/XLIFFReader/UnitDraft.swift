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
    var place = Place(line: 1, column: 1)
    var targetPlace: Place?
    var targetLanguage: String?

    var claim = StatePolicy.Claim()
    /// The worst state among the segments, or what a vendor's own attributes say.
    var segmentState: TranslationState?
    var vendorState: TranslationState?

    var source = MarkedText()
    var target = MarkedText()
    var segmentedSource = MarkedText()
    var hasSource = false
    var hasSeveralTargets = false
    var parts: [Part] = []
    var marks = SegmentMarks()

    var notes: [String] = []
    var originalData: [String: String] = [:]
    var phraseMarks: [String: String] = [:]
    private var keptCodeBytes = 0
    var codes: [InlineCode] = []
    var codeCount = 0
    var formattingCount = 0
    var hasSubflow = false
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
        source.removeAll()
        target.removeAll()
        segmentedSource.removeAll()
        (hasSource, hasSeveralTargets) = (false, false)
        parts.removeAll(keepingCapacity: true)
        marks.removeAll()
        notes = []
        if !originalData.isEmpty { originalData = [:] }
        keptCodeBytes = 0
        if !phraseMarks.isEmpty { phraseMarks = [:] }
        if codeCount + formattingCount > 0 {
            codes = []
            (codeCount, formattingCount) = (0, 0)
        }
        hasSubflow = false
        maximumLength = nil
        (tooLong, leftOut) = (nil, nil)
    }

    mutating func add(code: InlineCode) {
        switch code.weight {
        case .placeholder: codeCount += 1
        case .formatting: formattingCount += 1
        }
        // A finding names five; of formatting, the first is enough.
        if codes.count(where: { $0.weight == code.weight }) < (code.weight == .placeholder ? 5 : 1) {
            codes.append(code)
        }
    }

    /// Whether there is room to remember what an original code looks like.
    mutating func keeps(code id: String, _ text: String) -> Bool {
        keptCodeBytes += id.utf8.count + text.utf8.count
        return keptCodeBytes <= ReaderLimits.textBytes
    }

    mutating func add(note: String) {
        if notes.count < ReaderLimits.notesPerUnit, !note.isEmpty { notes.append(note) }
    }

    /// A unit is as good as its worst segment.
    mutating func lower(segmentState state: TranslationState) { segmentState = min(segmentState ?? state, state) }

    mutating func lower(vendorState state: TranslationState) { vendorState = min(vendorState ?? state, state) }
}
