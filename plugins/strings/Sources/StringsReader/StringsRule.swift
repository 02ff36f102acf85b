import GlossportReading

/// The findings that the .strings reader can emit.
enum StringsRule {
    static let missingSemicolon = RuleDescription(
        "strings-missing-semicolon",
        .error,
        """
        Every pair ends with a semicolon, the last one too. Apple's tools reject the whole file for one that is missing, \
        and a quotation mark inside a text that is not written \\" looks the same. Only the pair in question is skipped \
        here. Add the semicolon, or write \\" for the quotation mark.
        """
    )
    static let malformedPair = RuleDescription(
        "strings-malformed-pair",
        .error,
        """
        A pair is written "key" = "text";. Something else stands where the equals sign or the text should be, for \
        example a colon, => or curly quotation marks that a word processor put in. Apple's tools reject the whole file. \
        The pair is skipped; write it in the form above with straight quotation marks.
        """
    )
    static let strayText = RuleDescription(
        "strings-stray-text",
        .error,
        """
        Something between two pairs is neither a pair nor a comment: a lone character, a heading without comment marks, \
        a closing brace that nothing opened. Apple's tools stop there without a word and drop every pair after it, and \
        report the file as correct. Here only the stray text is skipped. Delete it, or make it a comment.
        """
    )
    static let extraSemicolon = RuleDescription(
        "strings-extra-semicolon",
        .error,
        """
        Two semicolons stand in a row. It looks harmless, but Apple's tools drop every pair after the second one without \
        a word, so nobody who tested with them has seen the rest of this file. All pairs are read here. Delete the second \
        semicolon.
        """
    )
    static let strayByteOrderMark = RuleDescription(
        "strings-stray-byte-order-mark",
        .error,
        """
        A byte order mark (U+FEFF, an invisible character) stands in the middle of the file, usually because two files \
        were joined. Apple's tools drop every pair after it without a word. All pairs are read here. Delete the \
        character, or deliver the files separately.
        """
    )
    static let unterminatedText = RuleDescription(
        "strings-unterminated-text",
        .error,
        """
        The file ends inside a quoted text: a closing quotation mark is missing, or the file was cut off. Everything from \
        the opening quotation mark to the end is skipped. Add the quotation mark, or ask for the file again.
        """
    )
    static let unterminatedComment = RuleDescription(
        "strings-unterminated-comment",
        .error,
        """
        The file ends inside a comment that began with /*. Apple's tools take everything from there to the end as \
        comment without a word, and so the pairs in it are lost. Close the comment with */.
        """
    )
    static let swallowedPairs = RuleDescription(
        "strings-swallowed-by-comment",
        .warning,
        """
        A comment has something like a pair in it and then the beginning of another comment. Most likely its own end, \
        */, is missing, so that it runs to the end of the next comment and hides the pairs between. Add */ where the \
        comment should end, or delete the pair if it was commented out on purpose.
        """
    )
    static let truncatedPair = RuleDescription(
        "strings-truncated-pair",
        .error,
        """
        The file ends inside a pair, before its semicolon. The last pair needs one too. The pair is skipped, because the \
        file may have been cut off. Add the semicolon, or ask for the file again.
        """
    )
    static let unclosedBrace = RuleDescription(
        "strings-unclosed-brace",
        .error,
        """
        The file begins with an opening brace that is not closed at the end, so Apple's tools reject it, and it may have \
        been cut off. The pairs are read. Add the brace, or ask for the file again.
        """
    )
    static let notText = RuleDescription(
        "strings-not-text",
        .error,
        """
        The value of a key is not a text but a dictionary, an array, data or a number. That is another kind of property \
        list, often a .stringsdict with plural forms under the wrong name. The key is skipped. Deliver one text for it.
        """
    )
    static let doubtfulEscape = RuleDescription(
        "strings-doubtful-escape",
        .warning,
        """
        A backslash is followed by something that other languages read differently. In .strings files \\u00e9 is “u00e9” \
        (the letter for Unicode is a capital U, with four digits), \\x41 is “x41”, and octal numbers mean the characters \
        of the NeXT computer. The text is read as Apple's tools read it. Write the character itself instead.
        """
    )
    static let loneSurrogate = RuleDescription(
        "strings-lone-surrogate",
        .error,
        """
        An escape such as \\UD83D is one half of a character; the other half must follow at once, as in \\UD83D\\UDE00. \
        Apple's tools put U+FFFD (�) in its place. The pair is skipped. Write the character itself.
        """
    )
    static let tooLong = RuleDescription(
        "strings-too-long",
        .error,
        """
        A key, a text or a comment has more than a mebibyte. A retention message has 150 characters at most, so this is \
        a broken file; often a quotation mark or a comment end is missing. The pair is skipped. Mend the file.
        """
    )
    static let tooManyDefects = RuleDescription(
        "strings-too-many-defects",
        .error,
        """
        Reading was given up after a hundred defects, since this is probably not a .strings file, or one that a tool \
        destroyed. What follows the place was not read. Mend the defects listed before it, or deliver the file again.
        """
    )
    static let unmarkedUTF16 = RuleDescription(
        "strings-unmarked-utf16",
        .error,
        """
        The bytes look like UTF-16 without the byte order mark that has to begin such a file. Apple's tools reject it, \
        and guessing could turn a whole language into nonsense, so nothing is read. Save the file as UTF-8, or set the \
        option encoding.
        """
    )
    static let badBytes = RuleDescription(
        "strings-bad-bytes",
        .error,
        """
        Some bytes are not text in the encoding of the file, usually because it was saved in an old code page such as \
        windows-1252 and not as UTF-8, or because it was damaged. Reading stops there. Save the file as UTF-8, or set \
        the option encoding to the code page it was saved in.
        """
    )
    static let empty = RuleDescription(
        "strings-empty",
        .warning,
        """
        The file holds no pair: it has no bytes, nothing but white space, or only comments. Often a placeholder that \
        was delivered by mistake. Deliver the translated file, or leave this one out.
        """
    )
    static let stringsDictionary = RuleDescription(
        "strings-stringsdict",
        .warning,
        """
        A .stringsdict file holds plural forms, and retention messages have none. Nothing of it is read. Leave it out of \
        the delivery; if it holds a text for a message, move that text to a .strings file.
        """
    )
    static let malformedPropertyList = RuleDescription(
        "strings-malformed-plist",
        .error,
        """
        The file is an XML or binary property list, as built apps and some translation platforms have it, but it is \
        damaged or not one flat dictionary of texts. What could be read before the place was read. Export the file again.
        """
    )
    static let tooLarge = RuleDescription(
        "strings-plist-too-large",
        .error,
        """
        The file has more than 64 MiB, of whatever form it is. It is read as a whole, and a whole app's texts are a few. \
        Nothing of it is read. Divide the file.
        """
    )
    static let baseLocale = RuleDescription(
        "strings-base-locale",
        .note,
        """
        A file in Base.lproj is in the development language of the app, and the file itself does not say which that is. \
        Set the option baseLocale, for example to en, or leave the file out.
        """
    )

    static let all = [
        missingSemicolon, malformedPair, strayText, extraSemicolon, strayByteOrderMark, unterminatedText,
        unterminatedComment, swallowedPairs, truncatedPair, unclosedBrace, notText, doubtfulEscape, loneSurrogate,
        tooLong,
        tooManyDefects, unmarkedUTF16, badBytes, empty, stringsDictionary, malformedPropertyList, tooLarge, baseLocale,
    ]
}
