import GlossportReading

/// The rules of all findings of the .strings reader.
enum StringsRule {
    static let missingSemicolon = RuleDescription(
        "strings-missing-semicolon",
        .error,
        """
        Every pair ends with a semicolon, the last one too. Apple's tools reject the whole file if one is missing. An unescaped \
        quotation mark inside a text looks the same. Only this pair is skipped here. Add the semicolon, or write \\" for the quotation mark.
        """
    )
    static let malformedPair = RuleDescription(
        "strings-malformed-pair",
        .error,
        """
        A pair is written "key" = "text";. The equals sign or the text is replaced by something else, for example a colon, => or \
        curly quotation marks from a word processor. Apple's tools reject the whole file. \
        The pair is skipped; write it in the form above with straight quotation marks.
        """
    )
    static let strayText = RuleDescription(
        "strings-stray-text",
        .error,
        """
        Something between two pairs is neither a pair nor a comment: a lone character, a heading without comment marks, \
        a closing brace that nothing opened. Apple's tools stop there silently, drop every pair after it, and report the file as \
        correct. Here only the stray text is skipped. Delete it, or make it a comment.
        """
    )
    static let extraSemicolon = RuleDescription(
        "strings-extra-semicolon",
        .error,
        """
        Two semicolons follow each other. This looks harmless, but Apple's tools silently drop every pair after the second one. All \
        pairs are read here. Delete the second semicolon.
        """
    )
    static let strayByteOrderMark = RuleDescription(
        "strings-stray-byte-order-mark",
        .error,
        """
        A byte order mark (U+FEFF, an invisible character) is in the middle of the file, usually because two files were joined. \
        Apple's tools silently drop every pair after it. All pairs are read here. Delete the \
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
        The file ends inside a comment that began with /*. Apple's tools silently read everything from there to the end as comment, \
        so the pairs in it are lost. Close the comment with */.
        """
    )
    static let swallowedPairs = RuleDescription(
        "strings-swallowed-by-comment",
        .warning,
        """
        A comment contains a pair and then the beginning of another comment. Probably its own end, */, is missing, so that it \
        extends to the end of the next comment and hides the pairs between. Add */ where the \
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
        This escape means something else in other languages. In .strings files \\u00e9 is “u00e9” \
        (the letter for Unicode is a capital U, with four digits), \\x41 is “x41”, and octal numbers mean the characters \
        of the NeXT computer. The text is read as Apple's tools read it. Write the character itself instead.
        """
    )
    static let loneSurrogate = RuleDescription(
        "strings-lone-surrogate",
        .error,
        """
        An escape such as \\UD83D is one half of a character; the other half must follow at once, as in \\UD83D\\UDE00. \
        Apple's tools replace it with U+FFFD (�). The pair is skipped. Write the character itself.
        """
    )
    static let tooLong = RuleDescription(
        "strings-too-long",
        .error,
        """
        A key, a text or a comment is larger than 1 MiB. A retention message has at most 150 characters, so the file is damaged; \
        often a quotation mark or a comment end is missing. The pair is skipped. Correct the file.
        """
    )
    static let tooManyDefects = RuleDescription(
        "strings-too-many-defects",
        .error,
        """
        Reading stopped after a hundred defects: this is probably not a .strings file, or a tool has damaged it. The rest was not \
        read. Fix the listed defects, or deliver the file again.
        """
    )
    static let unmarkedUTF16 = RuleDescription(
        "strings-unmarked-utf16",
        .error,
        """
        The bytes look like UTF-16 without the required byte order mark. Apple's tools reject such a file, and a wrong guess would \
        garble all its texts, so nothing is read. Save the file as UTF-8, or set the \
        option encoding.
        """
    )
    static let badBytes = RuleDescription(
        "strings-bad-bytes",
        .error,
        """
        Some bytes are not text in the file's encoding: it was saved in an old code page such as windows-1252, or is damaged. \
        Reading stops there. The finding names the code page if the bytes are words of the file's language in only one. Save the file as \
        UTF-8, or set the option encoding.
        """
    )
    static let empty = RuleDescription(
        "strings-empty",
        .warning,
        """
        The file contains no pairs: it is empty, or has only white space or comments. Often it is a placeholder that was delivered \
        by mistake. Deliver the translated file, or leave this one out.
        """
    )
    static let stringsDictionary = RuleDescription(
        "strings-stringsdict",
        .warning,
        """
        A .stringsdict file contains plural forms, which retention messages do not have. It is not read. Remove it from the \
        delivery; if it contains a text for a message, move that text to a .strings file.
        """
    )
    static let malformedPropertyList = RuleDescription(
        "strings-malformed-plist",
        .error,
        """
        The file is an XML or binary property list, as built apps and some translation platforms produce it, but it is damaged or \
        not a flat dictionary of texts. A pair with an element inside its key or text is skipped; after any other damage the rest is \
        not read. Export the file again.
        """
    )
    static let tooLarge = RuleDescription(
        "strings-plist-too-large",
        .error,
        """
        The file is larger than 64 MiB. The texts of a whole app have a few MiB. It is not read. Divide the file.
        """
    )
    static let baseLocale = RuleDescription(
        "strings-base-locale",
        .note,
        """
        A file in Base.lproj is in the development language of the app, which the file does not name. \
        Set the option baseLocale, for example to en, or leave the file out.
        """
    )

    static let encodingMismatch = RuleDescription(
        "strings-encoding-mismatch",
        .warning,
        """
        The first line of an XML property list declares another encoding than its bytes are in. It is read as its bytes say. Apple's \
        tools follow the declaration, so they garble or refuse the texts. Correct the declaration.
        """
    )
    static let languageMismatch = RuleDescription(
        "strings-language-mismatch",
        .warning,
        """
        The name of the .lproj folder and the name of the file itself contradict each other. Glossport uses the folder's locale. \
        Either the file is in the wrong folder, or it has the wrong name.
        """
    )

    static let all = [
        missingSemicolon, malformedPair, strayText, extraSemicolon, strayByteOrderMark, unterminatedText,
        unterminatedComment, swallowedPairs, truncatedPair, unclosedBrace, notText, doubtfulEscape, loneSurrogate,
        tooLong,
        tooManyDefects, unmarkedUTF16, badBytes, empty, stringsDictionary, malformedPropertyList, tooLarge, baseLocale,
        encodingMismatch, languageMismatch,
    ]
}
