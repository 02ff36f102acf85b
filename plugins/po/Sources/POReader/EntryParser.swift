import GlossportReading

/// Assembles entries from lines and reports syntax errors; the caller checks the texts.
struct EntryParser {
    /// A complete entry or a defect.
    enum Event {
        case entry(POEntry, isLast: Bool)
        case defect(Defect)
    }

    /// A defect, which the caller reports as a finding.
    struct Defect {
        var rule: RuleDescription
        var text: String
        var remedy: String
        var place: TextCursor.Place
    }

    struct Comments {
        var notes: [String] = []
        var isFuzzy = false
        /// Whether a comment could not be read, which has been reported.
        var isSpoiled = false
        /// Whether a comment is of a kind that only entries have.
        var belongsToEntry = false
    }

    private(set) var line = POLine()
    /// Whether the line before the next token is blank.
    private(set) var hasGap = false
    private(set) var obsolete = 0
    private(set) var comments = Comments()
    private var entry: POEntry?
    private var events: [Event] = []

    /// Removes and returns the entries and defects since the last call, in file order.
    mutating func takeEvents() -> [Event] {
        defer { if !events.isEmpty { events = [] } }
        return events
    }

    // MARK: Lines

    /// Reads a line, which must be UTF-8 and without its line end.
    mutating func read(_ text: UnsafeRawBufferPointer, _ line: POLine) {
        self.line = line
        let start = POToken.endOfBlanks(in: text, from: 0)
        let place = TextCursor.Place(line: line.number, column: start + 1)
        if start < text.count, text[start] == UInt8(ascii: "#") {
            comment(text, from: start + 1, at: place)
        } else if line.isCut {
            tokens(text, from: start)
            defect(PORule.tooLong, "A line is too long.", remedy: PORule.lengthRemedy, at: place)
        } else {
            tokens(text, from: start)
        }
        hasGap = start == text.count
    }

    private mutating func tokens(_ text: UnsafeRawBufferPointer, from start: Int) {
        var cursor = TextCursor(at: TextCursor.Place(line: line.number))
        var position = start
        while position < text.count {
            let place = cursor.advance(to: position, in: text)
            guard let token = POToken(text, at: position) else {
                return junk(UnsafeRawBufferPointer(rebasing: text[position...]), at: place, isFirst: position == start)
            }
            switch token.kind {
            case .keyword(let part, let hasIndex): keyword(part, hasIndex: hasIndex, at: place)
            case .text(let range): string(UnsafeRawBufferPointer(rebasing: text[range]), at: place)
            }
            hasGap = false
            if line.hasBadBytes { entry?.isSpoiled = true }
            position = token.end
        }
    }

    private mutating func junk(_ text: UnsafeRawBufferPointer, at place: TextCursor.Place, isFirst: Bool) {
        // An overlong line is reported when all its tokens have been read.
        if line.isCut { return }
        if isFirst, hasGap, entry?.isComplete == true { finish() }
        guard line.hasLineEnd else {
            return defect(
                PORule.truncated,
                "The file ends in the middle of an entry.",
                remedy: PORule.truncationRemedy,
                at: place
            )
        }
        guard text.first != UInt8(ascii: "\"") else {
            return defect(
                PORule.noClosingQuote,
                "A text has no closing quotation mark on its line.",
                remedy: "Close the quotation marks, and write a quotation mark in a text as \\\".",
                at: place
            )
        }
        let end = text.lastIndex { !POToken.isBlank($0) } ?? 0
        let rest = String(decoding: text[...end].prefix(200), as: UTF8.self).quoted
        guard isFirst else {
            return defect(
                PORule.syntax,
                "\(rest) is in place of a text in quotation marks.",
                remedy: "Remove it, or write a quotation mark in a text as \\\".",
                at: place
            )
        }
        // This may be the end of this entry or the start of the next one, so both are skipped.
        let wasSpoiled = entry?.isSpoiled == true
        defect(
            PORule.syntax,
            "The line \(rest) is not part of an entry.",
            remedy: "Remove it, or make it a comment with #.",
            at: place
        )
        if wasSpoiled || entry?.isComplete == true {
            entry = POEntry(place: place, notes: [], isFuzzy: false, isSpoiled: true)
        }
    }

    private mutating func comment(_ line: UnsafeRawBufferPointer, from start: Int, at place: TextCursor.Place) {
        finish()
        let kind = start < line.count ? line[start] : 0
        switch kind {
        case UInt8(ascii: "~"):
            // The preceding comments belong to the obsolete entry.
            comments = Comments()
            if POToken.isObsoleteEntry(line, from: start + 1) { obsolete += 1 }
        case UInt8(ascii: ","), UInt8(ascii: "="):
            comments.belongsToEntry = true
            let flags = line[(start + 1)...].split { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ",") }
            if flags.contains(where: { $0.elementsEqual("fuzzy".utf8) }) { comments.isFuzzy = true }
        case UInt8(ascii: ":"), UInt8(ascii: "|"): comments.belongsToEntry = true
        case UInt8(ascii: "."):
            comments.belongsToEntry = true
            note(line[(start + 1)...], at: place)
        default: note(line[start...], at: place)
        }
    }

    private mutating func note(_ content: Slice<UnsafeRawBufferPointer>, at place: TextCursor.Place) {
        // The bad bytes have been reported.
        if line.hasBadBytes { return }
        let note = String(decoding: content, as: UTF8.self).trimmingWhitespace
        if line.isCut || note.utf8.count > ReaderLimits.textBytes {
            comments.isSpoiled = true
            report(
                PORule.tooLong,
                "A comment is longer than \(ReaderLimits.textBytes) bytes.",
                remedy: "Shorten the comment.",
                at: place
            )
        } else if note.utf8.contains(0) {
            report(PORule.badCharacter, "A comment has the character U+0000.", remedy: "Remove it.", at: place)
        } else if !note.isEmpty, comments.notes.count < ReaderLimits.notesPerUnit {
            comments.notes.append(note)
        }
    }

    // MARK: Entries

    private mutating func begin(at place: TextCursor.Place) {
        finish()
        entry = POEntry(
            place: place,
            notes: comments.notes,
            isFuzzy: comments.isFuzzy,
            isSpoiled: comments.isSpoiled
        )
        comments = Comments()
    }

    private mutating func keyword(_ part: POEntry.Part, hasIndex: Bool, at place: TextCursor.Place) {
        if let entry {
            let isUnknown = entry.fields.isEmpty
            let begins =
                switch part {
                case .context: !isUnknown
                case .id: entry.fields[.id] != nil || entry.isComplete
                case .string: entry.isComplete && hasGap && !hasIndex
                case .plural: false
                }
            if begins || isUnknown && hasGap { begin(at: place) }
        } else {
            begin(at: place)
        }
        if let problem = problem(with: part, hasIndex: hasIndex) {
            defect(PORule.incomplete, problem.text, remedy: problem.remedy, at: place)
        }
        if entry?.fields[part] == nil { entry?.fields[part] = POField(at: place) }
        entry?.last = part
    }

    /// Returns the reason why a part cannot follow the current parts of the entry; `nil` if it can.
    private func problem(with part: POEntry.Part, hasIndex: Bool) -> (text: String, remedy: String)? {
        guard let entry, part == .plural || part == .string else { return nil }
        if entry.fields[.id] == nil || part == .plural && entry.isComplete {
            return ("A \(part.keyword) has no msgid before it.", "Write the msgid before it.")
        }
        if part == .plural { return nil }
        if hasIndex != (entry.fields[.plural] != nil) {
            let text = hasIndex ? "has plural forms in its msgstr but no" : "has no plural forms in its msgstr but a"
            return ("\(entry.name) \(text) msgid_plural.", "Write both or neither.")
        }
        if entry.isComplete, !hasIndex { return ("\(entry.name) has a second msgstr.", "Remove one of the two.") }
        return nil
    }

    private mutating func string(_ content: UnsafeRawBufferPointer, at place: TextCursor.Place) {
        guard let part = entry?.last else {
            return defect(
                PORule.syntax,
                "A text in quotation marks belongs to no entry.",
                remedy: "Write msgid or msgstr before it.",
                at: place
            )
        }
        guard let wrong = entry?.fields[part]?.append(content, at: place) else { return }
        var cursor = TextCursor(at: TextCursor.Place(line: place.line, column: place.column + 1))
        defect(
            PORule.badEscape,
            "\(wrong.written.quoted) is not an escape sequence.",
            remedy: "Write a backslash in a text as \\\\.",
            at: cursor.advance(to: wrong.offset, in: content)
        )
    }

    /// Ends the entry: adds it to the events, or reports a missing part; drops a defective entry.
    mutating func finish(isLast: Bool = false) {
        guard let entry else { return }
        self.entry = nil
        if entry.isSpoiled { return }
        let missing = [POEntry.Part.id, .string].first { entry.fields[$0] == nil }
        let empty = POEntry.Part.allCases.first { entry.fields[$0]?.count == 0 }
        guard let part = empty ?? missing else { return events.append(.entry(entry, isLast: isLast)) }
        let lack = empty == nil ? part.keyword : "text after \(part.keyword)"
        if isLast {
            let name = entry.name.prefix(1).lowercased() + entry.name.dropFirst()
            report(
                PORule.truncated,
                "The file ends inside an entry: \(name) has no \(lack).",
                remedy: PORule.truncationRemedy,
                at: entry.place
            )
        } else {
            report(
                PORule.incomplete,
                "\(entry.name) has no \(lack).",
                remedy: "Complete the entry, or remove it.",
                at: entry.place
            )
        }
    }

    // MARK: Defects

    /// Marks the current entry as defective; reports only its first defect.
    private mutating func defect(
        _ rule: RuleDescription,
        _ text: String,
        remedy: String,
        at place: TextCursor.Place
    ) {
        if entry == nil { begin(at: place) }
        guard entry?.isSpoiled == false else { return }
        entry?.isSpoiled = true
        report(rule, text, remedy: remedy, at: place)
    }

    private mutating func report(
        _ rule: RuleDescription,
        _ text: String,
        remedy: String,
        at place: TextCursor.Place
    ) { events.append(.defect(Defect(rule: rule, text: text, remedy: remedy, place: place))) }
}
