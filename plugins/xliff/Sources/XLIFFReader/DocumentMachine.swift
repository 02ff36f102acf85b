import GlossportReading
import XMLParsing

/// Turns the tags and texts of one file into units and findings.
///
/// A state machine with its own stack: what an element means depends on ``Mode`` and on the element around it, never on
/// recursion. Methods that run for every unit are all mutating, for to call another kind the compiler copies the
/// machine with all that it holds.
struct DocumentMachine: XMLHandler {
    /// The kind of content that the machine is in.
    enum Mode {
        /// Between `xliff` and the units.
        case structure
        /// In `header`.
        case header
        /// In a unit or one of its segments, outside every text.
        case unit
        /// In an element that only holds others, such as `notes`.
        case list
        /// In a source or target.
        case text
        /// In a code of the original file, such as `ph`.
        case native
        /// In a note, context or the like, whose text goes to ``scratch``.
        case scratch
    }

    /// An open element, and the mode to go back to after it.
    struct Frame {
        var element: Element
        var outer: Mode
        var hasScope = false
    }

    /// The values that elements hand down to those inside them.
    struct Scope {
        var isTranslatable = true
        var isExact = false
    }

    /// The key that a group's contexts give to the units in it, in files of Phrase.
    struct GroupContext {
        /// How many scopes there were, the group's own included.
        var depth: Int
        var key: String?
        var note: String?
        /// Units that took the key.
        var uses = 0
    }

    static let maximumDepth = 256
    /// Different names, of which libxml2 remembers each; real files have less than a thousand.
    static let maximumNames = 20_000
    /// Attributes of one tag; libxml2 compares each with all others, and real tags have a dozen.
    static let maximumAttributes = 10_000

    let options: XLIFFOptions
    let path: String
    let folder: String?
    let fileName: String?
    let emit: (ReadEvent) -> Void

    // Where we are.
    var lines = LineCounter()
    /// White space before the XML declaration, which the parser does not see.
    var skippedBytes = 0
    var firstLine = 1
    var isStopped = false
    var isFinishing = false
    var names = ElementNames()
    var depth = 0
    /// Open elements of a subtree that is being left out.
    var skipped = 0
    var frames: [Frame] = []
    var scopes = [Scope()]
    var contexts: [GroupContext] = []
    var mode = Mode.structure

    /// The tag for whose end the parser waits, how far it has been looked at, and its attributes so far.
    var longTag = (start: -1, end: 0, attributes: 0)

    // The facts being collected.
    var dialect = Dialect()
    var file = FileElement()
    var isInUnit = false
    var draft = UnitDraft()
    var scratch = MarkedText()
    var scratchName = ""

    // The elements seen so far.
    var hasRoot = false
    /// Whether the last unit was built as in XLIFF 2.
    var seenStructure: Bool?
    var languages: (source: String?, target: String?) = (nil, nil)
    var tally = Tally()
    var reported = ReportedOnce()

    init(options: XLIFFOptions, source: SourceFile, emit: @escaping (ReadEvent) -> Void) {
        self.options = options
        path = source.path
        folder = source.folderLocale
        fileName = source.fileNameLocale
        self.emit = emit
    }

    // MARK: Events

    mutating func start(
        _ name: XMLName,
        _ attributes: XMLAttributes,
        _ namespaces: XMLNamespaces,
        at cursor: XMLCursor
    ) {
        if isStopped { return }
        depth += 1
        if depth > Self.maximumDepth { return stopTooDeep(at: cursor) }
        if !namespaces.isEmpty { dialect.meet(namespaces.names) }
        if skipped > 0 {
            skipped += 1
            return
        }
        if depth == 1 { return startRoot(name, attributes, at: cursor) }
        let element = names.element(name)
        switch mode {
        case .structure: startInStructure(element, name, attributes, at: cursor)
        case .header: startInHeader(element, attributes)
        case .unit: startInUnit(element, name, attributes, at: cursor)
        case .list: startInList(element, attributes)
        case .text: startInText(element, name, attributes, at: cursor)
        case .native: startInNative(element, attributes)
        case .scratch: startInScratch(element, attributes)
        }
    }

    mutating func end(at _: XMLCursor) {
        if isStopped { return }
        depth -= 1
        if skipped > 0 {
            skipped -= 1
            return
        }
        guard let frame = frames.popLast() else { return }
        if mode == .text, frame.outer == .text { draft.texts.closeMark(depth: frames.count) }
        mode = frame.outer
        if frame.hasScope { leaveScope() }
        switch frame.element {
        case .transUnit, .unit: finishUnit()
        case .source, .segSource, .target: finishText(frame.element)
        case .bpt, .ept, .it, .ph: finishCode()
        case .note, .context, .meta, .data, .phraseContent: finishScratch(frame.element)
        case .file: file = FileElement()
        default: break
        }
    }

    mutating func characters(_ text: UnsafeBufferPointer<UInt8>, at _: XMLCursor) {
        if skipped > 0 || isStopped { return }
        switch mode {
        case .structure, .header, .unit, .list: return
        case .text: draft.texts.append(text)
        case .native, .scratch: scratch.append(text)
        }
    }

    // MARK: Moving about

    /// Goes into an element.
    mutating func enter(_ element: Element, _ inner: Mode, scope: Scope? = nil) {
        frames.append(Frame(element: element, outer: mode, hasScope: scope != nil))
        if let scope { scopes.append(scope) }
        mode = inner
    }

    private mutating func leaveScope() {
        if let context = contexts.last, context.depth == scopes.count { contexts.removeLast() }
        scopes.removeLast()
    }

    /// Leaves out the element that has just started.
    mutating func skip() { skipped = 1 }

    /// The values of the innermost scope, changed by an element's own attributes.
    mutating func scope(with attributes: XMLAttributes) -> Scope {
        var scope = scopes.last ?? Scope()
        if let translate = attributes.translate { scope.isTranslatable = translate }
        if let exact = attributes.preservesSpace { scope.isExact = exact }
        return scope
    }

    /// Whether white space counts in an element.
    mutating func isExact(_ attributes: XMLAttributes) -> Bool {
        options.preservesSpace ?? attributes.preservesSpace ?? scopes.last?.isExact ?? false
    }

    mutating func place(of cursor: XMLCursor) -> TextCursor.Place { lines.place(at: cursor.tagStart + skippedBytes) }
}
