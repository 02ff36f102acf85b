import GlossportReading

/// The rules of all findings of the Android reader.
enum AndroidRule {
    static let empty = RuleDescription(
        "android-empty",
        .warning,
        "The file contains no texts, usually because an export failed."
    )
    static let truncated = RuleDescription(
        "android-truncated",
        .error,
        "The file ends before `</resources>`: it is truncated. An incomplete string is skipped."
    )
    static let notWellFormed = RuleDescription(
        "android-not-well-formed",
        .error,
        "The file is not valid XML. The rest is not read."
    )
    static let undefinedEntity = RuleDescription(
        "android-undefined-entity",
        .error,
        "An entity such as `&nbsp;`, which XML does not define. The rest is not read."
    )
    static let doctype = RuleDescription(
        "android-doctype",
        .error,
        "A document type, which could declare entities. The file is not read."
    )
    static let notResources = RuleDescription(
        "android-not-resources",
        .error,
        "The outermost element is not `resources`. The file is not read."
    )
    static let encoding = RuleDescription(
        "android-encoding",
        .error,
        "An encoding other than UTF-8, UTF-16, ISO-8859-1 and US-ASCII. The file is not read."
    )
    static let encodingMismatch = RuleDescription(
        "android-encoding-mismatch",
        .warning,
        "The XML declaration does not match the encoding of the bytes."
    )
    static let badBytes = RuleDescription(
        "android-bad-bytes",
        .error,
        "Bytes that are invalid in the encoding. The rest is not read."
    )
    static let tooDeep = RuleDescription(
        "android-too-deep",
        .error,
        "Elements nested more than 256 levels deep. The rest is not read."
    )
    static let tooLong = RuleDescription(
        "android-too-long",
        .error,
        """
        A name, a text or a comment of more than 1 MiB, whose string is skipped; or a tag or comment of more than 10 MB or with more than \
        10,000 attributes, after which the rest is not read.
        """
    )
    static let tooManyNames = RuleDescription(
        "android-too-many-names",
        .error,
        "More than 20,000 different names of elements and attributes: the file is damaged. The rest is not read."
    )
    static let tooManyDefects = RuleDescription(
        "android-too-many-defects",
        .error,
        "Reading stopped after a hundred defects. The rest is not read."
    )
    static let missingName = RuleDescription(
        "android-missing-name",
        .error,
        "A string without a name, which is skipped."
    )
    static let strayText = RuleDescription(
        "android-stray-text",
        .error,
        "Text outside of strings, which is skipped."
    )
    static let unknownElement = RuleDescription(
        "android-unknown-element",
        .warning,
        "An element that is not an Android resource, which is skipped."
    )
    static let plurals = RuleDescription(
        "android-plurals",
        .warning,
        "Plural forms, which are skipped: a retention message has one text."
    )
    static let array = RuleDescription(
        "android-array",
        .warning,
        "A list of texts, which is skipped: its texts have no names."
    )
    static let product = RuleDescription(
        "android-product",
        .warning,
        "A text for one product, such as tablets. It is skipped: only texts without a product or for `default` are read."
    )
    static let reference = RuleDescription(
        "android-reference",
        .error,
        "A text that begins with `@` or `?` and so refers to another resource. The string is skipped."
    )
    static let brokenEscape = RuleDescription(
        "android-broken-escape",
        .error,
        "An escape `\\u` that is not a character. The string is skipped."
    )
    static let doubtfulEscape = RuleDescription(
        "android-doubtful-escape",
        .warning,
        "A backslash before a character that needs none. It is dropped, as Android does."
    )
    static let apostrophe = RuleDescription(
        "android-apostrophe",
        .warning,
        "An apostrophe without a backslash, which Android's tools refuse. It is read as an apostrophe."
    )
    static let droppedQuotes = RuleDescription(
        "android-dropped-quotes",
        .warning,
        "Quotation marks without a backslash, which Android drops. They are not part of the text."
    )
    static let droppedFormatting = RuleDescription(
        "android-dropped-formatting",
        .warning,
        "Formatting such as `<b>`, which is dropped: a retention message is plain text."
    )
    static let droppedElement = RuleDescription(
        "android-dropped-element",
        .error,
        "An element inside a text that is neither formatting nor `<xliff:g>`. The string is skipped."
    )
    static let baseLocale = RuleDescription(
        "android-base-locale",
        .note,
        "The folder `values` does not declare a language."
    )
    static let qualifiers = RuleDescription(
        "android-qualifiers",
        .warning,
        "The folder is for certain devices only, such as `values-de-night`. Its texts are read like all others."
    )
    static let unknownFolder = RuleDescription(
        "android-unknown-folder",
        .error,
        "A folder name that Android does not support, such as `values-de-AT`. The texts get no locale from it."
    )
    static let languageMismatch = RuleDescription(
        "android-language-mismatch",
        .warning,
        """
        The file's `tools:locale` and the name of its folder contradict each other. The folder's locale is used, as Android does. Check \
        whether the file is in the right folder.
        """
    )

    static let all = [
        empty, truncated, notWellFormed, undefinedEntity, doctype, notResources, encoding, encodingMismatch, badBytes,
        tooDeep, tooLong, tooManyNames, tooManyDefects, missingName, strayText, unknownElement, plurals, array, product,
        reference, brokenEscape, doubtfulEscape, apostrophe, droppedQuotes, droppedFormatting, droppedElement,
        baseLocale, qualifiers, unknownFolder, languageMismatch,
    ]
}
