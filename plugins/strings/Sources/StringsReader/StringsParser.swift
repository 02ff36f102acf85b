import GlossportReading

/// Parses the tokens of a .strings file into pairs, and resumes after defects.
struct StringsParser {
    var output: ReadingOutput
    var lexer: StringsLexer
    var state = State.key
    var pair = PendingPair()
    /// The location of the open brace around all pairs, if there is one.
    private var brace: TextCursor.Place?
    /// The last complete pair; a comment on the rest of its line still belongs to it.
    private var complete: PendingPair?
    /// The filter for wanted keys; `nil` if all are wanted.
    private let wanted: KeyFilter?
    private var hasContent = false

    enum State {
        case key
        case afterKey
        case value
        case afterValue
        /// A value that is not a text, with the nesting depth of its braces and brackets.
        case nested(Int)
    }

    init(_ text: UnsafeRawBufferPointer, isCutOff: Bool = false, wanted: KeyFilter? = nil, output: ReadingOutput) {
        self.output = output
        self.wanted = wanted
        lexer = StringsLexer(text, isCutOff: isCutOff)
    }

    static func read(
        _ text: UnsafeRawBufferPointer,
        _ damage: Damage?,
        wanted: KeyFilter?,
        into output: inout ReadingOutput
    ) {
        var parser = StringsParser(text, isCutOff: damage != nil, wanted: wanted, output: output)
        repeat { parser.skipUnwanted() } while parser.step()
        if let damage { parser.finish(damage) } else { parser.finish() }
        output = parser.output
    }

    /// Reads one token, and skips text if necessary; returns `false` at the end of the file, or if reading must stop.
    mutating func step() -> Bool {
        let textsAllowed =
            switch state {
            case .key, .value, .nested: true
            case .afterKey, .afterValue: false
            }
        guard let token = lexer.next(texts: textsAllowed) else { return false }
        if case .comment = token {
            takeComment()
        } else {
            switch state {
            case .key: key(token)
            case .afterKey: afterKey(token)
            case .value: value(token)
            case .afterValue: afterValue(token)
            case .nested(let depth): nested(token, depth)
            }
            lexer.clearLineStart()
        }
        return !output.hasGivenUp
    }

    /// Skips unwanted pairs that are plain, unless a comment or a defect is pending.
    private mutating func skipUnwanted() {
        guard let wanted, case .key = state, complete == nil, pair.isUntouched else { return }
        while case (true, let name) = lexer.skipPair(unless: wanted, named: output.namesOthers) {
            hasContent = true
            output.other(name?.key ?? "", at: name?.place ?? TextCursor.Place())
        }
    }

    /// Keeps a comment for the pair after it, or before it on the same line.
    private mutating func takeComment() {
        let comment = lexer.comment
        guard comment.count <= ReaderLimits.textBytes else {
            output.finding(
                StringsRule.tooLong,
                "This comment has more than the \(ReaderLimits.textBytes) bytes that are read; its pair is skipped.",
                remedy: "Check whether the end of a comment, */, is missing.",
                at: lexer.tokenPlace()
            )
            pair.isSpoiled = true
            return
        }
        if lexer.swallowsPairs {
            output.finding(
                StringsRule.swallowedPairs,
                "This comment contains a pair and the beginning of another comment, so its own end is probably missing.",
                remedy: "Add */ where the comment should end.",
                at: lexer.tokenPlace()
            )
        }
        guard !comment.isEmpty else { return }
        if case .key = state, complete != nil {
            if !lexer.isFirstOnLine {
                complete?.add(note: lexer.content(of: comment))
                return
            }
            flush()
        }
        pair.add(note: lexer.content(of: comment))
    }

    // MARK: Between pairs

    private mutating func key(_ token: StringsLexer.Token) {
        flush()
        defer { hasContent = true }
        switch token {
        case .text:
            output.countEntry()
            pair.keyPlace = lexer.tokenPlace()
            check(lexer.string, "key", at: pair.keyPlace)
            pair.key = lexer.string
            state = .afterKey
        case .mark(UInt8(ascii: "{")) where !hasContent: brace = lexer.tokenPlace()
        case .mark(UInt8(ascii: "}")) where brace != nil: brace = nil
        case .mark(UInt8(ascii: ";")):
            output.finding(
                StringsRule.extraSemicolon,
                "Unexpected second semicolon: Apple's tools drop every pair after it. All pairs are read here.",
                remedy: "Delete the semicolon.",
                at: lexer.tokenPlace()
            )
        case .mark(UInt8(ascii: "}")):
            output.finding(
                StringsRule.strayText,
                "Unexpected closing brace: Apple's tools drop every pair after it.",
                remedy: "Delete the brace.",
                at: lexer.tokenPlace()
            )
        case .foreign where lexer.scalar == "\u{FEFF}":
            output.finding(
                StringsRule.strayByteOrderMark,
                "Unexpected byte order mark (U+FEFF, invisible): Apple's tools drop every pair after it.",
                remedy: "Delete the character, or deliver the two files that were joined here separately.",
                at: lexer.place()
            )
            lexer.skipScalar()
        case .mark, .foreign, .comment:
            if case .mark = token { lexer.unread() }
            let defect = Defect(
                rule: StringsRule.strayText,
                text: "\(Self.name(lexer.scalar)) is neither the beginning of a pair nor of a comment.",
                remedy: "Delete it, or make it a comment with /* and */.",
                place: lexer.place()
            )
            recover(from: defect, afterJunk: true)
        }
    }

    // MARK: Inside a pair

    private mutating func afterKey(_ token: StringsLexer.Token) {
        switch token {
        case .mark(UInt8(ascii: "=")): state = .value
        case .mark(UInt8(ascii: ";")):
            // In `key;`, the text equals the key.
            pair.value = pair.key
            pair.valuePlace = pair.keyPlace
            completePair()
        default: malformed(token, "After the key \(name) comes", ", not an equals sign.")
        }
    }

    private mutating func value(_ token: StringsLexer.Token) {
        switch token {
        case .text:
            pair.valuePlace = lexer.tokenPlace()
            check(lexer.string, "text", at: pair.valuePlace)
            pair.value = lexer.string
            state = .afterValue
            if !lexer.isNext(UInt8(ascii: ";")) { pair.valueEnd = lexer.place() }
        case .mark(let byte) where byte == UInt8(ascii: "{") || byte == UInt8(ascii: "(") || byte == UInt8(ascii: "<"):
            let kind =
                byte == UInt8(ascii: "{") ? "a dictionary" : byte == UInt8(ascii: "(") ? "an array" : "binary data"
            output.finding(
                StringsRule.notText,
                "The value of \(name) is \(kind), not a text; it is skipped.",
                remedy: "Write one text in quotation marks; plural forms can't be used in a retention message.",
                at: lexer.tokenPlace(),
                key: usableKey
            )
            pair.isSpoiled = true
            state = .nested(1)
        case .mark(UInt8(ascii: ";")):
            output.finding(
                StringsRule.malformedPair,
                "\(name) has an equals sign but no text.",
                remedy: "Write the text in quotation marks before the semicolon.",
                at: lexer.tokenPlace()
            )
            beginPair()
        default: malformed(token, "After the equals sign of \(name) comes", ", not a text.")
        }
    }

    private mutating func afterValue(_ token: StringsLexer.Token) {
        if case .mark(UInt8(ascii: ";")) = token { return completePair() }
        if case .mark = token { lexer.unread() }
        let defect = Defect(
            rule: StringsRule.missingSemicolon,
            text: lexer.isFirstOnLine
                ? "\(name) has no semicolon at its end."
                : "After the text of \(name) comes \(Self.name(lexer.scalar)), not a semicolon.",
            remedy: "Add the semicolon; a quotation mark inside a text is written \\\".",
            place: pair.valueEnd,
            related: pair.valueEnd.line > pair.valuePlace.line ? [pair.valuePlace] : []
        )
        recover(from: defect, afterJunk: false)
    }

    private mutating func nested(_ token: StringsLexer.Token, _ depth: Int) {
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

    private mutating func malformed(_ token: StringsLexer.Token, _ before: String, _ after: String) {
        if case .mark = token { lexer.unread() }
        let defect = Defect(
            rule: StringsRule.malformedPair,
            text: "\(before) \(Self.name(lexer.scalar))\(after)",
            remedy: "Write the pair as \"key\" = \"text\"; with straight quotation marks.",
            // If the token is the first on its line, it probably does not belong to the pair, so the pair is reported
            // instead.
            place: lexer.isFirstOnLine ? pair.keyPlace : lexer.place(),
            related: lexer.isFirstOnLine ? [] : [pair.keyPlace]
        )
        recover(from: defect, afterJunk: false)
    }

    /// Reports defects of a key or text that do not affect the pairs around it.
    private mutating func check(_ text: StringsLexer.Text, _ what: String, at place: TextCursor.Place) {
        if text.isUsable, text.doubts == 0 { return }
        let whose = what == "key" ? "The key" : "The text of \(name)"
        if text.isBroken {
            output.finding(
                StringsRule.loneSurrogate,
                "\(whose) has an escape \\U that is only one half of a character; the pair is skipped.",
                remedy: "Write the character itself, such as 😀.",
                at: place,
                key: usableKey
            )
        } else if text.isTooLong {
            output.finding(
                StringsRule.tooLong,
                "\(whose) has \(text.length) bytes, more than the \(ReaderLimits.textBytes) that are read.",
                remedy: "Check whether a closing quotation mark is missing.",
                at: place,
                key: usableKey
            )
        }
        if let doubt = lexer.firstDoubt(in: text) {
            let more = text.doubts > 1 ? ", and \(text.doubts - 1) more like it" : ""
            output.finding(
                StringsRule.doubtfulEscape,
                "\(whose) has the escape \(doubt.written), which stands for \(doubt.means) in a .strings file\(more).",
                remedy: "Write the character itself" + (doubt.instead.map { ", or \($0)." } ?? "."),
                at: place,
                key: usableKey
            )
        }
    }

    // MARK: Complete pairs

    private mutating func completePair() {
        if pair.key?.isUsable ?? false, pair.value?.isUsable ?? false, !pair.isSpoiled {
            if lexer.isAtLineEnd { emit(pair) } else { complete = pair }
        }
        beginPair()
    }

    private mutating func beginPair() {
        pair = PendingPair()
        state = .key
    }

    /// Emits the last complete pair when no further comment can belong to it.
    private mutating func flush() {
        guard let done = complete else { return }
        complete = nil
        emit(done)
    }

    private mutating func emit(_ done: PendingPair) {
        guard let key = done.key, let value = done.value else { return }
        if let wanted, !lexer.withContent(of: key, { wanted.accepts($0) }) {
            return output.other(output.namesOthers ? lexer.content(of: key) : "", at: done.valuePlace)
        }
        output.unit(
            lexer.content(of: key),
            target: lexer.content(of: value),
            notes: done.notes,
            at: done.valuePlace
        )
    }

    private var usableKey: String? { pair.key.flatMap { $0.isUsable ? lexer.content(of: $0) : nil } }

    private var name: String { usableKey?.quoted ?? "a pair" }

    /// Returns the notation of a character in a message; its code point if it is invisible.
    private static func name(_ scalar: Unicode.Scalar?) -> String {
        guard let scalar else { return "the end of the file" }
        switch scalar {
        case "\u{FEFF}": return "U+FEFF (an invisible byte order mark)"
        case "\u{A0}": return "U+00A0 (a no-break space)"
        case "“", "”", "„", "‘", "’", "«", "»": return "\(scalar) (not a straight quotation mark)"
        default: break
        }
        let isShown = scalar.isPlain && !scalar.properties.isWhitespace && scalar.properties.generalCategory != .format
        return isShown ? "“\(scalar)”" : scalar.codePoint
    }

    // MARK: Recovery

    private mutating func recover(from defect: Defect, afterJunk: Bool) {
        var progress = Recovery(afterJunk: afterJunk, atLineStart: lexer.isFirstOnLine)
        guard lexer.skip(&progress) else { return }
        let end = lexer.place()
        let whose = pair.keyPlace == TextCursor.Place() && pair.key == nil ? "" : " The pair is skipped."
        let skipped =
            lexer.isAtEnd
            ? " Everything up to the end of the file is skipped."
            : "\(whose) Reading goes on in line \(end.line)\(end.line == defect.place.line ? ", column \(end.column)" : "")."
        output.finding(
            defect.rule,
            defect.text + skipped,
            remedy: defect.remedy,
            at: defect.place,
            related: defect.related
        )
        beginPair()
    }

    mutating func finish() {
        flush()
        guard !output.hasGivenUp else { return }
        switch lexer.unfinished {
        case .text:
            let what = if case .value = state { "The text of \(name)" } else { "A text" }
            output.finding(
                StringsRule.unterminatedText,
                "\(what) has no closing quotation mark; everything from here to the end of the file is skipped.",
                remedy: "Add the quotation mark, or ask for the file again if it was cut off.",
                at: lexer.tokenPlace()
            )
        case .comment:
            output.finding(
                StringsRule.unterminatedComment,
                "This comment has no end; everything from here to the end of the file is taken as comment.",
                remedy: "Close the comment with */.",
                at: lexer.tokenPlace()
            )
        case nil: reportTruncatedPair()
        }
        if let brace {
            output.finding(
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
        output.finding(
            StringsRule.truncatedPair,
            "The file ends inside \(name), before its semicolon; the pair is skipped.",
            remedy: "Add the semicolon, or ask for the file again if it was cut off.",
            at: place
        )
    }

    private mutating func finish(_ damage: Damage) {
        flush()
        guard !output.hasGivenUp else { return }
        lexer.skipAll()
        output.finding(StringsRule.badBytes, damage.sentence, remedy: damage.remedy, at: lexer.place())
    }
}

struct PendingPair {
    var key: StringsLexer.Text?
    var keyPlace = TextCursor.Place()
    var value: StringsLexer.Text?
    var valuePlace = TextCursor.Place()
    /// The correct position of a missing semicolon.
    var valueEnd = TextCursor.Place()
    /// The comments before and inside it, and after it on its last line.
    var notes: [String] = []
    /// Whether the pair is skipped because its value is not a text or a comment was too long, which has been reported.
    var isSpoiled = false

    var isUntouched: Bool { key == nil && notes.isEmpty && !isSpoiled }

    mutating func add(note: String) {
        if notes.count < ReaderLimits.notesPerUnit { notes.append(note) }
    }
}

/// A defect, reported after the position to resume reading is known.
struct Defect {
    var rule: RuleDescription
    var text: String
    var remedy: String
    var place: TextCursor.Place
    var related: [TextCursor.Place] = []
}
