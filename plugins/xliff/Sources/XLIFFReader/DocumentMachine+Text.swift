import GlossportReading

extension DocumentMachine {
    // MARK: Sources and targets

    mutating func startSource(_ attributes: XMLAttributes) {
        draft.hasSource = true
        startText(.source, .source, attributes)
        if let index = draft.parts.indices.last {
            draft.parts[index].source = draft.source.count..<draft.source.count
            draft.parts[index].isSourceExact = isExact
        }
    }

    mutating func startTarget(_ attributes: XMLAttributes, at cursor: XMLCursor) {
        let isSecond = draft.parts.last.map { $0.target != nil } ?? (draft.targetPlace != nil)
        if isSecond { draft.hasSeveralTargets = true }
        if draft.targetPlace == nil { draft.targetPlace = place(of: cursor) }
        if let language = attributes.language, !language.isEmpty { draft.targetLanguage = language }
        startText(.target, .target, attributes)
        if let index = draft.parts.indices.last {
            draft.parts[index].target = draft.target.count..<draft.target.count
            draft.parts[index].isTargetExact = isExact
            draft.parts[index].order = attributes["order"].map { Int($0) ?? 0 }
        } else if !draft.isVersion2 {
            draft.claim.state = attributes["state"]
            draft.claim.qualifier = attributes["state-qualifier"]
        }
    }

    mutating func startText(_ element: Element, _ side: SegmentMarks.Side, _ attributes: XMLAttributes) {
        isExact = isExact(attributes)
        self.side = side
        switch side {
        case .source: draft.source.begin(exact: isExact)
        case .target: draft.target.begin(exact: isExact)
        case .segmentedSource: draft.segmentedSource.begin(exact: isExact)
        }
        enter(element, .text)
    }

    mutating func finishText(_ element: Element) {
        guard let index = draft.parts.indices.last else { return }
        if element == .source, let range = draft.parts[index].source {
            draft.parts[index].source = range.lowerBound..<draft.source.count
        } else if element == .target, let range = draft.parts[index].target {
            draft.parts[index].target = range.lowerBound..<draft.target.count
            if draft.parts[index].isIgnorable { return }
            let (state, isKnown) = StatePolicy.version2(draft.claim.state)
            if !isKnown { reportUnknownState(draft.claim.state ?? "", at: draft.targetPlace ?? draft.place) }
            draft.lower(segmentState: state)
        }
    }

    // MARK: Inline elements

    mutating func startInText(
        _ element: Element,
        _ name: XMLName,
        _ attributes: XMLAttributes,
        at cursor: XMLCursor
    ) {
        switch element {
        case .mrk:
            let type = attributes["mtype"]
            // A deletion that a reviewer has not accepted yet is still a deletion.
            if type == "x-sdl-deleted" { return skip() }
            if type == "seg" {
                draft.marks.begin(side, id: attributes["mid"] ?? "", at: textCount, depth: frames.count)
            }
            enter(element, .text)
        case .g, .pc:
            meetFormatting(element, name, attributes, at: cursor)
            enter(element, .text)
        case .x:
            meet(code: tag(element, name, attributes, at: cursor), native: nil)
            skip()
        case .ph where draft.isVersion2:
            let code = tag(element, name, attributes, at: cursor)
            meet(code: code, native: code.dataReference.flatMap { draft.originalData[$0] })
            skip()
        case .bx, .sc:
            meetFormatting(element, name, attributes, at: cursor)
            skip()
        case .ex, .ec, .sm, .em: skip()
        case .ph, .bpt, .ept, .it:
            pendingCode = tag(element, name, attributes, at: cursor)
            scratch.removeAll()
            scratch.begin(exact: true)
            enter(element, .native)
        case .cp:
            let hexadecimal = attributes["hex"] ?? ""
            if let character = CodeCharacters.codePoint(hexadecimal) {
                append(characters: character)
            } else if side == .target {
                report(
                    .illegalCharacter,
                    "The text contains the character U+\(hexadecimal.uppercased().shortened), which is not allowed.",
                    remedy: "Remove it.",
                    at: place(of: cursor)
                )
                draft.leftOut = "illegal character"
            }
            skip()
        case .foreign:
            reportUnknownInline(name, "what is inside it is left out", at: cursor)
            skip()
        default:
            reportUnknownInline(name, "the words inside it stay", at: cursor)
            enter(.unknown, .text)
        }
    }

    private mutating func reportUnknownInline(_ name: XMLName, _ consequence: String, at cursor: XMLCursor) {
        guard side == .target else { return }
        report(
            .unknownInline,
            "The text contains <\(name.qualified.shortened)>, which XLIFF does not have there; \(consequence).",
            remedy: "Ask the vendor for plain text.",
            at: place(of: cursor)
        )
    }

    mutating func startInNative(_ element: Element, _ attributes: XMLAttributes) {
        if element == .sub { draft.hasSubflow = draft.hasSubflow || side == .target }
        skip()
    }

    /// Code points are the only elements that the small texts may contain.
    mutating func startInScratch(_ element: Element, _ attributes: XMLAttributes) {
        if element == .cp, let character = CodeCharacters.codePoint(attributes["hex"] ?? "") {
            scratch.append(characters: character)
        }
        skip()
    }

    mutating func finishCode() {
        guard let code = pendingCode else { return }
        pendingCode = nil
        meet(code: code, native: scratch.isTooLong ? nil : scratch.string() ?? "")
    }

    /// Ends a `mrk`, if the element that ends is one with a segment's number.
    mutating func closeMark() {
        let (source, target) = (draft.segmentedSource, draft.target)
        draft.marks.end(depth: frames.count) { side, start in
            switch side {
            case .target: target.isBlank(start..<target.count)
            case .segmentedSource: source.isBlank(start..<source.count)
            case .source: true
            }
        }
    }

    private var textCount: Int {
        switch side {
        case .source: draft.source.count
        case .target: draft.target.count
        case .segmentedSource: draft.segmentedSource.count
        }
    }

    // MARK: Codes

    private mutating func tag(
        _ element: Element,
        _ name: XMLName,
        _ attributes: XMLAttributes,
        at cursor: XMLCursor
    ) -> InlineCode.Tag {
        InlineCode.Tag(element, name: name.qualified, attributes, at: side == .target ? place(of: cursor) : draft.place)
    }

    private mutating func meetFormatting(
        _ element: Element,
        _ name: XMLName,
        _ attributes: XMLAttributes,
        at cursor: XMLCursor
    ) {
        if side == .target { meet(code: tag(element, name, attributes, at: cursor), native: nil) }
    }

    /// Writes a code as characters, if it stands for some, else remembers what is lost.
    private mutating func meet(code: InlineCode.Tag, native: String?) {
        if let characters = code.characters(native: native) { return append(characters: characters) }
        // The end of a pair was counted at its start.
        guard side == .target, code.element != .ept else { return }
        let weight: InlineCode.Weight = code.element == .x || code.element == .ph ? .placeholder : .formatting
        draft.add(code: InlineCode(weight: weight, markup: code.markup(native: native), place: code.place))
    }

    private mutating func append(characters: String) {
        switch side {
        case .source: draft.source.append(characters: characters)
        case .target: draft.target.append(characters: characters)
        case .segmentedSource: draft.segmentedSource.append(characters: characters)
        }
    }
}
