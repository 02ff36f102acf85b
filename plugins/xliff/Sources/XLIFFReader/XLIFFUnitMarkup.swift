import GlossportReading
import XMLParsing

/// The places of one unit's parts, and the text written into it for the vendor.
struct XLIFFUnitMarkup {
    let tag: XMLMarkup.Tag
    /// Behind the tag before it.
    let lead: Int
    private let isVersion2: Bool
    private var parts: [Part] = []
    /// How many elements in it are open.
    private var depth = 0

    /// An element directly in the unit.
    private struct Part {
        var name: String
        var tag: XMLMarkup.Tag
        /// Behind the tag before it.
        var lead: Int
        /// Behind its end.
        var end: Int
    }

    init(_ tag: XMLMarkup.Tag, name: String, lead: Int) {
        (self.tag, self.lead) = (tag, lead)
        isVersion2 = name == "unit"
    }

    /// Takes the next tag.
    ///
    /// - Returns: Whether the unit ends with it.
    mutating func take(_ tag: XMLMarkup.Tag, _ markup: XMLMarkup, before lead: Int) -> Bool {
        switch tag.kind {
        case .end:
            if depth == 0 { return true }
            depth -= 1
            if depth == 0, !parts.isEmpty { parts[parts.count - 1].end = tag.range.upperBound }
        case .start, .empty:
            if depth == 0 {
                let name = markup.localName(of: tag)
                parts.append(Part(name: name, tag: tag, lead: lead, end: tag.range.upperBound))
            }
            if tag.kind == .start { depth += 1 }
        }
        return false
    }

    // MARK: Annotations

    /// Writes states and notes.
    func annotate(
        with annotations: [Annotation],
        in edits: inout TextEdits,
        _ markup: XMLMarkup
    ) {
        if isVersion2 {
            annotateVersion2(annotations, &edits, markup)
        } else {
            annotateVersion1(annotations, &edits, markup)
        }
    }

    private func annotateVersion1(
        _ annotations: [Annotation],
        _ edits: inout TextEdits,
        _ markup: XMLMarkup
    ) {
        // Approved units are locked in some tools.
        for attribute in markup.attributes(of: tag) where attribute.name == "approved" {
            edits.replace(attribute.value, by: "no")
        }
        for target in parts where target.name == "target" {
            let qualifier =
                annotations.map { $0.rule == XLIFFRule.longerThanAllowed.id ? .length : $0.kind }.first {
                    $0 != .inaccurate
                } ?? .inaccurate
            set(
                [("state", "needs-translation"), ("state-qualifier", qualifier.qualifier)],
                on: target.tag,
                &edits,
                markup
            )
        }
        for note in parts where note.name == "note" {
            let attributes = markup.attributes(of: note.tag)
            if attributes.contains(where: {
                $0.name == "from" && markup.text[$0.value].elementsEqual("glossport".utf8)
            }) {
                edits.remove(note.lead..<note.end)
            }
        }
        let prefix = markup.prefix(of: tag)
        let notes = annotations.map { annotation in
            "<\(prefix)note from=\"glossport\" annotates=\"target\" priority=\"1\">\(Self.escaped(annotation.remark))</\(prefix)note>"
        }
        // The schema wants notes behind all of these.
        let texts = parts.filter { ["source", "seg-source", "target"].contains($0.name) }
        guard let last = texts.max(by: { $0.end < $1.end }) else {
            return insertContent(notes.joined(), &edits, markup)
        }
        let space = markup.space(before: last.tag, from: last.lead)
        edits.insert(notes.map { space + $0 }.joined(), at: last.end)
    }

    private func annotateVersion2(
        _ annotations: [Annotation],
        _ edits: inout TextEdits,
        _ markup: XMLMarkup
    ) {
        let rule = annotations.first?.rule.rawValue ?? ""
        for segment in parts where segment.name == "segment" {
            set([("state", "initial"), ("subState", "glossport:\(rule)")], on: segment.tag, &edits, markup)
        }
        let prefix = markup.prefix(of: tag)
        let notes = annotations.map { annotation in
            "<\(prefix)note category=\"glossport\" appliesTo=\"target\" priority=\"1\">\(Self.escaped(annotation.remark))</\(prefix)note>"
        }
        if let list = parts.first(where: { $0.name == "notes" && $0.tag.kind == .start }) {
            return edits.insert(notes.joined(), at: list.tag.range.upperBound)
        }
        let all = "<\(prefix)notes>\(notes.joined())</\(prefix)notes>"
        guard let next = parts.first(where: { ["originalData", "segment", "ignorable"].contains($0.name) }) else {
            return insertContent(all, &edits, markup)
        }
        edits.insert(
            all + markup.space(before: next.tag, from: next.lead),
            at: next.tag.range.lowerBound
        )
    }

    /// Sets attributes, and takes those of the same names away.
    private func set(
        _ values: [(name: String, value: String)],
        on tag: XMLMarkup.Tag,
        _ edits: inout TextEdits,
        _ markup: XMLMarkup
    ) {
        for attribute in markup.attributes(of: tag) where values.contains(where: { $0.name == attribute.name }) {
            edits.remove(attribute.range)
        }
        edits.insert(values.map { " \($0.name)=\"\(Self.escaped($0.value))\"" }.joined(), at: tag.name.upperBound)
    }

    /// Puts something in at the unit's beginning, also if it has no content.
    private func insertContent(_ content: String, _ edits: inout TextEdits, _ markup: XMLMarkup) {
        guard tag.kind == .empty else { return edits.insert(content, at: tag.range.upperBound) }
        let end = tag.range.upperBound
        edits.remove(end - 2..<end - 1)
        edits.insert(content + "</" + String(decoding: markup.text[tag.name], as: UTF8.self) + ">", at: end)
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

extension Annotation.Kind {
    /// The value of `state-qualifier` for it.
    fileprivate var qualifier: String {
        switch self {
        case .length: "rejected-length"
        case .grammar: "rejected-grammar"
        case .inaccurate: "rejected-inaccurate"
        }
    }
}
