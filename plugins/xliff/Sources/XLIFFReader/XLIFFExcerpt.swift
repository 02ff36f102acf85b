import GlossportReading
import XMLParsing

/// Cuts an XLIFF file down to some of its units.
///
/// The kept parts are not rewritten: units, groups and file elements without annotations are left out with the white
/// space before them, and states and notes are added to the others.
struct XLIFFExcerpt {
    private let markup: XMLMarkup
    private var annotations: ArraySlice<(offset: Int, annotation: Annotation)>
    private var edits = TextEdits()
    private var elsewhere: [Annotation]
    private var units = 0

    /// Elements that are open, outside of units.
    private var open: [Container] = []
    /// The end of the last tag, so that the text before the next one is known.
    private var lastTagEnd = 0
    private var unit: XLIFFUnitMarkup?

    /// An element around units.
    private struct Container {
        /// Where what goes with it begins: behind the tag before it.
        var lead: Int
        /// Whether it may contain units, so that it is not, say, a header.
        var isStructure: Bool
        /// Whether it is left out if nothing in it is kept.
        var isDispensable: Bool
        var isKept = false
    }

    private static let dispensable: Set<String> = ["file", "group", "bin-unit"]

    /// Cuts a file.
    ///
    /// - Throws: ``GlossportError`` with code `unreadableInput` if the file is damaged; `CancellationError`.
    static func cut(_ file: SourceFile, _ annotations: [Annotation]) throws -> Excerpt {
        var end: Finding?
        // The file after such a place was not read, and no tool would open an excerpt with it either.
        let ends = Set(XLIFFRule.allCases.filter(\.endsReading).map(\.id))
        _ = try XLIFFReader(options: ReaderOptions()).read(file) { event in
            if case .finding(let finding) = event, ends.contains(finding.rule) { end = end ?? finding }
        }
        if let end {
            throw Excerpt.refusal(of: file, "it can't be read beyond line \(end.location?.line ?? 1)")
        }
        let input: InputEncoding
        do { input = try InputEncoding(head: try file.head().bytes) } catch is InputEncoding.Refusal {
            throw Excerpt.refusal(of: file, "its encoding is not known")
        }
        let text = try ExcerptText(file, encoding: input.encoding, markLength: input.markLength)
        let markup: XMLMarkup
        do { markup = try XMLMarkup(text.utf8) } catch {
            let line = text.utf8[..<min(error.offset, text.utf8.count)].count { $0 == 0x0A } + 1
            throw Excerpt.refusal(of: file, "it is damaged near line \(line)")
        }
        var cutting = XLIFFExcerpt(text, markup, annotations)
        cutting.run()
        let bytes = try text.bytes(editedBy: cutting.edits) { "&#\($0.value);" }
        return Excerpt(bytes: bytes, units: cutting.units, elsewhere: cutting.elsewhere)
    }

    private init(_ text: ExcerptText, _ markup: XMLMarkup, _ annotations: [Annotation]) {
        self.markup = markup
        let (placed, lost) = text.placed(annotations)
        self.annotations = placed[...]
        elsewhere = lost
    }

    private mutating func run() {
        for tag in markup.tags {
            if unit != nil {
                if unit?.take(tag, markup, before: lastTagEnd) ?? false { closeUnit(at: tag) }
            } else {
                take(tag)
            }
            lastTagEnd = tag.range.upperBound
        }
        elsewhere += annotations.map(\.annotation)
    }

    // MARK: Around units

    private mutating func take(_ tag: XMLMarkup.Tag) {
        let name = markup.localName(of: tag)
        switch tag.kind {
        case .end: if let container = open.popLast() { close(container, at: tag.range.upperBound) }
        case .start, .empty:
            let isInStructure = open.last?.isStructure ?? false
            if name == "trans-unit" || name == "unit", isInStructure {
                unit = XLIFFUnitMarkup(tag, name: name, lead: lastTagEnd)
                if tag.kind == .empty { closeUnit(at: tag) }
                return
            }
            let isDispensable = isInStructure && Self.dispensable.contains(name)
            let container = Container(
                lead: lastTagEnd,
                isStructure: open.isEmpty || isDispensable || isInStructure && name == "body",
                isDispensable: isDispensable
            )
            if tag.kind == .empty { close(container, at: tag.range.upperBound) } else { open.append(container) }
        }
    }

    private mutating func close(_ container: Container, at end: Int) {
        if container.isKept {
            if !open.isEmpty { open[open.count - 1].isKept = true }
        } else if container.isDispensable {
            edits.remove(container.lead..<end)
        }
    }

    // MARK: Units

    private mutating func closeUnit(at tag: XMLMarkup.Tag) {
        guard let unit else { return }
        self.unit = nil
        let range = unit.tag.range.lowerBound..<tag.range.upperBound
        while let first = annotations.first, first.offset < range.lowerBound {
            elsewhere.append(first.annotation)
            annotations.removeFirst()
        }
        let own = annotations.prefix { $0.offset < range.upperBound }.map(\.annotation)
        annotations = annotations.dropFirst(own.count)
        guard !own.isEmpty else { return edits.remove(unit.lead..<range.upperBound) }
        units += 1
        if !open.isEmpty { open[open.count - 1].isKept = true }
        unit.annotate(with: own, in: &edits, markup)
    }
}
