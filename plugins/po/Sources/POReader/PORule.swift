import GlossportReading

/// The rules of all findings of the PO reader.
enum PORule {
    static let syntax = RuleDescription(
        "po-syntax",
        .error,
        """
        A line contains text that is not part of an entry. The surrounding entry is skipped, and so are the next lines, up to an \
        empty line or a comment, because they may belong to the defect. Correct the line, or make it a comment.
        """
    )
    static let noClosingQuote = RuleDescription(
        "po-no-closing-quote",
        .error,
        """
        A text in quotation marks does not end on its line. Its entry is skipped. Add the quotation mark, and write a quotation \
        mark inside a text as \\".
        """
    )
    static let incomplete = RuleDescription(
        "po-incomplete",
        .error,
        """
        An entry has no msgid, no msgstr or no text after one of them, or has one of them twice. It is skipped. Complete the \
        entry, or remove it.
        """
    )
    static let truncated = RuleDescription(
        "po-truncated",
        .error,
        """
        The file ends inside an entry, or the last text may be incomplete. The entry is skipped. It is a warning if the last text \
        is empty and no line end follows: then the entry is untranslated. Ask for the file again.
        """
    )
    static let badEscape = RuleDescription(
        "po-bad-escape",
        .error,
        "A backslash does not begin an escape sequence. The entry is skipped. Write a backslash in a text as \\\\."
    )
    static let badBytes = RuleDescription(
        "po-bad-bytes",
        .error,
        """
        Some bytes are not text in the encoding that the header declares. Their entry is skipped; in a comment, only that line. \
        Save the file as UTF-8, and declare UTF-8 in the header.
        """
    )
    static let badCharacter = RuleDescription(
        "po-bad-character",
        .error,
        "A text contains the character U+0000. Its entry is skipped; in a comment, only that line. Remove the character."
    )
    static let charset = RuleDescription(
        "po-charset",
        .error,
        """
        The header declares an encoding that is unknown, or not allowed in a PO file. Nothing is read. It is a warning if the file \
        begins with the byte order mark of UTF-8: then it is read as UTF-8, regardless of its header. Save the file as UTF-8, and \
        declare UTF-8 in the header.
        """
    )
    static let lateHeader = RuleDescription(
        "po-late-header",
        .error,
        """
        A header is not at the beginning: probably several files were joined. The rest is not read, because it may be in another \
        language. Deliver each file separately.
        """
    )
    static let noKey = RuleDescription(
        "po-no-key",
        .error,
        "The key of an entry is empty. The entry is skipped. Write the key as msgctxt, or remove the option context."
    )
    static let plural = RuleDescription(
        "po-plural",
        .warning,
        """
        An entry has plural forms. It is skipped, because a retention message has none. If the key belongs to a message, give it \
        one plain text.
        """
    )
    static let tooLong = RuleDescription(
        "po-too-long",
        .error,
        """
        A line, a text, a key or a comment is larger than 1 MiB. A retention message has at most 150 characters, so the file is \
        damaged; often a quotation mark is missing. The entry is skipped. Correct the file.
        """
    )
    static let tooManyDefects = RuleDescription(
        "po-too-many-defects",
        .error,
        """
        Reading stopped after a hundred defects: this is probably not a PO file, or a tool has damaged it. The rest was not read. \
        Fix the listed defects, or export the file again.
        """
    )
    static let empty = RuleDescription(
        "po-empty",
        .warning,
        """
        The file has no entries besides its header, usually because an export failed. Deliver the file again, or leave this one out.
        """
    )
    static let languageMismatch = RuleDescription(
        "po-language-mismatch",
        .warning,
        """
        The file's name or folder names one language, and “Language” in its header another; the header counts. Some tools write \
        the source language there. Correct whichever is wrong.
        """
    )

    static let all = [
        syntax, noClosingQuote, incomplete, truncated, badEscape, badBytes, badCharacter, charset, lateHeader, noKey,
        plural, tooLong, tooManyDefects, empty, languageMismatch,
    ]

    static let truncationRemedy = "Deliver the file again; it is truncated."
    static let lengthRemedy = "Check the text; a retention message has at most 150 characters."
    static let encodingRemedy = "Save the file as UTF-8, and declare it in the header."
}
