import GlossportReading

/// The rules of all findings of the ARB reader.
enum ARBRule {
    static let malformed = RuleDescription(
        "arb-malformed",
        .error,
        """
        The file is not valid JSON. A missing comma at the end of a line, or a superfluous one before a brace, is tolerated; after \
        any other defect reading stops, and the text before it is skipped, because it may be incomplete. Correct this place, or \
        export the file again.
        """
    )
    static let truncated = RuleDescription(
        "arb-truncated",
        .error,
        "The file ends before its last brace. The incomplete text is skipped. Ask for the file again."
    )
    static let notABundle = RuleDescription(
        "arb-not-a-bundle",
        .error,
        "The file is not a JSON object with texts. It is not read. Check whether the right file was delivered."
    )
    static let notText = RuleDescription(
        "arb-not-text",
        .error,
        "A value is not a text where one is required. It is skipped. Put the text in quotation marks."
    )
    static let noKey = RuleDescription("arb-no-key", .error, "A text has an empty name. It is skipped. Give it a name.")
    static let noClosingQuote = RuleDescription(
        "arb-no-closing-quote",
        .error,
        """
        A text does not end on its line. It is skipped. Close the quotation marks, and write a line break in a text as \\n.
        """
    )
    static let badEscape = RuleDescription(
        "arb-bad-escape",
        .error,
        """
        A backslash does not begin an escape sequence, or a control character is not escaped. The text is skipped. Write a \
        backslash in a text as \\\\.
        """
    )
    static let badCharacter = RuleDescription(
        "arb-bad-character",
        .error,
        """
        A text contains the character U+0000, or an escape sequence that is half a character. It is skipped. Write the character \
        itself.
        """
    )
    static let badBytes = RuleDescription(
        "arb-bad-bytes",
        .error,
        """
        Some bytes are not UTF-8, which every ARB file is in. The text with or before them is skipped, and the rest is not read. \
        Save the file as UTF-8.
        """
    )
    static let lateLocale = RuleDescription(
        "arb-late-locale",
        .error,
        """
        “@@locale” occurs twice with different values, or comes after texts of a damaged file that were read without it. The rest \
        is not read. Write “@@locale” once, at the beginning of the file.
        """
    )
    static let plural = RuleDescription(
        "arb-plural",
        .warning,
        """
        A text has plural or select forms. It is skipped, because a retention message has none. If the key belongs to a message, \
        give it one plain text.
        """
    )
    static let doubledApostrophe = RuleDescription(
        "arb-doubled-apostrophe",
        .warning,
        """
        A text contains two apostrophes in a row. With ICU's escaping, which some tools use, they stand for one apostrophe; without \
        it, customers see both. The text is read as it is. Write one apostrophe.
        """
    )
    static let languageMismatch = RuleDescription(
        "arb-language-mismatch",
        .warning,
        """
        The file is named after one language, and its “@@locale” is another; “@@locale” counts. Flutter refuses such a file. \
        Correct whichever is wrong.
        """
    )
    static let tooLong = RuleDescription(
        "arb-too-long",
        .error,
        """
        A text, a name or a description is larger than 1 MiB. A retention message has at most 150 characters, so the file is \
        damaged. The text is skipped. Correct the file.
        """
    )
    static let tooLarge = RuleDescription(
        "arb-too-large",
        .error,
        "The file is larger than 64 MiB. The texts of a whole app have a few MiB. It is not read. Divide the file."
    )
    static let tooManyDefects = RuleDescription(
        "arb-too-many-defects",
        .error,
        """
        Reading stopped after a hundred defects: this is probably not an ARB file, or a tool has damaged it. The rest was not \
        read. Fix the listed defects, or export the file again.
        """
    )
    static let empty = RuleDescription(
        "arb-empty",
        .warning,
        "The file has no texts, usually because an export failed. Deliver the file again, or leave this one out."
    )

    static let all = [
        malformed, truncated, notABundle, notText, noKey, noClosingQuote, badEscape, badCharacter, badBytes, lateLocale,
        plural, doubledApostrophe, languageMismatch, tooLong, tooLarge, tooManyDefects, empty,
    ]
}
