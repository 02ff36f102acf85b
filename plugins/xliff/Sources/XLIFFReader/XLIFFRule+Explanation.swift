extension XLIFFRule {
    /// One paragraph: the problem that the rule finds, why it matters, and the remedy.
    var explanation: String {
        switch self {
        case .empty:
            """
            The file is empty or contains only white space. The cause is nearly always a failed export or transfer, so this is an \
            error. Download the file again.
            """
        case .badBytes:
            """
            Some bytes are not text in the file's encoding, or the file ends inside a character. A guess could show wrong letters \
            to customers, so reading stops there. Save the file as UTF-8, or declare its actual encoding.
            """
        case .unknownEncoding:
            """
            The XML declaration names an encoding that this machine does not support. Save the file as UTF-8.
            """
        case .encodingMismatch:
            """
            The XML declaration does not match the encoding of the bytes. Programs that write XML to a string first often declare \
            “utf-16” but write UTF-8. Glossport uses the encoding of the bytes; other tools may refuse the file or show wrong letters.
            """
        case .utf16WithoutMark:
            """
            The file looks like UTF-16, but has neither the byte order mark nor the declaration that XML requires. Save it as \
            UTF-8, or as UTF-16 with a byte order mark.
            """
        case .leadingSpace:
            """
            The file begins with white space before the XML declaration, usually because it was copied from a web page or assembled \
            by a script. It is skipped, but other tools refuse such a file.
            """
        case .notWellFormed:
            """
            The file is not well-formed XML: a tag is not closed, an ampersand is not escaped, or the file is truncated. Only the \
            part before this place was read. Ask the vendor for a repaired file.
            """
        case .illegalCharacter:
            """
            The file contains a character that XML does not allow, such as U+0003, directly or as a reference. It usually comes \
            from a word processor. Remove it.
            """
        case .undefinedEntity:
            """
            An entity such as &nbsp; is defined in HTML but not in XML. Omitting it would change the text. Write the character \
            itself, or its number: &#160;.
            """
        case .entityDeclaration:
            """
            The file declares its own entities. No localization tool needs them, but attacks use them to exhaust memory or to read \
            other files, so the file is refused. Ask the vendor for a file without a DOCTYPE.
            """
        case .undeclaredPrefix:
            """
            A name has a prefix without a declared namespace. The element or attribute is treated as an extension, and its content \
            is skipped; stricter tools refuse the file.
            """
        case .tooDeep:
            """
            Elements are nested more than 256 levels deep. Real deliveries stay below 70, so the file is damaged or an attack. \
            Reading stops.
            """
        case .tooLong:
            """
            A text, key or note is longer than 1 MiB, or a tag has more than 10,000 attributes. A message has at most 150 \
            characters, so the file is damaged. The unit is skipped, or reading stops at the tag.
            """
        case .tooManyNames:
            """
            The file has more than 20,000 different names of elements, attributes and namespaces. Real deliveries have fewer than a \
            thousand. Reading stops to protect time and memory.
            """
        case .notXLIFF:
            """
            The file is XML, but its outermost element is not xliff. Check that the right file was delivered, and that the project \
            file names the right format.
            """
        case .versionMismatch:
            """
            The version attribute, the namespace and the structure do not belong to the same version of XLIFF, or the version does \
            not exist. Glossport follows the structure: trans-unit is read as 1.x, unit with segments as 2.x.
            """
        case .languageMismatch:
            """
            The target language in the file and the name of its folder or of the file itself contradict each other. Glossport uses \
            the target language. Either the file was returned with the wrong target language, or it is in the wrong folder.
            """
        case .unknownElement:
            """
            An element does not exist in any version of XLIFF, or is not allowed in this place. It is skipped with its contents. A \
            misspelt element name hides units in this way.
            """
        case .noUnits:
            """
            The file is XLIFF, but contains no translation units. Usually the export was filtered too strictly.
            """
        case .opaqueKeys:
            """
            All keys of the file are numbers, GUIDs or job numbers of the tool instead of resource keys, so they match no message. \
            Ask the vendor to keep the resource key in resname (name in XLIFF 2), or name its place with the option key.
            """
        case .missingKey:
            """
            A unit has no key, or lacks the one that the option key names. It is skipped. Ask the \
            vendor to give the unit an id, or choose another key option.
            """
        case .nestedUnit:
            """
            A translation unit is inside another one, which XLIFF does not allow. The inner one is skipped, because it is unclear \
            which texts belong to which unit.
            """
        case .splitKey:
            """
            One key of a Phrase job is spread over several translation units, because the job was cut into sentences. \
            All have the same key, and none contains the whole text. Ask for a job without segmentation.
            """
        case .severalTargets:
            """
            A unit or segment has more than one target, but XLIFF allows only one. The unit is skipped, because it is unclear which \
            target is right.
            """
        case .partialTarget:
            """
            Some segments of the unit are translated and others are not. Customers must not see half a text, so the unit counts as \
            untranslated.
            """
        case .segmentOrder:
            """
            The order attributes of a unit's targets name a position twice or one that does not exist. The segments are joined in \
            the order of the file.
            """
        case .unknownState:
            """
            A state does not exist in this version of XLIFF or in the tool, such as “finale”. If another version has the state, its \
            meaning there is used; otherwise the text counts as translated.
            """
        case .variation:
            """
            The unit is a plural, device or substitution variation from Xcode. Messages have no variations, so the unit is skipped. \
            If it belongs to a message, give the message its own text.
            """
        case .droppedCode:
            """
            The text contains a code for a value that only the app has, such as a name. Plain text cannot contain it, and “Hello ” \
            without the name must not be uploaded. Ask for the text without codes.
            """
        case .droppedFormatting:
            """
            The text contains codes for formatting, such as bold. Plain text has no formatting; the words are kept.
            """
        case .unknownInline:
            """
            The text contains an element that XLIFF does not have, such as <b>. The words inside it are kept, but skipped inside an \
            element of another namespace. Ask for plain text, with < written as &lt; if it belongs to the text.
            """
        case .longerThanAllowed:
            """
            The target has more characters than the unit's own maxwidth allows.
            """
        case .foldedBreak:
            """
            A target has a line break between two words, and the file does not declare xml:space="preserve". XLIFF reads such a break as \
            a space; Xcode keeps it. If the break is meant, set the option space to preserve. Lines that are indented are not reported.
            """
        }
    }
}
