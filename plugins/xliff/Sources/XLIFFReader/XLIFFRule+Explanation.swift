extension XLIFFRule {
    /// One paragraph: what the rule finds, why that matters, what to do.
    var explanation: String {
        switch self {
        case .empty:
            """
            The file holds nothing at all, or white space only. An empty file is nearly always a failed export or a \
            broken transfer, so it is an error rather than a delivery without texts. Fetch it again.
            """
        case .badBytes:
            """
            Some bytes are not text in the encoding that the file is in, or the file ends inside a character. A guess \
            would put wrong letters before customers, so reading stops there. Save the file as UTF-8, or declare the \
            encoding that it is really in.
            """
        case .unknownEncoding:
            """
            The XML declaration names an encoding that this machine does not know. Save the file as UTF-8.
            """
        case .encodingMismatch:
            """
            The XML declaration names another encoding than the bytes are in. Programs that write XML to a string and \
            then to a file do this all the time: “utf-16” is declared, UTF-8 is written. The bytes are certain, so they \
            count; other tools may refuse the file or show wrong letters.
            """
        case .utf16WithoutMark:
            """
            The file looks like UTF-16, but has neither a byte order mark nor a declaration that says so, without which \
            XML forbids to read it. Save it as UTF-8, or as UTF-16 with a byte order mark.
            """
        case .leadingSpace:
            """
            White space stands before the XML declaration, which other tools refuse. It is skipped. Files copied from \
            web pages or assembled by scripts look like this.
            """
        case .notWellFormed:
            """
            The file breaks the rules of XML: a tag is not closed, an ampersand stands alone, or the file was cut off. \
            What stands before the place has been read; what follows has not, since its structure can't be known. Ask \
            the vendor for a repaired file.
            """
        case .illegalCharacter:
            """
            A character that XML does not allow, such as U+0003, as itself or as a reference. It usually comes from a \
            copy out of a word processor. Remove it.
            """
        case .undefinedEntity:
            """
            An entity such as &nbsp; that HTML knows and XML does not. Leaving it out would change the text. Write the \
            character itself, or its number: &#160;.
            """
        case .entityDeclaration:
            """
            The file declares entities of its own. No localization tool needs that, while attacks that fill the memory \
            or read other files do; so the file is refused unread. Ask the vendor for a file without a DOCTYPE.
            """
        case .undeclaredPrefix:
            """
            A name has a prefix for which no namespace is declared. The element or attribute is taken for somebody \
            else's extension and its content left out; stricter tools refuse the file.
            """
        case .tooDeep:
            """
            Elements are nested more than 256 deep. Real deliveries stay below 70; this is a broken file or an attack, \
            and reading stops.
            """
        case .tooLong:
            """
            A text, key or note is longer than 1 MiB, or a tag has more than 10,000 attributes. A message has at most 150 \
            characters, so this is a broken file; the unit is left out, or reading stops at the tag.
            """
        case .tooManyNames:
            """
            The file has more than 20,000 different names of elements, attributes and namespaces. Real deliveries have \
            less than a thousand; remembering more costs time and memory without end, so reading stops.
            """
        case .notXLIFF:
            """
            The file is XML, but its outermost element is not xliff. Check whether the right file was delivered, and \
            whether the project file names the right format.
            """
        case .versionMismatch:
            """
            The version attribute, the namespace and the structure do not belong to the same version of XLIFF, or the \
            version does not exist. The structure counts: trans-unit is read as 1.x, unit with segments as 2.x.
            """
        case .languageMismatch:
            """
            The target language in the file and the name of its folder or of the file itself contradict each other. The target \
            language counts. A file that came back with the wrong target language looks like this, \
            and so does a file in the wrong folder.
            """
        case .unknownElement:
            """
            An element that no version of XLIFF has, or that stands where none may. It is left out with all that it \
            contains. A misspelt element name hides units this way.
            """
        case .noUnits:
            """
            The file is XLIFF, but holds no translation unit. Usually the export was filtered too hard.
            """
        case .opaqueKeys:
            """
            All keys of the file are numbers, GUIDs or job numbers, which are the tool's and not the product's, so no \
            message can be found by them. Ask the vendor to keep the resource key in resname (name in XLIFF 2), or say \
            with the option key where it stands.
            """
        case .missingKey:
            """
            A unit has nothing that could be its key, or not what the option key asks for. It is left out. Ask the \
            vendor to give the unit an id, or choose another key option.
            """
        case .nestedUnit:
            """
            A translation unit stands inside another one, which XLIFF does not allow. The inner one is left out, since \
            it is not clear what belongs to which.
            """
        case .splitKey:
            """
            One key of a Phrase job is spread over several translation units, because the job was cut into sentences. \
            Each arrives under the same key and none is the whole text. Ask for a job without segmentation.
            """
        case .severalTargets:
            """
            A unit or segment has more than one target of its own. XLIFF allows one; which is meant can't be known, so \
            the unit is left out.
            """
        case .partialTarget:
            """
            Some segments of the unit are translated and others are not. Half a text must not reach a customer, so the \
            unit counts as untranslated.
            """
        case .segmentOrder:
            """
            The order attributes of a unit's targets name a place twice or one that does not exist. The segments are \
            joined as they stand in the file.
            """
        case .unknownState:
            """
            A state that the version of XLIFF or the tool does not have, such as “finale”. If it is another version's \
            word it means what it means there; otherwise the text counts as translated.
            """
        case .variation:
            """
            A plural, device or substitution variation from Xcode. Messages have no variations, so the unit is left out \
            and named. Give the message a text of its own if it was meant for one.
            """
        case .droppedCode:
            """
            The text contains a code that stands for something that only the app knows, such as a name. Plain text \
            has no room for it, and “Hello ” without the name must not be uploaded. Ask for the text without codes.
            """
        case .droppedFormatting:
            """
            The text contains codes for formatting, such as bold. Plain text has none; the words stay.
            """
        case .unknownInline:
            """
            The text contains an element that XLIFF does not have, such as <b>. The words inside it stay; those inside \
            another vocabulary's element are left out. Ask for plain text, with < written as &lt; if it is meant.
            """
        case .longerThanAllowed:
            """
            The target has more characters than the unit's own maxwidth allows.
            """
        }
    }
}
