import GlossportReading
import XMLParsing

/// Cuts a .strings file in the form of an XML property list down to some of its pairs, each with a comment above.
struct XMLPropertyListExcerpt {
    private let markup: XMLMarkup
    private var annotations: ArraySlice<(offset: Int, annotation: Annotation)>
    private var elsewhere: [Annotation]
    private var edits = TextEdits()
    private var pairs = 0

    /// Cuts a file.
    ///
    /// - Throws: ``GlossportError`` with code `unreadableInput` if the file is damaged; `CancellationError`.
    static func cut(
        _ file: SourceFile,
        as detection: TextEncoding.Detection,
        _ annotations: [Annotation]
    ) throws -> Excerpt {
        let text = try ExcerptText(file, encoding: detection.encoding, markLength: detection.markLength)
        guard let markup = try? XMLMarkup(text.utf8) else { throw Excerpt.refusal(of: file, "it is damaged") }
        var cutting = XMLPropertyListExcerpt(text, markup, annotations)
        cutting.run()
        let bytes = try text.bytes(editedBy: cutting.edits)
        return Excerpt(bytes: bytes, units: cutting.pairs, elsewhere: cutting.elsewhere)
    }

    private init(_ text: ExcerptText, _ markup: XMLMarkup, _ annotations: [Annotation]) {
        self.markup = markup
        let (placed, lost) = text.placed(annotations)
        self.annotations = placed[...]
        elsewhere = lost
    }

    private mutating func run() {
        var open: [String] = []
        var lastTagEnd = 0
        /// The beginning of a pair's key, and the characters before it.
        var key: (lead: Int, tag: XMLMarkup.Tag)?
        for tag in markup.tags {
            let name = markup.localName(of: tag)
            if tag.kind != .end, open.last == "dict", open.count <= 2, name == "key" { key = (lastTagEnd, tag) }
            switch tag.kind {
            case .start: open.append(name)
            case .end: open.removeLast()
            case .empty: break
            }
            lastTagEnd = tag.range.upperBound
            guard tag.kind != .start, name != "key", open.last == "dict", open.count <= 2, let pair = key else {
                continue
            }
            close(pair, at: lastTagEnd)
            key = nil
        }
        elsewhere += annotations.map(\.annotation)
    }

    private mutating func close(_ pair: (lead: Int, tag: XMLMarkup.Tag), at end: Int) {
        while let first = annotations.first, first.offset < pair.tag.range.lowerBound {
            elsewhere.append(first.annotation)
            annotations.removeFirst()
        }
        let own = annotations.prefix { $0.offset < end }.map(\.annotation)
        annotations = annotations.dropFirst(own.count)
        guard !own.isEmpty else { return edits.remove(pair.lead..<end) }
        pairs += 1
        let space = markup.space(before: pair.tag, from: pair.lead)
        for annotation in own {
            // Two hyphens would end the comment.
            let remark = annotation.remark.replacing("--", with: "- -")
            edits.insert("<!-- glossport: \(remark) -->\(space)", at: pair.tag.range.lowerBound)
        }
    }
}
