import GlossportReading
import XMLParsing

/// Converts the tags and texts of one file into units and findings.
///
/// A state machine with an explicit stack instead of recursion: the meaning of an element depends on ``Mode`` and the
/// enclosing element. All methods that run for every unit are mutating, because for nonmutating methods the compiler
/// copies the whole machine.
struct DocumentMachine: XMLHandler {
    /// The kind of content at the current position.
    enum Mode {
        /// Between `xliff` and the units.
        case structure
        case header
        /// Inside a unit or segment, outside of its texts.
        case unit
        /// Inside a container such as `notes`.
        case list
        case text
        /// Inside a code of the original file, such as `ph`.
        case native
        /// Inside a note, context or similar element, whose text goes to ``scratch``.
        case scratch
    }

    /// An open element, and the mode to restore after it.
    struct Frame {
        var element: Element
        var outer: Mode
        var hasScope = false
    }

    /// The values that nested elements inherit.
    struct Scope {
        var isTranslatable = true
        var isExact = false
    }

    /// The key and the note that a group's contexts supply for its units.
    struct GroupContext {
        /// The number of scopes, including the group's.
        var depth: Int
        var key: String?
        var note: String?
        /// The number of units that used the key.
        var uses = 0
    }

    static let maximumDepth = 256
    /// The maximum number of distinct names, which libxml2 keeps in memory; real files have fewer than a thousand.
    static let maximumNames = 20_000
    /// The maximum number of attributes in a tag; libxml2 compares each with all others, and real tags have about a
    /// dozen.
    static let maximumAttributes = 10_000

    let options: XLIFFOptions
    let path: String
    let folder: String?
    let fileName: String?
    let emit: (ReadEvent) -> Void

    // The position.
    var lines = LineCounter()
    /// The number of white space bytes at the start of the file, which are not passed to the parser.
    var skippedBytes = 0
    var firstLine = 1
    var isStopped = false
    var isFinishing = false
    /// The elements of the file; set at its root.
    var names = XMLNameTable<Element>(other: .unknown) { _ in .unknown }
    var depth = 0
    var skipped = 0
    var frames: [Frame] = []
    var scopes = [Scope()]
    var contexts: [GroupContext] = []
    var mode = Mode.structure

    /// The incomplete tag that the parser has buffered: its start, the end of the inspected part, and its attribute
    /// count so far.
    var longTag = (start: -1, end: 0, attributes: 0)

    // The current file, unit and text.
    var dialect = Dialect()
    var file = FileElement()
    var isInUnit = false
    var draft = UnitDraft()
    var scratch = MarkedText()
    var scratchName = ""

    // The elements seen so far.
    var hasRoot = false
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
        if !namespaces.isEmpty { dialect.record(namespaces.names) }
        if skipped > 0 {
            skipped += 1
            return
        }
        if depth == 1 { return startRoot(name, attributes, at: cursor) }
        let element = names.value(of: name)
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

    // MARK: Navigation

    mutating func enter(_ element: Element, _ inner: Mode, scope: Scope? = nil) {
        frames.append(Frame(element: element, outer: mode, hasScope: scope != nil))
        if let scope { scopes.append(scope) }
        mode = inner
    }

    private mutating func leaveScope() {
        if let context = contexts.last, context.depth == scopes.count { contexts.removeLast() }
        scopes.removeLast()
    }

    mutating func skip() { skipped = 1 }

    /// Returns the innermost scope, modified by an element's attributes.
    mutating func scope(with attributes: XMLAttributes) -> Scope {
        var scope = scopes.last ?? Scope()
        if let translate = attributes.translate { scope.isTranslatable = translate }
        if let exact = attributes.preservesSpace { scope.isExact = exact }
        return scope
    }

    mutating func isExact(_ attributes: XMLAttributes) -> Bool {
        options.preservesSpace ?? attributes.preservesSpace ?? scopes.last?.isExact ?? false
    }

    mutating func place(of cursor: XMLCursor) -> TextCursor.Place { lines.place(at: cursor.tagStart + skippedBytes) }
}
