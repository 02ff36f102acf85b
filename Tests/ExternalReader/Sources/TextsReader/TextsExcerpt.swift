import GlossportReading

/// Cuts a `.texts` file down to the lines that annotations are about, with the notes above each.
enum TextsExcerpt {
    static func cut(_ file: SourceFile, _ annotations: [Annotation]) throws -> Excerpt {
        let detection = TextEncoding.detect(try file.head().bytes)
        let text = try ExcerptText(file, encoding: detection.encoding, markLength: detection.markLength)
        let (placed, lost) = text.placed(annotations)
        var rest = placed[...]
        var edits = TextEdits()
        var units = 0
        var start = 0
        while start < text.utf8.count {
            let end = endOfUnit(in: text.utf8, from: start)
            let own = rest.prefix { $0.offset < end }
            rest = rest.dropFirst(own.count)
            if own.isEmpty {
                edits.remove(start..<end)
            } else {
                units += 1
                for (_, annotation) in own { edits.insert("# \(annotation.remark)\(text.lineEnd)", at: start) }
            }
            start = end
        }
        return Excerpt(bytes: try text.bytes(editedBy: edits), units: units, elsewhere: lost + rest.map(\.annotation))
    }

    /// Behind the first line that is not a note.
    private static func endOfUnit(in text: [UInt8], from start: Int) -> Int {
        var end = start
        var isNote = true
        while isNote, end < text.count {
            isNote = text[end...].first { $0 != UInt8(ascii: " ") } == UInt8(ascii: "#")
            while end < text.count, text[end] != 0x0A, text[end] != 0x0D { end += 1 }
            end += text[end...].starts(with: [0x0D, 0x0A]) ? 2 : 1
        }
        return min(end, text.count)
    }
}
