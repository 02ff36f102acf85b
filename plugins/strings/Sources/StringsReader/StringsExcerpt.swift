import GlossportReading

/// Cuts a .strings file in text form down to some of its pairs, each with a comment above.
///
/// The reader's own lexer and parser find the pairs, so that the two never disagree, also not behind a defect.
struct StringsExcerpt {
    private let text: ExcerptText
    /// In file order, without gaps.
    private var stretches: [Stretch] = []
    /// Whether what follows the last of them is a defect.
    private var endsInDefect = false

    /// The part that the parser takes at once: a pair with the comments before it, a brace, a defect.
    private struct Stretch {
        var range: Range<Int>
        /// Whether it is a pair that arrives.
        var isPair: Bool
        /// Whether it is the brace that opens or closes the file.
        var isBrace: Bool
    }

    /// The beginning of each of our comments.
    private static let mark = "/* glossport: "

    /// Cuts a file.
    ///
    /// - Throws: ``GlossportError`` with code `unreadableInput` if the file is of another form or damaged; `CancellationError`.
    static func cut(
        _ file: SourceFile,
        as detection: TextEncoding.Detection,
        _ annotations: [Annotation]
    ) throws -> Excerpt {
        let text = try ExcerptText(file, encoding: detection.encoding, markLength: detection.markLength)
        var cutting = StringsExcerpt(text: text)
        cutting.findStretches(path: file.path)
        let (edits, units, elsewhere) = cutting.edits(annotations)
        return Excerpt(bytes: try text.bytes(editedBy: edits), units: units, elsewhere: elsewhere)
    }

    private init(text: ExcerptText) { self.text = text }

    // MARK: Pairs

    private mutating func findStretches(path: String) {
        var places: [TextCursor.Place] = []
        var stretches: [Stretch] = []
        text.utf8.withUnsafeBytes { bytes in
            // Units come in file order, though not as soon as their semicolon.
            withoutActuallyEscaping({ (event: ReadEvent) in
                guard case .unit(let unit) = event else { return }
                places.append(TextCursor.Place(line: unit.location.line, column: unit.location.column))
            }) { emit in
                var parser = StringsParser(bytes, output: ReadingOutput(path: path, emit: emit))
                var start = 0
                var goesOn = true
                while goesOn {
                    let hadBrace = parser.brace != nil
                    goesOn = parser.step()
                    guard case .key = parser.state, parser.pair.isUntouched, parser.lexer.offset > start else {
                        continue
                    }
                    let isBrace = hadBrace != (parser.brace != nil)
                    stretches.append(Stretch(range: start..<parser.lexer.offset, isPair: false, isBrace: isBrace))
                    start = parser.lexer.offset
                }
                if case .key = parser.state { endsInDefect = false } else { endsInDefect = true }
                endsInDefect = endsInDefect || parser.lexer.unfinished != nil
                parser.finish()
            }
        }
        self.stretches = Self.joined(stretches, text.utf8)
        for offset in text.offsets(of: places) {
            if let offset, let index = stretch(at: offset) { self.stretches[index].isPair = true }
        }
    }

    /// Puts a comment behind a pair on its line together with the pair.
    private static func joined(_ stretches: [Stretch], _ text: [UInt8]) -> [Stretch] {
        var joined: [Stretch] = []
        for stretch in stretches {
            let content = text[stretch.range].drop { $0 == 0x20 || $0 == 0x09 }
            if content.first == UInt8(ascii: "/"), let last = joined.last, !last.isBrace {
                joined[joined.count - 1].range = last.range.lowerBound..<stretch.range.upperBound
            } else {
                joined.append(stretch)
            }
        }
        // The end of a line belongs to the content of the line.
        for index in joined.indices {
            var end = joined[index].range.upperBound
            while end < text.count, text[end] == 0x20 || text[end] == 0x09 { end += 1 }
            guard end < text.count, text[end] == 0x0A || text[end] == 0x0D else { continue }
            end += text[end] == 0x0D && end + 1 < text.count && text[end + 1] == 0x0A ? 2 : 1
            joined[index].range = joined[index].range.lowerBound..<end
            if index + 1 < joined.count { joined[index + 1].range = end..<max(end, joined[index + 1].range.upperBound) }
        }
        return joined
    }

    /// The stretch that an offset is in.
    private func stretch(at offset: Int) -> Int? {
        var (low, high) = (0, stretches.count)
        while low < high {
            let middle = (low + high) / 2
            if stretches[middle].range.lowerBound <= offset { low = middle + 1 } else { high = middle }
        }
        guard low > 0, stretches[low - 1].range.contains(offset) else { return nil }
        return low - 1
    }

    // MARK: Cutting

    private func edits(_ annotations: [Annotation]) -> (edits: TextEdits, units: Int, elsewhere: [Annotation]) {
        var (placed, elsewhere) = text.placed(annotations)
        placed.removeAll { item in
            if let index = stretch(at: item.offset), stretches[index].isPair { return false }
            elsewhere.append(item.annotation)
            return true
        }
        let faulty = Dictionary(grouping: placed) { stretch(at: $0.offset) ?? 0 }.mapValues { $0.map(\.annotation) }
        var edits = TextEdits()
        for (index, stretch) in stretches.enumerated() where !stretch.isBrace {
            let range = index == 0 ? headingEnd..<stretch.range.upperBound : stretch.range
            if let annotations = faulty[index] {
                annotate(range, annotations, &edits)
            } else {
                edits.remove(range)
            }
        }
        if endsInDefect { edits.remove((stretches.last?.range.upperBound ?? 0)..<text.utf8.count) }
        return (edits, faulty.count, elsewhere)
    }

    private func annotate(_ range: Range<Int>, _ annotations: [Annotation], _ edits: inout TextEdits) {
        var start = range.lowerBound
        while start < range.upperBound, Self.isSpace(text.utf8[start]) { start += 1 }
        // The characters before it on its line are repeated, so that the pair stays indented.
        let isAtLineStart = range.lowerBound == 0 || Self.isLineEnd(text.utf8[range.lowerBound - 1])
        let lineStart =
            text.utf8[range.lowerBound..<start].lastIndex(where: Self.isLineEnd).map { $0 + 1 }
            ?? (isAtLineStart ? range.lowerBound : nil)
        let indent = lineStart.map { String(decoding: text.utf8[$0..<start], as: UTF8.self) }
        let separator = indent.map { text.lineEnd + $0 } ?? " "
        edits.remove(start..<endOfOldRemarks(from: start, to: range.upperBound))
        for annotation in annotations { edits.insert(Self.comment(annotation) + separator, at: start) }
    }

    /// Behind the comments that were written here when the pair was last sent back.
    private func endOfOldRemarks(from start: Int, to limit: Int) -> Int {
        var position = start
        while text.utf8[position..<limit].starts(with: Self.mark.utf8),
            let star = text.utf8[(position + 2)..<limit].indices.first(where: {
                text.utf8[$0] == UInt8(ascii: "*") && $0 + 1 < limit && text.utf8[$0 + 1] == UInt8(ascii: "/")
            })
        {
            position = star + 2
            while position < limit, Self.isSpace(text.utf8[position]) { position += 1 }
        }
        return position
    }

    /// Where the comments end that head the file: behind the last one that an empty line divides from the first pair.
    private var headingEnd: Int {
        guard let first = stretches.first else { return 0 }
        var position = first.range.lowerBound
        var end = position
        while position < first.range.upperBound {
            while position < first.range.upperBound, Self.isSpace(text.utf8[position]) { position += 1 }
            guard let commentEnd = endOfComment(from: position, to: first.range.upperBound) else { break }
            let space = text.utf8[commentEnd..<first.range.upperBound].prefix(while: Self.isSpace)
            let lines = space.count { $0 == 0x0A } + (space.contains(0x0A) ? 0 : space.count { $0 == 0x0D })
            if lines > 1 { end = commentEnd + space.count }
            position = commentEnd
        }
        return end
    }

    private func endOfComment(from start: Int, to limit: Int) -> Int? {
        guard start + 1 < limit, text.utf8[start] == UInt8(ascii: "/") else { return nil }
        if text.utf8[start + 1] == UInt8(ascii: "/") {
            return text.utf8[start..<limit].firstIndex { $0 == 0x0A || $0 == 0x0D }
        }
        guard text.utf8[start + 1] == UInt8(ascii: "*") else { return nil }
        var position = start + 2
        while position + 1 < limit {
            if text.utf8[position] == UInt8(ascii: "*"), text.utf8[position + 1] == UInt8(ascii: "/") {
                return position + 2
            }
            position += 1
        }
        return nil
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

    /// No text can end the comment, or look like the beginning of another one.
    private static func comment(_ annotation: Annotation) -> String {
        let remark = annotation.remark.replacing("*/", with: "* /").replacing("/*", with: "/ *")
        return mark + remark + (remark.hasSuffix("*") ? "  */" : " */")
    }
}
