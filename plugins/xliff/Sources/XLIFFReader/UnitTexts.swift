import GlossportReading
import XMLParsing

/// The texts of one unit under construction; reused for the next unit.
///
/// Handles the effect of inline elements on a text, but not documents, units and findings: it returns a ``Step`` for
/// the caller.
struct UnitTexts {
    var source = MarkedText()
    var target = MarkedText()
    var segmentedSource = MarkedText()
    private(set) var side = SegmentMarks.Side.source
    /// Whether white space is preserved in the current text.
    private(set) var isExact = false
    /// The sentences marked by `mrk` elements.
    private(set) var marks = SegmentMarks()
    /// The first codes dropped from the target, for a finding.
    private(set) var codes: [InlineCode] = []
    private(set) var placeholderCount = 0
    private(set) var formattingCount = 0
    private(set) var hasSubflow = false
    /// The codes of the original file, by id, in XLIFF 2.
    private(set) var originalData: [String: String] = [:]
    private(set) var phraseMarks: [String: String] = [:]
    private var keptCodeBytes = 0
    private var pendingCode: InlineCode.Tag?

    /// The handling of an inline element.
    enum Step {
        /// Its content is part of the text.
        case enter
        case skip
        /// Its content belongs to the code; see ``finishCode(native:)``.
        case readCode
        /// It represents a character that is not allowed in texts.
        case illegalCharacter(hexadecimal: String)
        /// It is in another namespace, and its content is skipped.
        case foreign
        /// XLIFF does not define it; its content is part of the text.
        case unknown
    }

    mutating func reset() {
        source.removeAll()
        target.removeAll()
        segmentedSource.removeAll()
        marks.removeAll()
        if !originalData.isEmpty { originalData = [:] }
        keptCodeBytes = 0
        if !phraseMarks.isEmpty { phraseMarks = [:] }
        if placeholderCount + formattingCount > 0 {
            codes = []
            (placeholderCount, formattingCount) = (0, 0)
        }
        hasSubflow = false
    }

    // MARK: Characters

    mutating func begin(_ side: SegmentMarks.Side, exact: Bool) {
        self.side = side
        isExact = exact
        switch side {
        case .source: source.begin(exact: exact)
        case .target: target.begin(exact: exact)
        case .segmentedSource: segmentedSource.begin(exact: exact)
        }
    }

    mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
        switch side {
        case .source: source.append(text)
        case .target: target.append(text)
        case .segmentedSource: segmentedSource.append(text)
        }
    }

    private mutating func append(characters: String) {
        switch side {
        case .source: source.append(characters: characters)
        case .target: target.append(characters: characters)
        case .segmentedSource: segmentedSource.append(characters: characters)
        }
    }

    private var count: Int {
        switch side {
        case .source: source.count
        case .target: target.count
        case .segmentedSource: segmentedSource.count
        }
    }

    // MARK: Inline elements

    /// Handles the start of an inline element.
    mutating func start(
        _ element: Element,
        _ name: XMLName,
        _ attributes: XMLAttributes,
        at place: TextCursor.Place,
        depth: Int,
        isVersion2: Bool
    ) -> Step {
        func tag() -> InlineCode.Tag { InlineCode.Tag(element, name: name.qualified, attributes, at: place) }
        switch element {
        case .mrk:
            let type = attributes["mtype"]
            // A reviewer's deletion counts even if it has not been accepted.
            if type == "x-sdl-deleted" { return .skip }
            if type == "seg" { marks.begin(side, id: attributes["mid"] ?? "", at: count, depth: depth) }
            return .enter
        case .g, .pc:
            if side == .target { handle(code: tag(), native: nil) }
            return .enter
        case .x:
            handle(code: tag(), native: nil)
            return .skip
        case .ph where isVersion2:
            let code = tag()
            handle(code: code, native: code.dataReference.flatMap { originalData[$0] })
            return .skip
        case .bx, .sc:
            if side == .target { handle(code: tag(), native: nil) }
            return .skip
        case .ex, .ec, .sm, .em: return .skip
        case .ph, .bpt, .ept, .it:
            pendingCode = tag()
            return .readCode
        case .cp:
            let hexadecimal = attributes["hex"] ?? ""
            guard let character = CodeCharacters.codePoint(hexadecimal) else {
                return .illegalCharacter(hexadecimal: hexadecimal)
            }
            append(characters: character)
            return .skip
        case .foreign: return .foreign
        default: return .unknown
        }
    }

    /// Ends a segment's `mrk`, if one started at this depth.
    mutating func closeMark(depth: Int) {
        let (source, target) = (segmentedSource, self.target)
        marks.end(depth: depth) { side, start in
            switch side {
            case .target: target.isBlank(start..<target.count)
            case .segmentedSource: source.isBlank(start..<source.count)
            case .source: true
            }
        }
    }

    // MARK: Codes

    mutating func recordSubflow() { hasSubflow = hasSubflow || side == .target }

    /// Ends the current code, with its text in the original file; `nil` if that is too long.
    mutating func finishCode(native: String?) {
        guard let code = pendingCode else { return }
        pendingCode = nil
        handle(code: code, native: native)
    }

    /// Appends the characters that a code represents; if there are none, records a code dropped from the target.
    private mutating func handle(code: InlineCode.Tag, native: String?) {
        if let characters = code.characters(native: native) { return append(characters: characters) }
        // The end of a pair was counted at its start.
        guard side == .target, code.element != .ept else { return }
        let weight: InlineCode.Weight = code.element == .x || code.element == .ph ? .placeholder : .formatting
        add(code: InlineCode(weight: weight, markup: code.markup(native: native), place: code.place))
    }

    /// Records a code dropped from the target.
    mutating func add(code: InlineCode) {
        switch code.weight {
        case .placeholder: placeholderCount += 1
        case .formatting: formattingCount += 1
        }
        // A finding lists up to five placeholders, but only the first formatting code.
        if codes.count(where: { $0.weight == code.weight }) < (code.weight == .placeholder ? 5 : 1) {
            codes.append(code)
        }
    }

    /// Records a code of the original file, within the memory limit.
    mutating func setOriginal(_ text: String, of id: String) {
        if hasRoom(for: id, text) { originalData[id] = text }
    }

    /// Records a mark of Phrase, within the memory limit.
    mutating func setPhraseMark(_ text: String, of id: String) {
        if hasRoom(for: id, text) { phraseMarks[id] = text }
    }

    private mutating func hasRoom(for id: String, _ text: String) -> Bool {
        keptCodeBytes += id.utf8.count + text.utf8.count
        return keptCodeBytes <= ReaderLimits.textBytes
    }
}
