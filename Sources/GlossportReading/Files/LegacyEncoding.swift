/// Detects legacy code pages by the letters of a file's languages.
///
/// Byte statistics need more text than a delivery contains. In a test with 1,605 files (3 to 40 texts, 27 languages, up
/// to five encodings each), ICU named a wrong encoding for 662 and uchardet for 390, including nearly all files in Mac
/// Roman or a DOS page. This detector named 1,545 correctly, left 60 undecided, and named none wrongly. If two
/// encodings fit equally well but yield different texts, it names neither.
public enum LegacyEncoding {
    /// The tolerated share of misfits among the non-ASCII characters; foreign names and notes contain some.
    private static let tolerance = 0.15
    /// The length of the analyzed prefix, in bytes.
    private static let sampleSize = 1 << 18

    /// Returns the encoding whose decoded text best fits a file's languages.
    ///
    /// - Parameters:
    ///   - source: A file whose bytes are invalid in its declared encoding.
    ///   - locales: The locales of the file's texts.
    /// - Returns: `nil` if no encoding fits, if the best ones are tied but yield different texts, or if no locale is
    ///   known.
    public static func detect(_ source: SourceFile, locales: some Sequence<String>) -> TextEncoding? {
        // A stream that was read past its buffer cannot be read again.
        guard let bytes = try? source.beginning(atMost: sampleSize) else { return nil }
        return detect(bytes, locales: locales)
    }

    /// Returns the encoding whose decoded text best fits the given languages.
    ///
    /// - Parameters:
    ///   - bytes: Encoded text; a sample of 256 KiB may end inside a character.
    ///   - locales: The locales of the text.
    /// - Returns: `nil` if no encoding fits, if the best ones are tied but yield different texts, or if no locale is
    ///   known.
    public static func detect(_ bytes: [UInt8], locales: some Sequence<String>) -> TextEncoding? {
        let alphabets = Set(locales).compactMap(Alphabet.init(of:))
        // Descending order puts the Windows pages, the most common, first; among encodings that yield the same text,
        // the first wins.
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

    /// Recovers text that was decoded in the wrong code page: `fűszer` for `fûszer`, and `Schön` for `Schšn`.
    ///
    /// - Parameters:
    ///   - text: The text to repair.
    ///   - locale: Its locale.
    /// - Returns: The repaired text, whose letters all belong to the language, and its code page; `nil` if the text
    ///   seems undamaged or cannot be repaired.
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
                // A foreign name may repeat one letter, but û and õ hardly occur in names in Hungarian texts.
                if changed.count > 1 || isHungarian && changed.isSubset(of: "ûõÛÕ".unicodeScalars) {
                    return (meant, page)
                }
            }
        }
        return nil
    }

    /// Returns the wrongly decoded letters; `nil` if a replacement is implausible, because the letter may belong to a
    /// foreign name: `Zoë` must not become `Zo‘`, nor `Škoda` `äkoda`.
    private static func letters(
        of text: String,
        otherIn meant: String,
        _ alphabet: Alphabet
    ) -> Set<Unicode.Scalar>? {
        var changed: Set<Unicode.Scalar> = []
        // A different length means a multibyte encoding, and bytes hardly ever form valid text in one by accident.
        guard text.unicodeScalars.count == meant.unicodeScalars.count else { return Set(text.unicodeScalars) }
        var before: Unicode.Scalar = " "
        for (old, new) in zip(text.unicodeScalars, meant.unicodeScalars) {
            defer { before = old }
            guard old != new, old.isLetterOrMark else { continue }
            // Mac Roman has the apostrophe and guillemets where Windows-1252 has letters.
            guard new.isLetterOrMark || "’«»\u{A0}".unicodeScalars.contains(new) else { return nil }
            if alphabet.contains(old) { continue }
            // A replacement that changes the case of a word's first letter is implausible.
            let isStart = new.isLetterOrMark && !before.isLetterOrMark
            if isStart, old.properties.isUppercase != new.properties.isUppercase { return nil }
            changed.insert(old)
        }
        return changed
    }

    /// The code pages in which programs wrongly decode files.
    private static let misreadings = ["windows-1252", "windows-1250", "windows-1251", "macintosh"]

    /// Decodes bytes; tolerates a character cut off at the end of the sample.
    private static func text(of bytes: [UInt8], in encoding: TextEncoding) -> String? {
        guard bytes.count == sampleSize else { return encoding.text(of: bytes) }
        return (0...3).lazy.compactMap { encoding.text(of: bytes.dropLast($0)) }.first
    }

    /// Counts the non-ASCII characters, and those that do not occur in text in these languages; a control character
    /// counts as three misfits.
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
    /// Signs that may occur inside a word.
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
