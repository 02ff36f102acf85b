import GlossportReading

/// Reads the tokens of a .strings file as pairs, and goes on after what is none.
struct StringsParser {
    var output: StringsOutput
    var state = State.key
    var pair = PendingPair()
    /// The last complete pair; a comment on the rest of its line still belongs to it.
    var complete: PendingPair?
    var recovery: (progress: Recovery, defect: Defect)?
    /// The brace around all pairs, while it is open.
    var brace: TextCursor.Place?
    private var hasContent = false
    /// Whether the file has so many defects that the rest is not read.
    var hasGivenUp = false

    enum State {
        case key
        case afterKey
        case value
        case afterValue
        /// Inside so many braces and brackets of a value that is not a text.
        case nested(Int)
    }

    init(output: StringsOutput) { self.output = output }

    /// Reads one token.
    ///
    /// - Returns: `false` where the window ends before it does, or nothing more is to be read.
    mutating func step(_ lexer: inout StringsLexer) -> Bool {
        if recovery != nil { return resume(&lexer) && !hasGivenUp }
        let textsAllowed =
            switch state {
            case .key, .value, .nested: true
            case .afterKey, .afterValue: false
            }
        guard let token = lexer.next(texts: textsAllowed) else { return false }
        if case .comment = token {
            take(lexer.comment, lexer)
        } else {
            switch state {
            case .key: key(token, &lexer)
            case .afterKey: afterKey(token, &lexer)
            case .value: value(token, &lexer)
            case .afterValue: afterValue(token, &lexer)
            case .nested(let depth): nested(token, depth, &lexer)
            }
            lexer.clearLineStart()
        }
        return !hasGivenUp
    }

    // MARK: Between pairs

    /// Passes over pairs that nobody wants, as long as they are plain and nothing stands before them that is still to be told.
    mutating func passOver(_ lexer: inout StringsLexer) {
        guard let wanted = output.wanted, case .key = state, recovery == nil, complete == nil, pair.isUntouched else {
            return
        }
        while true {
            let (wasPassed, name) = lexer.passOver(unless: wanted, named: output.namesOthers)
            guard wasPassed else { return }
            hasContent = true
            output.pass(name)
        }
    }

    private mutating func key(_ token: StringsLexer.Token, _ lexer: inout StringsLexer) {
        flush()
        defer { hasContent = true }
        switch token {
        case .text:
            pair.keyPlace = lexer.tokenStart
            if lexer.text.isSuspect { check(lexer.text, "key", at: lexer.tokenStart) }
            lexer.moveText(to: &pair.key)
            state = .afterKey
        case .mark(UInt8(ascii: "{")) where !hasContent:
            brace = lexer.markPlace()
        case .mark(UInt8(ascii: "}")) where brace != nil:
            brace = nil
        case .mark(UInt8(ascii: ";")):
            report(
                StringsRule.extraSemicolon,
                "A second semicolon stands here, after which Apple's tools drop every pair; all are read here.",
                remedy: "Delete the semicolon.",
                at: lexer.markPlace()
            )
        case .mark(UInt8(ascii: "}")):
            report(
                StringsRule.strayText,
                "A closing brace stands here that nothing opened; Apple's tools drop every pair after it.",
                remedy: "Delete the brace.",
                at: lexer.markPlace()
            )
        case .foreign where lexer.scalar == "\u{FEFF}":
            report(
                StringsRule.strayByteOrderMark,
                "An invisible byte order mark (U+FEFF) stands here; Apple's tools drop every pair after it.",
                remedy: "Delete the character, or deliver the two files that were joined here separately.",
                at: lexer.place()
            )
            lexer.skipScalar()
        case .mark, .foreign, .comment:
            if case .mark = token { lexer.unread() }
            let defect = Defect(
                rule: StringsRule.strayText,
                text: "\(StringsOutput.name(lexer.scalar)) is neither the beginning of a pair nor of a comment.",
                remedy: "Delete what is no pair, or make it a comment with /* and */.",
                place: lexer.place()
            )
            recover(defect, afterJunk: true, lexer)
        }
    }

    // MARK: Inside a pair

    private mutating func afterKey(_ token: StringsLexer.Token, _ lexer: inout StringsLexer) {
        switch token {
        case .mark(UInt8(ascii: "=")): state = .value
        case .mark(UInt8(ascii: ";")):
            // `key;` says that the text is the key itself.
            pair.value = pair.key
            pair.valuePlace = pair.keyPlace
            completePair(lexer)
        default:
            malformed(token, "After the key \(pair.name) comes", ", not an equals sign.", &lexer)
        }
    }

    private mutating func value(_ token: StringsLexer.Token, _ lexer: inout StringsLexer) {
        switch token {
        case .text:
            pair.valuePlace = lexer.tokenStart
            if lexer.text.isSuspect { check(lexer.text, "text", at: lexer.tokenStart) }
            lexer.moveText(to: &pair.value)
            state = .afterValue
            if !lexer.isNext(UInt8(ascii: ";")) { pair.valueEnd = lexer.place() }
        case .mark(let byte) where byte == UInt8(ascii: "{") || byte == UInt8(ascii: "(") || byte == UInt8(ascii: "<"):
            let kind =
                byte == UInt8(ascii: "{") ? "a dictionary" : byte == UInt8(ascii: "(") ? "an array" : "binary data"
            report(
                StringsRule.notText,
                "The value of \(pair.name) is \(kind), not a text; it is skipped.",
                remedy: "Write one text in quotation marks; plural forms can't be used in a retention message.",
                at: lexer.markPlace(),
                key: pair.key
            )
            pair.isSpoilt = true
            state = .nested(1)
        case .mark(UInt8(ascii: ";")):
            report(
                StringsRule.malformedPair,
                "\(pair.name) has an equals sign but no text.",
                remedy: "Write the text in quotation marks before the semicolon.",
                at: lexer.markPlace()
            )
            beginPair()
        default:
            malformed(token, "After the equals sign of \(pair.name) comes", ", not a text.", &lexer)
        }
    }

    private mutating func afterValue(_ token: StringsLexer.Token, _ lexer: inout StringsLexer) {
        if case .mark(UInt8(ascii: ";")) = token { return completePair(lexer) }
        if case .mark = token { lexer.unread() }
        let what =
            lexer.isFirstOnLine
            ? "\(pair.name) has no semicolon at its end."
            : "After the text of \(pair.name) comes \(StringsOutput.name(lexer.scalar)), not a semicolon."
        let defect = Defect(
            rule: StringsRule.missingSemicolon,
            text: what,
            remedy: "Add the semicolon; a quotation mark inside a text is written \\\".",
            place: pair.valueEnd,
            related: pair.valueEnd.line > pair.valuePlace.line ? [pair.valuePlace] : []
        )
        recover(defect, afterJunk: false, lexer)
    }

    private mutating func nested(_ token: StringsLexer.Token, _ depth: Int, _ lexer: inout StringsLexer) {
        var depth = depth
        switch token {
        case .mark(UInt8(ascii: "{")), .mark(UInt8(ascii: "(")), .mark(UInt8(ascii: "<")): depth += 1
        case .mark(UInt8(ascii: "}")), .mark(UInt8(ascii: ")")), .mark(UInt8(ascii: ">")): depth -= 1
        case .foreign: lexer.skipScalar()
        case .mark, .text, .comment: break
        }
        state = depth == 0 ? .afterValue : .nested(depth)
        if depth == 0 { pair.valueEnd = lexer.place() }
    }

    private mutating func malformed(
        _ token: StringsLexer.Token,
        _ before: String,
        _ after: String,
        _ lexer: inout StringsLexer
    ) {
        if case .mark = token { lexer.unread() }
        let defect = Defect(
            rule: StringsRule.malformedPair,
            text: "\(before) \(StringsOutput.name(lexer.scalar))\(after)",
            remedy: "Write the pair as \"key\" = \"text\"; with straight quotation marks.",
            // A line that begins with something else is not to blame for the pair before it.
            place: lexer.isFirstOnLine ? pair.keyPlace : lexer.place(),
            related: lexer.isFirstOnLine ? [] : [pair.keyPlace]
        )
        recover(defect, afterJunk: false, lexer)
    }

    /// Reports what is wrong with a key or text that can be told from its neighbours all the same.
    private mutating func check(_ text: Text, _ what: String, at place: TextCursor.Place) {
        let whose = what == "key" ? "The key" : "The text of \(pair.name)"
        if text.isBroken {
            report(
                StringsRule.loneSurrogate,
                "\(whose) has an escape \\U that is only one half of a character; the pair is skipped.",
                remedy: "Write the character itself, such as 😀.",
                at: place,
                key: pair.key
            )
        } else if text.value == nil {
            report(
                StringsRule.tooLong,
                "\(whose) has \(text.length) bytes, more than the \(ReaderLimits.textBytes) that are read.",
                remedy: "Check whether a closing quotation mark is missing.",
                at: place,
                key: pair.key
            )
        }
        if let doubts = text.doubts {
            let more = doubts.more > 0 ? ", and \(doubts.more) more like it" : ""
            report(
                StringsRule.doubtfulEscape,
                "\(whose) has the escape \(doubts.first.written), which stands for \(doubts.first.means) in a .strings file\(more).",
                remedy: "Write the character itself" + (doubts.first.instead.map { ", or \($0)." } ?? "."),
                at: place,
                key: pair.key
            )
        }
    }

    private mutating func completePair(_ lexer: borrowing StringsLexer) {
        if let key = pair.key, let value = pair.value, !pair.isSpoilt {
            if lexer.isAtLineEnd {
                output.pair(key, value, notes: pair.notes, at: pair.valuePlace)
            } else {
                complete = pair
            }
        }
        beginPair()
    }

    mutating func beginPair() {
        pair = PendingPair()
        state = .key
    }

    /// Emits the last complete pair, now that no comment can belong to it any more.
    mutating func flush() {
        guard let done = complete, let key = done.key, let value = done.value else { return }
        complete = nil
        output.pair(key, value, notes: done.notes, at: done.valuePlace)
    }
}
