import GlossportReading
import XMLParsing

extension DocumentMachine {
    // MARK: Sources and targets

    mutating func startSource(_ attributes: XMLAttributes) {
        draft.hasSource = true
        startText(.source, .source, attributes)
        if let index = draft.parts.indices.last {
            draft.parts[index].source = draft.texts.source.count..<draft.texts.source.count
            draft.parts[index].isSourceExact = draft.texts.isExact
        }
    }

    mutating func startTarget(_ attributes: XMLAttributes, at cursor: XMLCursor) {
        let isSecond = draft.parts.last.map { $0.target != nil } ?? (draft.targetPlace != nil)
        if isSecond { draft.hasSeveralTargets = true }
        if draft.targetPlace == nil { draft.targetPlace = place(of: cursor) }
        if let language = attributes.language, !language.isEmpty { draft.targetLanguage = language }
        startText(.target, .target, attributes)
        if let index = draft.parts.indices.last {
            draft.parts[index].target = draft.texts.target.count..<draft.texts.target.count
            draft.parts[index].isTargetExact = draft.texts.isExact
            draft.parts[index].order = attributes["order"].map { Int($0) ?? 0 }
        } else if !draft.isVersion2 {
            draft.claim.state = attributes["state"]
            draft.claim.qualifier = attributes["state-qualifier"]
        }
    }

    mutating func startText(_ element: Element, _ side: SegmentMarks.Side, _ attributes: XMLAttributes) {
        draft.texts.begin(side, exact: isExact(attributes))
        enter(element, .text)
    }

    mutating func finishText(_ element: Element) {
        guard let index = draft.parts.indices.last else { return }
        if element == .source, let range = draft.parts[index].source {
            draft.parts[index].source = range.lowerBound..<draft.texts.source.count
        } else if element == .target, let range = draft.parts[index].target {
            draft.parts[index].target = range.lowerBound..<draft.texts.target.count
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
        // Sources and marks never cause findings, and computing locations takes time.
        let isPlaced = draft.texts.side == .target && element != .mrk
        let place = isPlaced ? place(of: cursor) : draft.place
        let step = draft.texts.start(
            element,
            name,
            attributes,
            at: place,
            depth: frames.count,
            isVersion2: draft.isVersion2
        )
        switch step {
        case .enter: enter(element, .text)
        case .skip: skip()
        case .readCode:
            scratch.removeAll()
            scratch.begin(exact: true)
            enter(element, .native)
        case .illegalCharacter(let hexadecimal):
            if draft.texts.side == .target {
                report(
                    .illegalCharacter,
                    "The text contains the character U+\(hexadecimal.uppercased().shortened), which is not allowed.",
                    remedy: "Remove it.",
                    at: place
                )
                draft.leftOut = "illegal character"
            }
            skip()
        case .foreign:
            reportUnknownInline(name, "its contents are skipped", at: cursor)
            skip()
        case .unknown:
            reportUnknownInline(name, "its text is kept", at: cursor)
            enter(.unknown, .text)
        }
    }

    private mutating func reportUnknownInline(_ name: XMLName, _ consequence: String, at cursor: XMLCursor) {
        guard draft.texts.side == .target else { return }
        report(
            .unknownInline,
            "The text contains <\(name.qualified.shortened)>, which XLIFF does not allow there; \(consequence).",
            remedy: "Write plain text.",
            at: place(of: cursor)
        )
    }

    mutating func startInNative(_ element: Element, _ attributes: XMLAttributes) {
        if element == .sub { draft.texts.recordSubflow() }
        skip()
    }

    /// Handles elements inside notes, contexts and similar texts, which may contain only `cp`.
    mutating func startInScratch(_ element: Element, _ attributes: XMLAttributes) {
        if element == .cp, let character = CodeCharacters.codePoint(attributes["hex"] ?? "") {
            scratch.append(characters: character)
        }
        skip()
    }

    mutating func finishCode() { draft.texts.finishCode(native: scratch.isTooLong ? nil : scratch.string() ?? "") }
}
