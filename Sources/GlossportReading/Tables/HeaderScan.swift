/// The known and unknown words of a header, with its languages, codes, regions and fields.
struct HeaderScan {
    private(set) var words: Set<HeaderWord> = []
    private(set) var field: String?
    private(set) var hasNumber = false
    /// The languages in header order, with adjacent scripts and regions.
    private var found: [Found] = []
    /// The unknown words, with the index of the slash-separated part that contains them.
    private var unknown: [Unknown] = []
    /// Whether there is a code with a region or script; any remark may follow it.
    private var hasCompleteCode = false
    /// A word for older or unfinished texts, such as `old` or `mt`.
    ///
    /// Texts headed `current` may be final, so that word does not count; `mt` counts only if it does not mean Maltese.
    private var doubt: String?
    private var hasID = false
    private var isBehindCode = false

    private struct Unknown {
        var word: String
        var part: Int
        var isBracketed = false
        /// Whether it is a remark after a complete code.
        var isBehindCode = false
    }

    private struct Found {
        var tag: LanguageTag
        var code: String?
        var part: Int
        var evidence = Evidence.certain
    }

    /// The evidence that a short word needs to count as a language.
    private enum Evidence { case certain, besideWord, besideLanguage }

    private struct Piece {
        var text: Substring
        /// The hyphen or underscore before it.
        var joint: Character?
        var isBracketed = false
        /// Whether it follows a separator of remarks: a bracket, a colon, a long dash, or a hyphen after a space.
        var isRemark = false
        var part = 0
    }

    private static let remarks: Set<String> = [
        "comment", "comments", "note", "notes", "remark", "remarks", "feedback", "kommentar", "kommentare", "bemerkung",
        "bemerkungen", "anmerkung", "anmerkungen", "commentaire", "commentaires", "comentario", "comentarios",
        "commento",
    ]

    private static let doubts: Set<String> = [
        "not", "dont", "donot", "deprecated", "obsolete", "superseded", "unused", "wip", "nicht", "veraltet",
        "obsolète",
        "obsoleto", "provisional", "temporary", "temp", "placeholder", "pretranslated",
    ]

    /// The maximum number of characters examined.
    private static let longest = 96
    private static let mostPieces = 16

    /// Scans a header that is not a single known word.
    init(_ header: String) {
        let pieces = Self.pieces(of: header)
        let isAllCaps = !header.contains(where: \.isLowercase)
        var index = 0
        while index < pieces.count {
            index += take(pieces[index...], of: pieces, isAllCaps: isAllCaps && pieces.count > 1)
            // Cells with texts are scanned, too: three unknown words, without a known one, identify such a cell.
            if unknown.count > 2, found.isEmpty, words.isEmpty { break }
        }
        // Short words need confirmation by another word: `it - Italian` and `Status de` are languages, `ha ha` is not
        // Hausa.
        let hasWord = !words.isEmpty || field != nil
        let certain = found.filter { $0.evidence == .certain || $0.evidence == .besideWord && hasWord }
        for entry in found where !certain.contains(where: { Self.agree($0.tag, entry.tag) }) {
            unknown.append(Unknown(word: entry.code ?? "", part: entry.part))
        }
        found = found.filter { entry in certain.contains { Self.agree($0.tag, entry.tag) } }
        // In `id - Indonesian`, `id` does not mean a key.
        if hasID, !found.contains(where: { $0.tag.language == "id" }) { words.insert(.role(.key)) }
    }

    /// Whether every word is known or may be ignored.
    var isUnderstood: Bool {
        if unknown.isEmpty || hasCompleteCode && unknown.allSatisfy(\.isBehindCode) { return true }
        // Remarks in brackets after a role may be ignored: `Key (do not edit)`.
        let hasRole = field != nil || words.contains { if case .role = $0 { true } else { false } }
        if hasRole, found.isEmpty { return unknown.allSatisfy(\.isBracketed) }
        // In `FRENCH / …`, the other part may repeat the name in an unsupported language.
        let parts = Set(found.map(\.part))
        return !parts.isEmpty && words.isEmpty && unknown.allSatisfy { !parts.contains($0.part) }
    }

    var isContradictory: Bool { Set(found.map { Self.folded($0.tag.language) }).count > 1 }

    var locales: [String] {
        guard !isContradictory else { return [] }
        var merged: [Found] = []
        for entry in found {
            if let index = merged.firstIndex(where: { Self.agree($0.tag, entry.tag) }) {
                merged[index] = Self.merged(merged[index], entry)
            } else {
                merged.append(entry)
            }
        }
        return merged.map { $0.code ?? Self.text(of: $0.tag) }
    }

    /// Whether the header marks its texts as not final: `old`, `draft`, `do not use`, `pending`.
    var isDoubtful: Bool {
        if let doubt, !found.contains(where: { $0.tag.language == doubt }) { return true }
        let words = unknown.map { HeaderWord.plain($0.word) }
        // `en-US (do not edit)` is the source.
        if words.contains(where: { ["edit", "change", "modify", "translate", "touch", "delete"].contains($0) }) {
            return false
        }
        return words.contains { Self.doubts.contains($0) || StateWord.state(of: $0).map { $0 < .translated } == true }
    }

    /// Whether the header contains a word reserved for remarks, such as `comment`; a description may be a text.
    private(set) var isRemark = false

    var stem: String { unknown.map { HeaderWord.plain($0.word) }.joined(separator: " ") }

    // MARK: Words

    /// Reads the longest known phrase at the start; returns its number of pieces.
    private mutating func take(_ pieces: ArraySlice<Piece>, of all: [Piece], isAllCaps: Bool) -> Int {
        guard let first = pieces.first else { return 1 }
        // A phrase does not extend across a bracket or another separator.
        let most = pieces.dropFirst().prefix {
            $0.isBracketed == first.isBracketed && $0.part == first.part && !$0.isRemark
        }
        for count in stride(from: min(4, most.count + 1), to: 0, by: -1) {
            let phrase = pieces.prefix(count)
            let isEdge = pieces.startIndex == all.startIndex || phrase.endIndex == all.endIndex
            if takeLanguage(phrase) || takeField(phrase) || takeWord(phrase) {
                isBehindCode = false
                return count
            }
            if takeCode(phrase, isAllCaps: isAllCaps, isEdge: isEdge) || takeRegion(phrase) { return count }
        }
        if first.text.allSatisfy({ $0.isASCII && $0.isNumber }) {
            hasNumber = true
        } else {
            let isRemark = first.isRemark || first.isBracketed || unknown.last?.isBehindCode == true
            unknown.append(
                Unknown(
                    word: String(first.text),
                    part: first.part,
                    isBracketed: first.isBracketed,
                    isBehindCode: hasCompleteCode && isRemark
                )
            )
        }
        return 1
    }

    private mutating func takeLanguage(_ phrase: ArraySlice<Piece>) -> Bool {
        let name = phrase.map(\.text).joined(separator: " ").lowercased()
        guard let code = LanguageNames.code(inAnyLanguage: name) else { return false }
        found.append(Found(tag: LanguageTag(beginning: code), code: nil, part: phrase.first?.part ?? 0))
        return true
    }

    private mutating func takeField(_ phrase: ArraySlice<Piece>) -> Bool {
        let text = phrase.map(\.text).joined(separator: " ")
        guard field == nil, let name = RecordField.name(ofColumn: text) else { return false }
        field = name
        return true
    }

    private mutating func takeWord(_ phrase: ArraySlice<Piece>) -> Bool {
        let text = phrase.map(\.text).joined()
        guard let word = HeaderWord(text) else { return false }
        if case .role = word {
        } else if unknown.contains(where: { ["not", "nicht"].contains($0.word.lowercased()) }) {
            // Negated words, such as `not approved` and `do not edit`.
            return false
        }
        if word == .role(.key), text.lowercased() == "id" {
            hasID = true
        } else if word != .filler {
            words.insert(word)
            let plain = HeaderWord.plain(text)
            if word == .older, !["current", "existing", "v1"].contains(plain) { doubt = plain }
            isRemark = isRemark || Self.remarks.contains(plain)
        }
        return true
    }

    /// Reads a code, such as `de_DE`.
    ///
    /// A short code needs further evidence if it is not in capitals, or if the whole header is, because it may be a
    /// word: `is active`.
    private mutating func takeCode(_ phrase: ArraySlice<Piece>, isAllCaps: Bool, isEdge: Bool) -> Bool {
        guard let first = phrase.first, phrase.dropFirst().allSatisfy({ $0.joint != nil }) else { return false }
        let code = phrase.dropFirst().reduce(into: String(first.text)) { $0 += "\($1.joint ?? "-")\($1.text)" }
        // `fr-FR-FR` is not a code.
        guard code.utf8.count <= 16, LanguageCodes.isCode(code), first.joint == nil || !isBehindCode else {
            return false
        }
        let isComplete = phrase.count > 1
        // `(BR)` beside a language is a region, although it is also the code for Breton.
        if !isComplete, takeRegion(phrase) { return true }
        let isShort = !isComplete && !first.isBracketed && first.joint == nil
        let isOwnWord = isEdge && code.utf8.count == 2 && !AmbiguousWord.contains(code)
        var evidence = Evidence.certain
        if isShort, isAllCaps || code != code.uppercased() { evidence = isOwnWord ? .besideWord : .besideLanguage }
        found.append(Found(tag: LanguageTag(beginning: code), code: code, part: first.part, evidence: evidence))
        hasCompleteCode = hasCompleteCode || isComplete
        isBehindCode = true
        return true
    }

    /// Reads a region or script beside a language.
    private mutating func takeRegion(_ phrase: ArraySlice<Piece>) -> Bool {
        guard let last = found.last, let first = phrase.first else { return false }
        let text = phrase.map(\.text).joined(separator: " ")
        // `Portuguese (PT)` adds a region; in `German (DE)`, both parts mean the same.
        let isAttached = first.isBracketed || first.joint != nil && !isBehindCode
        // `do` in `do not edit` is not the Dominican Republic.
        let isCode =
            phrase.count == 1 && text.lowercased() != "do"
            && (text.lowercased() != last.tag.language || text == "PT" && last.code == nil)
            && LanguageCodes.isKnownRegion(isAttached ? text.uppercased() : text)
            && (first.part == last.part || !LanguageCodes.isLanguage(text))
        let subtag = RegionNames.subtag(for: text.lowercased()) ?? (isCode ? text.uppercased() : nil)
        guard let subtag else { return false }
        var tag = last.tag
        let folded = subtag.lowercased()
        if subtag.utf8.count == 4 {
            guard tag.script == nil || tag.script == folded else { return false }
            tag.script = folded
        } else if let region = tag.region, region != folded {
            // `Spanish (Spain, Mexico)` is one text for two regions.
            tag.region = folded
            found.append(Found(tag: tag, code: nil, part: last.part))
            return true
        } else {
            tag.region = folded
        }
        if tag != last.tag { found[found.count - 1] = Found(tag: tag, code: nil, part: last.part) }
        return true
    }

    // MARK: Tags

    private static func folded(_ language: String) -> String {
        ["nb": "no", "nn": "no", "iw": "he"][language] ?? language
    }

    private static func agree(_ left: LanguageTag, _ right: LanguageTag) -> Bool {
        folded(left.language) == folded(right.language)
            && (left.region == nil || right.region == nil || left.region == right.region)
            && (left.script == nil || right.script == nil || left.script == right.script)
    }

    /// Merges two tags; keeps the vendor's spelling if it contains all parts.
    private static func merged(_ left: Found, _ right: Found) -> Found {
        var tag = left.tag
        if tag.language == "no" { tag.language = right.tag.language }
        tag.region = tag.region ?? right.tag.region
        tag.script = tag.script ?? right.tag.script
        var result = Found(tag: tag, code: nil, part: left.part)
        if tag == right.tag, tag.region != nil || tag.script != nil { result.code = right.code }
        if tag == left.tag, let code = left.code { result.code = code }
        return result
    }

    private static func text(of tag: LanguageTag) -> String {
        let script = tag.script.map { "-" + $0.prefix(1).uppercased() + $0.dropFirst() } ?? ""
        return tag.language + script + (tag.region.map { "-" + $0.uppercased() } ?? "")
    }

    // MARK: Pieces

    /// Splits a header at all characters except letters, digits and apostrophes, and removes the dots of abbreviations.
    ///
    /// Keeps only the second part of a pair such as `EN → DE`.
    private static func pieces(of header: String) -> [Piece] {
        var pieces: [Piece] = []
        var start: String.Index?
        var next = Piece(text: "")
        var depth = 0
        var isAfterSpace = false
        func flush(_ end: String.Index) {
            guard let from = start else { return }
            next.text = header[from..<end]
            pieces.append(next)
            start = nil
            next = Piece(text: "", isBracketed: depth > 0, part: next.part)
            isAfterSpace = false
        }
        for index in header.indices.prefix(longest) where pieces.count < mostPieces {
            let character = header[index]
            if character.isLetter || character.isNumber || character == "'" || character == "’" {
                start = start ?? index
                continue
            }
            // Keep abbreviations such as `U.S.` together.
            if character == ".", let start,
                header.distance(from: start, to: index) == 1 || header[start..<index].contains(".")
            {
                continue
            }
            flush(index)
            next.joint = nil
            switch character {
            case "(", "[", "（", "{", "<":
                depth += 1
                (next.isBracketed, next.isRemark) = (true, true)
            case ")", "]", "）", "}":
                depth = max(0, depth - 1)
                (next.isBracketed, next.isRemark) = (depth > 0, true)
            case "→", ">", "»":
                pieces = []
                next.part += 1
            case "/", "|", ",", "，", "、", "&", "+", ";": next.part += 1
            case "-", "_":
                if isAfterSpace || pieces.isEmpty { next.isRemark = true } else { next.joint = character }
            case ":", "–", "—": next.isRemark = true
            default: isAfterSpace = true
            }
        }
        if pieces.count < mostPieces {
            flush(header.index(header.startIndex, offsetBy: longest, limitedBy: header.endIndex) ?? header.endIndex)
        }
        for index in pieces.indices where pieces[index].text.contains(".") {
            pieces[index].text = Substring(pieces[index].text.filter { $0 != "." })
        }
        return pieces
    }
}
