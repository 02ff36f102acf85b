import GlossportReading

/// Cuts a String Catalog down to some of its texts, with a state and a comment for each.
struct CatalogExcerpt {
    private let text: ExcerptText
    private let sourceLanguage: String?
    private var edits = TextEdits()
    private var units = 0

    /// Cuts a file.
    ///
    /// - Throws: ``GlossportError`` with code `unreadableInput` if the file is damaged; `CancellationError`.
    static func cut(_ file: SourceFile, _ annotations: [Annotation]) throws -> Excerpt {
        let detection = TextEncoding.detect(try file.head().bytes)
        let text = try ExcerptText(file, encoding: detection.encoding, markLength: detection.markLength)
        let (placed, lost) = text.placed(annotations)
        guard let root = JSONNode.tree(of: text.utf8, withKeysAt: placed.map(\.offset)),
            let strings = root["strings"]?.value
        else { throw Excerpt.refusal(of: file, "it is damaged") }
        var cutting = CatalogExcerpt(text, text.utf8.withUnsafeBytes { CatalogParser.sourceLanguage(of: $0) })
        let elsewhere = lost + cutting.cut(strings, placed[...])
        return Excerpt(bytes: try text.bytes(editedBy: cutting.edits), units: cutting.units, elsewhere: elsewhere)
    }

    private init(_ text: ExcerptText, _ sourceLanguage: String?) {
        (self.text, self.sourceLanguage) = (text, sourceLanguage)
    }

    private mutating func cut(
        _ strings: JSONNode,
        _ annotations: ArraySlice<(offset: Int, annotation: Annotation)>
    ) -> [Annotation] {
        var rest = annotations
        var elsewhere: [Annotation] = []
        var kept: [Int] = []
        for (index, entry) in strings.members.enumerated() {
            let before = rest.prefix { $0.offset < entry.range.lowerBound }
            elsewhere += before.map(\.annotation)
            let own = rest.dropFirst(before.count).prefix { $0.offset < entry.range.upperBound }
            rest = rest.dropFirst(before.count + own.count)
            guard !own.isEmpty else { continue }
            kept.append(index)
            annotate(entry, Array(own))
        }
        elsewhere += rest.map(\.annotation)
        keep(kept, of: strings)
        return elsewhere
    }

    /// Leaves out all members of an object but some, each with the comma that then is too many.
    private mutating func keep(_ kept: [Int], of object: JSONNode) {
        let members = object.members
        guard let first = members.first, let last = members.last else { return }
        guard let firstKept = kept.first, let lastKept = kept.last else {
            return edits.remove(first.range.lowerBound..<last.range.upperBound)
        }
        edits.remove(first.range.lowerBound..<members[firstKept].range.lowerBound)
        for (one, next) in zip(kept, kept.dropFirst()) {
            edits.remove(members[one].range.upperBound..<members[next - 1].range.upperBound)
        }
        edits.remove(members[lastKept].range.upperBound..<last.range.upperBound)
    }

    // MARK: One key

    private mutating func annotate(_ entry: JSONNode.Member, _ own: [(offset: Int, annotation: Annotation)]) {
        if let localizations = entry.value["localizations"]?.value, !localizations.members.isEmpty {
            let faulty = localizations.members.indices.filter { index in
                own.contains { localizations.members[index].range.contains($0.offset) }
            }
            if !faulty.isEmpty {
                // The source text is kept, because translators need it.
                let kept = localizations.members.indices.filter {
                    faulty.contains($0) || localizations.members[$0].name == sourceLanguage
                }
                keep(kept, of: localizations)
                for index in faulty { setState(of: localizations.members[index].value) }
            }
            units += max(1, faulty.count)
        } else {
            units += 1
        }
        comment(entry, own.map(\.annotation))
    }

    private mutating func setState(of localization: JSONNode) {
        guard let unit = localization["stringUnit"]?.value, let value = unit["value"] else { return }
        if let state = unit["state"]?.value, state.kind == .string {
            // An untranslated text needs no review.
            if text.utf8[state.range].elementsEqual("\"new\"".utf8) { return }
            return edits.replace(state.range, by: "\"needs_review\"")
        }
        let space = String(
            decoding: text.utf8[unit.range.lowerBound + 1..<unit.members[0].range.lowerBound],
            as: UTF8.self
        )
        edits.insert(
            "\"state\"\(colon(of: value))\"needs_review\",\(space.isEmpty ? " " : space)",
            at: value.range.lowerBound
        )
    }

    /// The characters between a name and its value.
    private func colon(of member: JSONNode.Member) -> String {
        String(decoding: text.utf8[member.nameRange.upperBound..<member.value.range.lowerBound], as: UTF8.self)
    }

    // MARK: Comments

    private mutating func comment(_ entry: JSONNode.Member, _ annotations: [Annotation]) {
        let remarks = annotations.map { "\(Self.mark)\($0.locale ?? "?")]: \($0.remark)" }
        let written = remarks.map(Self.escaped).joined(separator: "\\n")
        if let comment = entry.value["comment"]?.value, comment.kind == .string {
            let content = comment.range.lowerBound + 1..<comment.range.upperBound - 1
            let old = startOfOldRemarks(in: content)
            edits.remove(old..<content.upperBound)
            edits.insert((old == content.lowerBound ? "" : "\\n") + written, at: content.upperBound)
        } else if entry.value.kind == .object {
            let start = entry.value.range.lowerBound + 1
            let member = "\"comment\"\(colon(of: entry))\"\(written)\""
            guard let first = entry.value.members.first else { return edits.insert(member, at: start) }
            let space = String(decoding: text.utf8[start..<first.range.lowerBound], as: UTF8.self)
            edits.insert("\(member),\(space)", at: first.range.lowerBound)
        }
    }

    private static let mark = "glossport ["

    /// Where the remarks begin that were written into a comment when its texts were last sent back.
    private func startOfOldRemarks(in content: Range<Int>) -> Int {
        let bytes = text.utf8[content]
        if bytes.starts(with: Self.mark.utf8) { return content.lowerBound }
        return bytes.firstRange(of: Array("\\n\(Self.mark)".utf8))?.lowerBound ?? content.upperBound
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }
}

/// A JSON value by its place in the text.
private struct JSONNode {
    /// From its first byte to behind its last one.
    var range: Range<Int>
    var kind: JSONScanner.Kind
    /// The members of an object; empty for everything else.
    var members: [Member] = []

    /// A name with its value.
    struct Member {
        var name: String
        /// The name with its quotation marks.
        var nameRange: Range<Int>
        var value: JSONNode

        /// From the name to the end of the value.
        var range: Range<Int> { nameRange.lowerBound..<value.range.upperBound }
    }

    /// The last member of a name: of two, readers take the last one.
    subscript(name: String) -> Member? { members.last { $0.name == name } }

    /// Reads a whole catalog.
    ///
    /// Values in arrays are not kept, nor those under unwanted keys of an app: a catalog may have a million texts.
    ///
    /// - Parameters:
    ///   - text: The catalog.
    ///   - offsets: Sorted; keys are kept with all that is in them where one of these is.
    /// - Returns: The outermost value; `nil` if the text is not valid JSON.
    static func tree(of text: [UInt8], withKeysAt offsets: [Int]) -> JSONNode? {
        text.withUnsafeBytes { bytes in
            var scanner = JSONScanner(validUTF8: bytes)
            var offsets = offsets[...]
            guard let root = try? JSONNode(&scanner, depth: 0, withKeysAt: &offsets), scanner.isAtEnd else {
                return nil
            }
            return root
        }
    }

    private init(_ scanner: inout JSONScanner, depth: Int, withKeysAt offsets: inout ArraySlice<Int>) throws {
        kind = scanner.peek()
        let start = scanner.offset
        range = start..<start
        if kind == .object {
            try scanner.members { scanner, name in
                var value: JSONNode
                if depth == 1 {
                    offsets = offsets.drop { $0 < name.range.lowerBound }
                    var behind = scanner
                    value = try JSONNode(skipping: &behind)
                    if let first = offsets.first, first < behind.offset {
                        value = try JSONNode(&scanner, depth: depth + 1, withKeysAt: &offsets)
                    } else {
                        scanner = behind
                    }
                } else {
                    value = try JSONNode(&scanner, depth: depth + 1, withKeysAt: &offsets)
                }
                members.append(Member(name: scanner.content(of: name) ?? "", nameRange: name.range, value: value))
            }
        } else {
            try scanner.skip()
        }
        range = start..<scanner.offset
    }

    /// A value without what is in it.
    private init(skipping scanner: inout JSONScanner) throws {
        kind = scanner.peek()
        let start = scanner.offset
        try scanner.skip()
        range = start..<scanner.offset
    }
}
