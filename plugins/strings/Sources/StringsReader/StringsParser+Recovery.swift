import GlossportReading

extension StringsParser {
    // MARK: Comments

    /// Keeps a comment for the pair that it stands before, or behind on the same line.
    mutating func take(_ comment: Comment, _ lexer: StringsLexer) {
        if comment.swallowsPairs {
            report(
                StringsRule.swallowedPairs,
                "This comment has a pair and the beginning of another comment in it, so its own end is probably missing.",
                remedy: "Add */ where the comment should end.",
                at: lexer.tokenStart
            )
        }
        guard let text = comment.value else {
            report(
                StringsRule.tooLong,
                "This comment has more than the \(ReaderLimits.textBytes) bytes that are read; its pair is skipped.",
                remedy: "Check whether the end of a comment, */, is missing.",
                at: lexer.tokenStart
            )
            pair.isSpoilt = true
            return
        }
        guard !text.isEmpty else { return }
        if case .key = state, complete != nil {
            guard lexer.isFirstOnLine else {
                Self.add(text, to: &complete)
                return
            }
            flush()
        }
        if pair.notes.isEmpty {
            pair.notes = [text]
        } else if pair.notes.count < ReaderLimits.notesPerUnit {
            pair.notes.append(text)
        }
    }

    private static func add(_ note: String, to pair: inout PendingPair?) {
        guard let count = pair?.notes.count, count < ReaderLimits.notesPerUnit else { return }
        pair?.notes.append(note)
    }

    // MARK: Findings

    mutating func report(
        _ rule: RuleDescription,
        _ text: String,
        remedy: String,
        at place: TextCursor.Place,
        related: [TextCursor.Place] = [],
        key: String? = nil
    ) {
        output.finding(rule, text, remedy: remedy, at: place, related: related, key: key)
        guard output.defects >= StringsOutput.defectLimit, !hasGivenUp else { return }
        hasGivenUp = true
        output.finding(
            StringsRule.tooManyDefects,
            "Reading was given up here after \(StringsOutput.defectLimit) defects; what follows was not read.",
            remedy: "Check whether this is a .strings file, and mend the defects above.",
            at: place
        )
    }

    /// Begins to skip what is no pair.
    mutating func recover(_ defect: Defect, afterJunk: Bool, _ lexer: StringsLexer) {
        recovery = (Recovery(afterJunk: afterJunk, atLineStart: lexer.isFirstOnLine), defect)
    }

    /// Goes on skipping, and reports the defect when a pair can begin again.
    mutating func resume(_ lexer: inout StringsLexer) -> Bool {
        guard var (progress, defect) = recovery else { return true }
        recovery = nil
        guard lexer.skip(&progress) else {
            recovery = (progress, defect)
            return false
        }
        let end = lexer.place()
        let whose = pair.keyPlace == TextCursor.Place() && pair.key == nil ? "" : " The pair is skipped."
        let skipped =
            lexer.isAtEnd
            ? " Everything up to the end of the file is skipped."
            : "\(whose) Reading goes on in line \(end.line)\(end.line == defect.place.line ? ", column \(end.column)" : "")."
        defect.text += skipped
        report(defect.rule, defect.text, remedy: defect.remedy, at: defect.place, related: defect.related)
        beginPair()
        return true
    }

    // MARK: The end

    /// Says what is wrong with the end of the file, once everything has been read.
    mutating func finish(_ lexer: StringsLexer) {
        flush()
        guard !hasGivenUp else { return }
        switch lexer.unfinished {
        case .quoted:
            let what = if case .value = state { "The text of \(pair.name)" } else { "A text" }
            report(
                StringsRule.unterminatedText,
                "\(what) has no closing quotation mark; everything from here to the end of the file is skipped.",
                remedy: "Add the quotation mark, or ask for the file again if it was cut off.",
                at: lexer.tokenStart
            )
        case .blockComment:
            report(
                StringsRule.unterminatedComment,
                "This comment has no end; everything from here to the end of the file is taken as comment.",
                remedy: "Close the comment with */.",
                at: lexer.tokenStart
            )
        case .unquoted, .lineComment, nil: break
        }
        if lexer.unfinished == nil { reportTruncatedPair() }
        if let brace {
            report(
                StringsRule.unclosedBrace,
                "The brace that opens the file is not closed at its end.",
                remedy: "Add a closing brace at the end, or ask for the file again if it was cut off.",
                at: brace
            )
        }
    }

    private mutating func reportTruncatedPair() {
        let place: TextCursor.Place
        switch state {
        case .key: return
        case .afterKey, .value, .nested: place = pair.keyPlace
        case .afterValue: place = pair.valueEnd
        }
        report(
            StringsRule.truncatedPair,
            "The file ends inside \(pair.name), before its semicolon; the pair is skipped.",
            remedy: "Add the semicolon, or ask for the file again if it was cut off.",
            at: place
        )
    }
}
