import GlossportReading

/// The findings that the String Catalog reader can emit.
enum XCStringsRule {
    static let malformed = RuleDescription(
        "xcstrings-malformed",
        .error,
        """
        The file is not JSON from this place on, usually because a merge of two versions went wrong, because it was edited \
        by hand, or because it was cut off. A missing or superfluous comma costs nothing more; after anything else \
        the rest of the file is not read. Mend the place, or export the catalog again.
        """
    )
    static let notACatalog = RuleDescription(
        "xcstrings-not-a-catalog",
        .error,
        """
        The file is JSON but no String Catalog: it has no object “strings”, or no “sourceLanguage”. Check whether the \
        right file was delivered.
        """
    )
    static let unexpectedValue = RuleDescription(
        "xcstrings-unexpected-value",
        .error,
        """
        Something in the catalog is of another kind than Xcode writes, such as a number where a text belongs. It is \
        skipped, and so is the text that it belongs to. Mend the place, or export the catalog again.
        """
    )
    static let variations = RuleDescription(
        "xcstrings-variations",
        .warning,
        """
        A text varies by plural form or by device, or has substitutions with plural forms in it. A retention message \
        has one text for everybody, so these are not read. If the key is meant for a message, give it one plain text.
        """
    )
    static let duplicateKey = RuleDescription(
        "xcstrings-duplicate-key",
        .warning,
        """
        A key stands in the catalog twice, or a locale twice under one key, usually after a merge. Xcode keeps one of \
        them without a word. All of their texts are read here, and the catalog's rules judge them where they contradict \
        each other. Delete one.
        """
    )
    static let duplicateName = RuleDescription(
        "xcstrings-duplicate-name",
        .error,
        """
        A property, such as the value of a text, stands twice in one object, usually after a merge. Tools keep either \
        without a word; which one is meant can't be told, and the last one is taken here. Delete one.
        """
    )
    static let stale = RuleDescription(
        "xcstrings-stale",
        .warning,
        """
        Xcode has marked the key as stale: the app's source code no longer has it. Its texts are read all the same. \
        Delete the key in Xcode, or set it to “manually managed” if it is still needed.
        """
    )
    static let unknownState = RuleDescription(
        "xcstrings-unknown-state",
        .warning,
        """
        The state of a text is none that this version of Glossport knows (translated, needs_review, new). The text is \
        taken as translated. Check the text in Xcode.
        """
    )
    static let unknownVersion = RuleDescription(
        "xcstrings-unknown-version",
        .warning,
        """
        The catalog is of a version that this version of Glossport was not made for (1.0 and 1.1 are known). It is read as \
        if it were one of them. Check the texts, and look for a newer Glossport.
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
        A key, text or comment has more than a mebibyte, or one key has more locales or more text than can be held. A \
        retention message has 150 characters at most, so this is a broken file. What is too long is skipped.
        """
    )
    static let tooLarge = RuleDescription(
        "xcstrings-too-large",
        .error,
        """
        The file has more than 64 MiB of text. A catalog is read as a whole, and a whole app's has a few. Divide it.
        """
    )
    static let tooManyDefects = RuleDescription(
        "xcstrings-too-many-defects",
        .error,
        """
        Reading was given up after a hundred defects, since this is probably no String Catalog, or one that a tool \
        destroyed. What follows the place was not read. Mend the defects listed before it, or export the catalog again.
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
        The file holds no text: it has no bytes, or a catalog without keys. Often a placeholder that was delivered by \
        mistake. Deliver the translated catalog, or leave this one out.
        """
    )

    static let all = [
        malformed, notACatalog, unexpectedValue, variations, duplicateKey, duplicateName, stale, unknownState,
        unknownVersion, loneSurrogate, tooLong, tooLarge, tooManyDefects, badBytes, empty,
    ]
}
