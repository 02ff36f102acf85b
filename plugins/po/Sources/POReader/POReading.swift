import GlossportReading

struct POReading {
    /// Whether reading has stopped, for a reason that has been reported.
    private(set) var isOver = false
    private var output: ReadingOutput
    private var parser = EntryParser()
    private let header: POHeader
    private let encoding: TextEncoding
    private let charset: String
    private let wanted: KeyFilter?
    private let keyPart: POReader.KeyPart?
    private var hasEntries = false

    init(
        _ source: SourceFile,
        _ header: POHeader,
        locale: String?,
        wanted: KeyFilter?,
        keyPart: POReader.KeyPart?,
        emit: @escaping (ReadEvent) -> Void
    ) {
        (self.header, self.wanted, self.keyPart) = (header, wanted, keyPart)
        // `CHARSET` is xgettext's placeholder in templates.
        let isNamed = header.charset != nil && header.charset?.text != "CHARSET"
        let name = isNamed ? header.charset?.text ?? "" : "UTF-8"
        let named = Charset.encoding(named: name)
        (encoding, charset) = header.hasMark || named == nil ? (.utf8, "UTF-8") : (named ?? .utf8, name.uppercased())
        let language = header.language.flatMap { Self.decoded($0.text, in: named ?? .utf8) }
        let pathLocale = LocaleInPath(source)
        output = ReadingOutput(
            path: source.path,
            locale: locale ?? language ?? pathLocale?.name,
            surrender: (PORule.tooManyDefects, "a PO file"),
            emit: emit
        )
        checkCharset(name, named)
        if isOver { return }
        output.detect("encoding", charset)
        let place = header.language?.place ?? TextCursor.Place()
        if let declared = language ?? pathLocale?.name { output.declare(declared, at: place) }
        // Glossport itself compares the user's locale with the declared one.
        if locale == nil, let language, let pathLocale { compare(language, pathLocale) }
    }

    private mutating func checkCharset(_ name: String, _ named: TextEncoding?) {
        let place = header.charset?.place ?? TextCursor.Place()
        if header.isWide {
            refuse("The file is in UTF-16 or UTF-32, which a PO file can't use.", at: TextCursor.Place())
        } else if Charset.isWide(name) {
            refuse("The header declares the encoding \(name.quoted), which a PO file can't use.", at: place)
        } else if header.hasMark {
            guard named != .utf8 else { return }
            var rule = PORule.charset
            rule.severity = .warning
            output.finding(
                rule,
                "The file begins with the byte order mark of UTF-8, but its header declares \(name.quoted).",
                remedy: "Correct the header.",
                at: place
            )
        } else if named == nil {
            refuse("The header names the encoding \(name.quoted), which is unknown.", at: place)
        }
    }

    private mutating func refuse(_ text: String, at place: TextCursor.Place) {
        output.finding(PORule.charset, text, remedy: PORule.encodingRemedy, at: place)
        isOver = true
    }

    private mutating func compare(_ language: String, _ other: LocaleInPath) {
        guard LanguageTag.contradict(language, other.name) else { return }
        output.finding(
            PORule.languageMismatch,
            "The file is \(other.isFolder ? "in a folder for" : "named after") \(other.name.shortened), but “Language” in its "
                + "header is \(language.shortened); \(language.shortened) counts.",
            remedy: "Correct “Language” in the header, or the name of the file or its folder.",
            at: header.language?.place ?? TextCursor.Place()
        )
    }

    // MARK: Lines

    /// Reads a line in the file's encoding, without its end.
    mutating func read(_ bytes: UnsafeRawBufferPointer, _ line: POLine) {
        if isOver { return }
        if encoding == .utf8 ? String(validating: bytes, as: UTF8.self) != nil : bytes.allSatisfy({ $0 < 0x80 }) {
            parser.read(bytes, line)
        } else if encoding != .utf8, var text = encoding.text(of: Array(bytes)) {
            text.withUTF8 { parser.read(UnsafeRawBufferPointer($0), line) }
        } else {
            readDamaged(bytes, line)
        }
        handleEvents()
    }

    private mutating func readDamaged(_ bytes: UnsafeRawBufferPointer, _ line: POLine) {
        var line = line
        var damage = LineDamage(bytes, in: encoding)
        // A cut line may end inside a character.
        if !line.isCut {
            line.hasBadBytes = true
            output.finding(
                PORule.badBytes,
                "The bytes \(damage.hexadecimal) are not \(charset).",
                remedy: PORule.encodingRemedy,
                at: TextCursor.Place(line: line.number, column: damage.column)
            )
            isOver = output.hasGivenUp
        }
        damage.replaced.withUTF8 { parser.read(UnsafeRawBufferPointer($0), line) }
    }

    private mutating func handleEvents() {
        for event in parser.takeEvents() where !isOver {
            switch event {
            case .defect(let defect): report(defect.rule, defect.text, remedy: defect.remedy, at: defect.place)
            case .entry(let entry, let isLast): take(entry, isLast: isLast)
            }
        }
    }

    private mutating func report(
        _ rule: RuleDescription,
        _ text: String,
        remedy: String,
        request: String? = nil,
        at place: TextCursor.Place,
        key: String? = nil
    ) {
        output.finding(rule, text, remedy: remedy, request: request, at: place, key: key)
        if output.hasGivenUp { isOver = true }
    }

    mutating func end() -> ReadSummary {
        parser.finish(isLast: true)
        handleEvents()
        if !isOver, parser.comments.belongsToEntry, !parser.comments.isSpoiled {
            report(
                PORule.truncated,
                "The file ends after the comments of an entry, without the entry.",
                remedy: PORule.truncationRemedy,
                at: TextCursor.Place(line: parser.line.number)
            )
        } else if !isOver, !hasEntries, output.errors == 0 {
            report(
                PORule.empty,
                "The file has no entries that are in use.",
                remedy: "Deliver the file again, with its texts.",
                at: TextCursor.Place()
            )
        }
        output.skip("obsolete", parser.obsolete)
        return output.summary
    }

    // MARK: Entries

    private mutating func take(_ entry: POEntry, isLast: Bool) {
        guard let texts = texts(of: entry) else { return }
        if texts.context == nil, texts.id.isEmpty {
            guard entry.place != header.place else { return }
            report(
                PORule.lateHeader,
                "This header is not at the beginning; the rest is not read.",
                remedy: "Deliver each file separately, with its header first.",
                at: entry.place
            )
            isOver = true
            return
        }
        hasEntries = true
        output.countEntry()
        if keyPart == .context, texts.context?.isEmpty ?? true { return output.skip("no context") }
        let context = keyPart == .text ? nil : texts.context.flatMap { $0.isEmpty ? nil : $0 }
        let key = context ?? texts.id
        guard !key.isEmpty else {
            return report(
                PORule.noKey,
                "An entry has no key: its msgid is empty.",
                remedy: "Write the key as msgctxt, or remove the option “context”.",
                request: "Write the key as msgctxt.",
                at: entry.place
            )
        }
        let isWanted = wanted?.accepts(key) ?? true
        if entry.fields[.plural] != nil {
            if isWanted {
                report(
                    PORule.plural,
                    "\(entry.name) has plural forms; it is not read.",
                    remedy: "Give the key one plain text if it is meant for a retention message.",
                    at: entry.place,
                    key: key
                )
            }
            return output.skip("plural")
        }
        if isLast, checkEnd(of: entry, texts, key) { return }
        guard isWanted else { return output.other(key, at: texts.place) }
        output.unit(
            key,
            // A msgid that serves as the key is not a source text.
            source: texts.id.isEmpty || texts.id == key ? nil : texts.id,
            target: texts.string,
            entry.isFuzzy ? .needsReview : .translated,
            notes: entry.notes,
            at: texts.place
        )
    }

    private struct Texts {
        var context: String?
        var id: String
        var string: String
        var place: TextCursor.Place
    }

    /// Returns the texts of an entry; `nil` if a defect has been reported.
    private mutating func texts(of entry: POEntry) -> Texts? {
        var texts: [POEntry.Part: String] = [:]
        for part in [POEntry.Part.context, .id, .string] {
            guard let field = entry.fields[part] else { continue }
            let name = part.keyword
            guard field.length <= ReaderLimits.textBytes else { return reportTooLong(entry, field, name) }
            guard let text = field.text(in: encoding) else {
                let sentence = "The escape sequences in the \(name) are not \(charset)."
                report(PORule.badBytes, sentence, remedy: "Write the characters themselves.", at: field.place)
                return nil
            }
            guard text.utf8.count <= ReaderLimits.textBytes else { return reportTooLong(entry, field, name) }
            guard !text.utf8.contains(0) else {
                let sentence = "\(entry.name) has the character U+0000 in its \(name)."
                report(PORule.badCharacter, sentence, remedy: "Remove it.", at: field.place)
                return nil
            }
            texts[part] = text
        }
        guard let id = texts[.id], let string = texts[.string], let place = entry.fields[.string]?.place else {
            return nil
        }
        return Texts(context: texts[.context], id: id, string: string, place: place)
    }

    private mutating func reportTooLong(_ entry: POEntry, _ field: POField, _ name: String) -> Texts? {
        report(
            PORule.tooLong,
            "\(entry.name) has a \(name) of more than the \(ReaderLimits.textBytes) bytes that are read.",
            remedy: PORule.lengthRemedy,
            at: field.place
        )
        return nil
    }

    /// Checks the last entry of the file; returns whether it is skipped because it may be incomplete.
    private mutating func checkEnd(of entry: POEntry, _ texts: Texts, _ key: String) -> Bool {
        if mayBeCut(entry, texts) {
            report(
                PORule.truncated,
                "\(entry.name) is the last one, and its text may be truncated.",
                remedy: "Deliver the file again; if the text is complete, end the file with a line end or a comment.",
                at: entry.place,
                key: key
            )
            return true
        }
        if texts.string.isEmpty, !parser.line.hasLineEnd {
            var rule = PORule.truncated
            rule.severity = .warning
            report(
                rule,
                "\(entry.name) is the last one and has no translation, or was cut off.",
                remedy: "Deliver the file again if a translation is missing; else end the file with a line end.",
                at: entry.place,
                key: key
            )
        }
        return false
    }

    /// Whether strings may be missing at the end of the file, because a multiline text has no end marker.
    private func mayBeCut(_ entry: POEntry, _ texts: Texts) -> Bool {
        let isLong = (entry.fields[.string]?.count ?? 0) > 1
        let isLongSource = (entry.fields[.id]?.count ?? 0) > 1
        if !parser.line.hasLineEnd, !parser.hasGap, isLong || isLongSource && texts.string.isEmpty { return true }
        guard isLong, isLongSource, let last = texts.string.unicodeScalars.last else { return false }
        return (last == " " || last == "\n") && last != texts.id.unicodeScalars.last
    }

    // MARK: Names

    /// Decodes a header value, which was read as Latin-1, in the file's encoding; returns `nil` if it is invalid.
    private static func decoded(_ value: String, in encoding: TextEncoding) -> String? {
        encoding.text(of: value.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
    }
}
