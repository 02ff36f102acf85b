import GlossportReading
import XMLParsing

/// The texts of one unit while their characters and inline elements go by; used again for the next.
///
/// It knows what inline elements mean for a text, and nothing of documents, units and findings: what else is to be done
/// about an element it answers as a ``Step``.
struct UnitTexts {
    var source = MarkedText()
    var target = MarkedText()
    var segmentedSource = MarkedText()
    /// Which of them is being read.
    private(set) var side = SegmentMarks.Side.source
    /// Whether white space counts in it.
    private(set) var isExact = false
    /// The sentences that `mrk` elements mark.
    private(set) var marks = SegmentMarks()
    /// The codes that the target loses: as many as a finding names.
    private(set) var codes: [InlineCode] = []
    private(set) var placeholderCount = 0
    private(set) var formattingCount = 0
    /// Whether the target has text inside a code.
    private(set) var hasSubflow = false
    /// The codes of the original file, by id, in XLIFF 2.
    private(set) var originalData: [String: String] = [:]
    /// Phrase's marks, by id.
    private(set) var phraseMarks: [String: String] = [:]
    private var keptCodeBytes = 0
    /// The code whose content is being read.
    private var pendingCode: InlineCode.Tag?

    /// The handling of an inline element that has just started.
    enum Step {
        /// Its words belong to the text.
        case enter
        /// Its content does not.
        case skip
        /// Its content belongs to the code, for ``finishCode(native:)``.
        case readCode
        /// It stands for a character that text can't have.
        case illegalCharacter(hexadecimal: String)
        /// It belongs to another namespace, and so does its content.
        case foreign
        /// XLIFF has it nowhere; its words belong to the text.
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

    /// Starts a text, or the next part of it.
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

    /// Takes an inline element that has just started.
    ///
    /// - Parameters:
    ///   - element: The element.
    ///   - name: Its name in the file.
    ///   - attributes: Its attributes.
    ///   - place: Where a finding about it is to point.
    ///   - depth: The number of open elements around it.
    ///   - isVersion2: Whether the unit is built as in XLIFF 2.
    /// - Returns: The handling.
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
            // A deletion that a reviewer has not accepted yet is still a deletion.
            if type == "x-sdl-deleted" { return .skip }
            if type == "seg" { marks.begin(side, id: attributes["mid"] ?? "", at: count, depth: depth) }
            return .enter
        case .g, .pc:
            if side == .target { meet(code: tag(), native: nil) }
            return .enter
        case .x:
            meet(code: tag(), native: nil)
            return .skip
        case .ph where isVersion2:
            let code = tag()
            meet(code: code, native: code.dataReference.flatMap { originalData[$0] })
            return .skip
        case .bx, .sc:
            if side == .target { meet(code: tag(), native: nil) }
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

    /// Ends a `mrk`, if the element that ends is one with a segment's number.
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

    /// Takes note of text inside the code that is being read.
    mutating func meetSubflow() { hasSubflow = hasSubflow || side == .target }

    /// Ends the code that is being read.
    ///
    /// - Parameter native: The original file's text in its place; `nil` if that is too long.
    mutating func finishCode(native: String?) {
        guard let code = pendingCode else { return }
        pendingCode = nil
        meet(code: code, native: native)
    }

    /// Writes a code as characters, if it stands for some, else remembers what is lost.
    private mutating func meet(code: InlineCode.Tag, native: String?) {
        if let characters = code.characters(native: native) { return append(characters: characters) }
        // The end of a pair was counted at its start.
        guard side == .target, code.element != .ept else { return }
        let weight: InlineCode.Weight = code.element == .x || code.element == .ph ? .placeholder : .formatting
        add(code: InlineCode(weight: weight, markup: code.markup(native: native), place: code.place))
    }

    /// Remembers a code that the target loses.
    mutating func add(code: InlineCode) {
        switch code.weight {
        case .placeholder: placeholderCount += 1
        case .formatting: formattingCount += 1
        }
        // A finding names five; of formatting, the first is enough.
        if codes.count(where: { $0.weight == code.weight }) < (code.weight == .placeholder ? 5 : 1) {
            codes.append(code)
        }
    }

    /// Remembers what a code of the original file looks like, as long as there is room.
    mutating func setOriginal(_ text: String, of id: String) {
        if hasRoom(for: id, text) { originalData[id] = text }
    }

    /// Remembers what a mark of Phrase looks like, as long as there is room.
    mutating func setPhraseMark(_ text: String, of id: String) {
        if hasRoom(for: id, text) { phraseMarks[id] = text }
    }

    private mutating func hasRoom(for id: String, _ text: String) -> Bool {
        keptCodeBytes += id.utf8.count + text.utf8.count
        return keptCodeBytes <= ReaderLimits.textBytes
    }
}
