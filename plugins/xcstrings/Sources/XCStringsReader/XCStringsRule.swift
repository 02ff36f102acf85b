import GlossportReading

/// The rules of all findings of the String Catalog reader.
enum XCStringsRule {
    static let malformed = RuleDescription(
        "xcstrings-malformed",
        .error,
        """
        The file is not valid JSON from this place on, usually because of a failed merge or a manual edit, or because it is \
        truncated. A missing or superfluous comma is tolerated; after any other defect the rest of the file is not read. Correct \
        this place, or export the catalog again.
        """
    )
    static let notACatalog = RuleDescription(
        "xcstrings-not-a-catalog",
        .error,
        """
        The file is JSON but not a String Catalog: it has no object “strings”, or no “sourceLanguage”. Check whether the \
        right file was delivered.
        """
    )
    static let unexpectedValue = RuleDescription(
        "xcstrings-unexpected-value",
        .error,
        """
        A value in the catalog has an unexpected type, such as a number instead of a text. It is skipped together with its text. \
        Correct this place, or export the catalog again.
        """
    )
    static let variations = RuleDescription(
        "xcstrings-variations",
        .warning,
        """
        A text varies by plural form or by device, or has substitutions with plural forms in it. A retention message has one text \
        for all customers, so these are not read. If the key belongs to a message, give it one plain text.
        """
    )
    static let duplicateKey = RuleDescription(
        "xcstrings-duplicate-key",
        .warning,
        """
        A key occurs twice in the catalog, or a locale twice under one key, usually after a merge. Xcode silently keeps one of \
        them. All of their texts are read here, and contradictions are reported by other rules. Delete one.
        """
    )
    static let duplicateName = RuleDescription(
        "xcstrings-duplicate-name",
        .error,
        """
        A property, such as the value of a text, occurs twice in one object, usually after a merge. Tools silently keep one of \
        them; Glossport uses the last one. Delete one.
        """
    )
    static let stale = RuleDescription(
        "xcstrings-stale",
        .warning,
        """
        Xcode has marked the key as stale: the app's source code no longer contains it. Its texts are read anyway. \
        Delete the key in Xcode, or set it to “manually managed” if it is still needed.
        """
    )
    static let unknownState = RuleDescription(
        "xcstrings-unknown-state",
        .warning,
        """
        The state of a text is unknown to this version of Glossport (known are translated, needs_review and new). The text is read \
        as translated. Check the text in Xcode.
        """
    )
    static let unknownVersion = RuleDescription(
        "xcstrings-unknown-version",
        .warning,
        """
        This version of Glossport supports only versions 1.0 and 1.1 of the catalog, and reads it as one of them. Check the texts, \
        and look for a newer Glossport.
        """
    )
    static let loneSurrogate = RuleDescription(
        "xcstrings-lone-surrogate",
        .error,
        """
        An escape such as \\ud83d is one half of a character, and the other half does not follow. The text is skipped. \
        Write the character itself.
        """
    )
    static let tooLong = RuleDescription(
        "xcstrings-too-long",
        .error,
        """
        A key, text or comment is larger than 1 MiB, or a key has too many locales or too much text. A retention message has at \
        most 150 characters, so the file is damaged. The oversized part is skipped.
        """
    )
    static let tooLarge = RuleDescription(
        "xcstrings-too-large",
        .error,
        """
        The file has more than 64 MiB of text. The catalog of a whole app has a few MiB. Divide it.
        """
    )
    static let tooManyDefects = RuleDescription(
        "xcstrings-too-many-defects",
        .error,
        """
        Reading stopped after a hundred defects: this is probably not a String Catalog, or a tool has damaged it. The rest was not \
        read. Fix the listed defects, or export the catalog again.
        """
    )
    static let badBytes = RuleDescription(
        "xcstrings-bad-bytes",
        .error,
        """
        Some bytes are not text in the encoding of the file, because it was damaged or saved in an old code page; a \
        String Catalog is UTF-8. Reading stops there. Export the catalog again.
        """
    )
    static let empty = RuleDescription(
        "xcstrings-empty",
        .warning,
        """
        The file contains no texts: it is empty, or a catalog without keys. Often it is a placeholder that was delivered by \
        mistake. Deliver the translated catalog, or leave this one out.
        """
    )

    static let languageMismatch = RuleDescription(
        "xcstrings-language-mismatch",
        .warning,
        """
        The catalog is named after a language in which it has no texts. Either the file has the wrong name, or another language was \
        exported. The texts are read in the locales that the catalog declares. Check whether the right file was delivered.
        """
    )

    static let all = [
        malformed, notACatalog, unexpectedValue, variations, duplicateKey, duplicateName, stale, unknownState,
        unknownVersion, loneSurrogate, tooLong, tooLarge, tooManyDefects, badBytes, empty,
        languageMismatch,
    ]
}
