import GlossportReading
import XMLParsing

extension DocumentMachine {
    mutating func startRoot(_ name: XMLName, _ attributes: XMLAttributes, at cursor: XMLCursor) {
        let place = place(of: cursor)
        guard String(cString: name.local) == "xliff" else {
            report(
                .notXLIFF,
                "The file is XML, but its outermost element is <\(name.qualified.shortened)>, not <xliff>.",
                remedy: "Check whether the right file was delivered.",
                at: place
            )
            isStopped = true
            return
        }
        hasRoot = true
        names = XMLNameTable(root: name)
        if let mismatch = dialect.setRoot(version: attributes["version"], namespace: name.namespace) {
            report(.versionMismatch, mismatch, remedy: Self.versionRemedy, at: place)
        }
        dialect.phraseLevel = attributes["level", in: "http://www.memsource.com/mxlf/2.0"].flatMap { Int($0) }
        languages = (attributes["srcLang"], attributes["trgLang"])
        openFile(attributes, source: languages.source, target: languages.target, at: place)
        enter(.xliff, .structure, scope: scope(with: attributes))
    }

    static let versionRemedy: String = "Declare the right version; the file is read according to its structure."

    mutating func startInStructure(
        _ element: Element,
        _ name: XMLName,
        _ attributes: XMLAttributes,
        at cursor: XMLCursor
    ) {
        switch element {
        case .transUnit, .unit: startUnit(element, name, attributes, at: cursor)
        case .group, .binUnit: enter(element, .structure, scope: scope(with: attributes))
        case .body: enter(element, .structure)
        case .contextGroup, .tradosContexts: enter(element, .list)
        case .file:
            tally.files += 1
            openFile(
                attributes,
                source: attributes["source-language"] ?? languages.source,
                target: attributes["target-language"] ?? languages.target,
                at: place(of: cursor)
            )
            enter(element, .structure, scope: scope(with: attributes))
        case .header: enter(element, .header)
        case .irrelevant, .foreign, .note, .notes, .metadata, .altTrans, .tradosDefinitions, .tradosDefinition,
            .tradosContext:
            skip()
        default:
            reportUnknown(name, at: cursor)
            skip()
        }
    }

    mutating func startInHeader(_ element: Element, _ attributes: XMLAttributes) {
        switch element {
        case .tool:
            let words = [attributes["tool-name"] ?? attributes["tool-id"], attributes["tool-version"]]
            dialect.add(tool: words.compactMap(\.self).joined(separator: " "))
        case .tradosDefinitions: return enter(element, .header)
        case .tradosDefinition:
            file.tradosContexts.define(
                attributes["id"],
                type: attributes["type"],
                description: attributes["descr"],
                purpose: attributes["purpose"]
            )
        default: break
        }
        skip()
    }

    private mutating func openFile(
        _ attributes: XMLAttributes,
        source: String?,
        target: String?,
        at place: TextCursor.Place
    ) {
        let target = target.flatMap { $0.isEmpty ? nil : $0 }
        file = FileElement()
        file.original = attributes["original"]
        file.choice = LocaleChoice(option: options.locale, attribute: target, folder: folder, fileName: fileName)
        if !options.fileFilter.isEmpty {
            let original = file.original ?? ""
            file.isIncluded = options.fileFilter.contains { $0.matches(original) }
        }
        tally.record(source: source, target: target)
        // The root declares one language for all file elements or none; the folder's language applies only in file
        // elements.
        if let named = target ?? (tally.files > 0 ? folder ?? fileName : nil) {
            tally.declare(named, at: location(place))
        }
        if let tool = attributes["tool"] { dialect.add(tool: tool) }
        if let contradiction = file.choice.contradiction, reported.isNew(contradiction) {
            report(.languageMismatch, contradiction, remedy: Self.languageRemedy, at: place)
        }
    }

    static let languageRemedy: String =
        "Correct the target language in the file, or give the delivery the right locale."

    /// Reports an unknown element, whose content is skipped; at most once per name.
    mutating func reportUnknown(_ name: XMLName, at cursor: XMLCursor) {
        let qualified = name.qualified.shortened
        guard reported.isNew("<\(qualified)>") else { return }
        report(
            .unknownElement,
            "XLIFF does not allow <\(qualified)> in this place; it is skipped with its contents.",
            remedy: "Check its spelling and its position.",
            at: place(of: cursor)
        )
    }

    mutating func stopTooDeep(at cursor: XMLCursor) {
        report(
            .tooDeep,
            "Elements are nested more than \(Self.maximumDepth) deep; reading stops here. \(readBefore)",
            remedy: "Export the file again.",
            at: place(of: cursor)
        )
        isStopped = true
    }
}
