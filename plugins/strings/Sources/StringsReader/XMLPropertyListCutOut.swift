import GlossportReading

/// Cuts a .strings file in the form of an XML property list down to some of its pairs, each with a comment above.
struct XMLPropertyListCutOut {
    private let text: CuttableText
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
    ) throws -> CutOut {
        let text = try CuttableText(file, encoding: detection.encoding, markLength: detection.markLength)
        var cutting = XMLPropertyListCutOut(text, annotations)
        do { try cutting.run() } catch { throw CutOut.refusal(of: file, "it is damaged") }
        let bytes = try text.bytes(editedBy: cutting.edits)
        return CutOut(bytes: bytes, units: cutting.pairs, elsewhere: cutting.elsewhere)
    }

    private init(_ text: CuttableText, _ annotations: [Annotation]) {
        self.text = text
        let (placed, lost) = text.placed(annotations)
        self.annotations = placed[...]
        elsewhere = lost
    }

    private mutating func run() throws(MarkupScanner.Damage) {
        var scanner = MarkupScanner(text.utf8)
        var open: [String] = []
        var lastTagEnd = 0
        /// Where a pair's key begins, and what stands before it.
        var key: (lead: Int, start: Int)?
        while let tag = try scanner.next() {
            let name = scanner.localName(of: tag)
            if tag.kind != .end, open.last == "dict", open.count <= 2, name == "key" {
                key = (lastTagEnd, tag.range.lowerBound)
            }
            switch tag.kind {
            case .start: open.append(name)
            case .end:
                guard open.popLast() == name else { throw MarkupScanner.Damage(offset: tag.range.lowerBound) }
            case .empty: break
            }
            lastTagEnd = tag.range.upperBound
            guard tag.kind != .start, name != "key", open.last == "dict", open.count <= 2, let pair = key else {
                continue
            }
            close(pair, at: lastTagEnd)
            key = nil
        }
        guard open.isEmpty else { throw MarkupScanner.Damage(offset: text.utf8.count) }
        elsewhere += annotations.map(\.annotation)
    }

    private mutating func close(_ pair: (lead: Int, start: Int), at end: Int) {
        while let first = annotations.first, first.offset < pair.start {
            elsewhere.append(first.annotation)
            annotations.removeFirst()
        }
        let own = annotations.prefix { $0.offset < end }.map(\.annotation)
        annotations = annotations.dropFirst(own.count)
        guard !own.isEmpty else { return edits.remove(pair.lead..<end) }
        pairs += 1
        let before = text.utf8[pair.lead..<pair.start]
        let space = before.allSatisfy(MarkupScanner.isSpace) ? String(decoding: before, as: UTF8.self) : ""
        for annotation in own {
            // Two hyphens would end the comment.
            let remark = annotation.remark.replacing("--", with: "- -")
            edits.insert("<!-- glossport: \(remark) -->\(space)", at: pair.start)
        }
    }
}
