import GlossportReading
import XMLParsing

extension DocumentMachine {
    mutating func location(_ place: TextCursor.Place) -> SourceLocation { place.location(in: path) }

    mutating func report(
        _ rule: XLIFFRule,
        _ text: String,
        remedy: String,
        for audience: Finding.Audience = .vendor,
        request: String? = nil,
        at place: TextCursor.Place,
        key: String? = nil
    ) {
        let place = location(place)
        var finding = Finding(rule.id, rule.severity, text, remedy: remedy, for: audience, request: request, at: place)
        finding.key = key
        emit(.finding(finding))
    }

    /// A sentence about the part of the file that was read, for findings that end the reading.
    var readBefore: String {
        switch tally.summary.units {
        case 0: "No unit before it could be read."
        case 1: "1 unit before it was read; the rest is missing."
        default: "\(tally.summary.units) units before it were read; the rest is missing."
        }
    }

    mutating func reportTooLong(_ what: String, at place: TextCursor.Place) {
        report(
            .tooLong,
            "A unit is left out because \(what) is longer than \(ReaderLimits.textBytes) bytes.",
            remedy: "Export the file again.",
            at: place
        )
        tally.skip("too long")
    }

    mutating func reportUnknownState(_ state: String, at place: TextCursor.Place) {
        guard reported.isNew("state \(state)") else { return }
        let word = state.shortened
        let meaning =
            draft.vendorState == nil && !draft.isVersion2
            ? StatePolicy.version1(draft.claim).state
            : draft.isVersion2 ? StatePolicy.version2(state).state : .translated
        report(
            .unknownState,
            "The state “\(word)” does not exist here; units that have it count as \(meaning.rawValue).",
            remedy: "Ask the vendor what it means.",
            request: "Use a state of XLIFF, such as translated.",
            at: place
        )
    }

    // MARK: From the parser

    mutating func entityDeclared(_ name: String, at offset: Int) {
        if isStopped { return }
        isStopped = true
        report(
            .entityDeclaration,
            "The file's DOCTYPE declares the entity \(name.shortened); such a file is not read.",
            remedy: "Export the file without a DOCTYPE.",
            at: lines.place(at: offset + skippedBytes)
        )
    }

    mutating func defect(_ defect: XMLDefect) {
        if isStopped { return }
        let offset = defect.offset + skippedBytes
        let start = defect.start { lines.byte(at: $0 + skippedBytes) } + skippedBytes
        switch defect.kind {
        case .harmless: return
        case .undeclaredPrefix(let prefix):
            guard reported.isNew("prefix \(prefix)") else { return }
            report(
                .undeclaredPrefix,
                "The prefix \(prefix.shortened) is not declared; elements with it are skipped.",
                remedy: "Declare the namespace; stricter tools refuse the file.",
                at: lines.place(at: start)
            )
            return
        case .undefinedEntity(let name):
            let instead = CodeCharacters.number(ofEntity: name).map { "&#\($0);" } ?? "the character itself"
            report(
                .undefinedEntity,
                "XML does not define &\(name.shortened);. \(readBefore)",
                remedy: "Write \(instead) instead.",
                at: lines.place(at: start)
            )
        case .illegalCharacter:
            report(
                .illegalCharacter,
                "\(defect.character) is not allowed here in XML. \(readBefore)",
                remedy: "Remove it.",
                at: lines.place(at: start)
            )
        // The parser postpones ambiguous input, so truncation may also cause other defects at the end. For an
        // unfinished DOCTYPE, it reports content after the outermost element although there is none.
        case .notWellFormed where isFinishing && (offset >= lines.end || defect.code == 5 && !hasRoot):
            let inside = draftOrElement
            report(
                .notWellFormed,
                "The file ends too early\(inside); it is probably truncated. \(readBefore)",
                remedy: "Download the file again, or ask the vendor for a complete one.",
                request: "Send the file again: ours ends too early.",
                at: lines.place(at: lines.end)
            )
        case .notWellFormed:
            let before = offset > 0 ? lines.byte(at: offset - 1) : nil
            let (text, remedy) = defect.explanation(byteBefore: before, firstLine: firstLine)
            report(
                .notWellFormed,
                "\(text) \(readBefore)",
                remedy: remedy ?? "Export the file again.",
                at: lines.place(at: start)
            )
        }
        isStopped = true
    }

    /// The unit or the number of elements that a truncated file leaves open, as a clause.
    private var draftOrElement: String {
        if isInUnit { return ", inside the unit \((draft.id ?? draft.name ?? "without id").shortened)" }
        return depth > 0 ? ", with \(depth) elements still open" : ""
    }
}
