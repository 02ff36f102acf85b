import GlossportReading
import XMLParsing

extension DocumentMachine {
    mutating func startUnit(_ element: Element, _ name: XMLName, _ attributes: XMLAttributes, at cursor: XMLCursor) {
        tally.summary.entries += 1
        let isVersion2 = element == .unit
        let unitPlace = place(of: cursor)
        if seenStructure != isVersion2 {
            seenStructure = isVersion2
            if let mismatch = dialect.setStructure(isVersion2: isVersion2), reported.isNew(mismatch) {
                report(.versionMismatch, mismatch, remedy: Self.versionRemedy, at: unitPlace)
            }
        }
        let scope = scope(with: attributes)
        if !file.isIncluded {
            tally.skip("file left out by fileFilter")
            return skip()
        }
        if !scope.isTranslatable && !options.includesUntranslatable {
            tally.skip("translate=\"no\"")
            return skip()
        }
        if let variation = variation(attributes) {
            report(
                .variation,
                "The unit \(variation.shortened) is a variation by plural, device or argument, which messages do not support.",
                remedy: "If it belongs to a message, give the message a text without variations.",
                at: unitPlace
            )
            tally.skip("plural or device variation")
            return skip()
        }
        if attributes.longestValue > ReaderLimits.textBytes {
            reportTooLong("one of its attributes", at: unitPlace)
            return skip()
        }
        if let key = unwantedKey(attributes, isVersion2: isVersion2) {
            skipUnit(key, at: unitPlace)
            return skip()
        }
        draft.reset()
        draft.isVersion2 = isVersion2
        draft.place = unitPlace
        draft.id = attributes["id"]
        draft.name = isVersion2 ? attributes["name"] : attributes["resname"]
        if !isVersion2 {
            draft.claim.isApproved = attributes["approved"].map { $0 == "yes" }
            if attributes["size-unit"] == "char" { draft.maximumLength = attributes["maxwidth"].flatMap { Int($0) } }
        }
        if dialect.isMemoQ, let status = attributes["status", in: "MQXliff"] {
            claim(StatePolicy.memoQ(status), word: status, at: unitPlace)
        }
        if dialect.isPhrase, let confirmed = attributes["confirmed", in: "http://www.memsource.com/mxlf/2.0"] {
            claim(StatePolicy.phrase(confirmed, level: dialect.phraseLevel), word: confirmed, at: unitPlace)
        }
        isInUnit = true
        enter(element, .unit, scope: scope)
    }

    /// Returns the key of an unwanted unit if its start tag suffices to decide; otherwise `nil`.
    private mutating func unwantedKey(
        _ attributes: XMLAttributes,
        isVersion2: Bool
    ) -> UnsafeBufferPointer<UInt8>? {
        guard let wanted = options.wanted else { return nil }
        let name = isVersion2 ? attributes.bytes(of: "name") : attributes.bytes(of: "resname")
        let key: UnsafeBufferPointer<UInt8>? =
            switch options.key {
            case .id: attributes.bytes(of: "id")
            case .name: name
            // Until a readable key was found, every key must be examined.
            case .automatic where !dialect.isPhrase && tally.hasReadableKey:
                name.flatMap { $0.isEmpty ? nil : $0 } ?? attributes.bytes(of: "id")
            case .automatic, .context: nil
            }
        // A key with a reference, such as `&#46;`, must be decoded first.
        guard let key, !key.isEmpty, !key.contains(UInt8(ascii: "&")), !wanted.accepts(UnsafeRawBufferPointer(key))
        else {
            return nil
        }
        return key
    }

    private mutating func skipUnit(_ key: UnsafeBufferPointer<UInt8>, at place: TextCursor.Place) {
        tally.summary.units += 1
        tally.summary.others += 1
        file.others += 1
        recordUnit()
        guard file.others <= ReaderLimits.namedOthers else { return }
        let unit = OtherUnit(
            key: String(decoding: key, as: UTF8.self),
            locale: file.choice.locale,
            location: location(place)
        )
        emit(.other(unit))
    }

    /// Records that the file element has units, and therefore a locale.
    mutating func recordUnit() {
        if file.hasUnits { return }
        file.hasUnits = true
        tally.record(file.choice)
    }

    /// Returns the id of a unit that is one of several variations of a text; otherwise `nil`.
    private mutating func variation(_ attributes: XMLAttributes) -> String? {
        if attributes["switch", in: "urn:oasis:names:tc:xliff:pgs:1.0"] != nil { return attributes["id"] ?? "" }
        guard let bytes = attributes.bytes(of: "id") else { return nil }
        let isVariation =
            file.isStringsDictionary
            || (bytes.contains(UInt8(ascii: "|")) && String(decoding: bytes, as: UTF8.self).contains("|==|"))
            || (bytes.first == UInt8(ascii: "/")
                && String(decoding: bytes, as: UTF8.self).isStringsDictionaryPath)
        return isVariation ? String(decoding: bytes, as: UTF8.self) : nil
    }

    mutating func startInUnit(
        _ element: Element,
        _ name: XMLName,
        _ attributes: XMLAttributes,
        at cursor: XMLCursor
    ) {
        switch element {
        case .source: startSource(attributes)
        case .target: startTarget(attributes, at: cursor)
        case .segSource: startText(element, .segmentedSource, attributes)
        case .segment, .ignorable:
            draft.parts.append(UnitDraft.Part(isIgnorable: element == .ignorable))
            draft.claim.state = element == .segment ? attributes["state"] : nil
            enter(element, .unit, scope: scope(with: attributes))
        case .notes, .contextGroup, .originalData, .metadata, .tradosSegments, .tradosContexts, .phraseMetadata,
            .worldServerMetadata:
            enter(element, .list)
        case .note: startScratch(element, attributes["from"] ?? "")
        case .altTrans, .irrelevant, .foreign, .tradosDefinitions, .tradosDefinition, .tradosContext: skip()
        case .transUnit, .unit:
            report(
                .nestedUnit,
                "A translation unit is inside another; it is skipped.",
                remedy: "Export the file again.",
                at: place(of: cursor)
            )
            tally.skip("inside another unit")
            skip()
        default:
            reportUnknown(name, at: cursor)
            skip()
        }
    }

    mutating func startInList(_ element: Element, _ attributes: XMLAttributes) {
        switch element {
        case .contextGroup, .metadata: enter(element, .list)
        case .context: startScratch(element, attributes["context-type"] ?? "")
        case .meta: startScratch(element, attributes["type"] ?? "")
        case .note where isInUnit: startScratch(element, attributes["category"] ?? "")
        case .data: startScratch(element, attributes["id"] ?? "")
        case .phraseMark:
            scratchName = attributes["id"] ?? ""
            enter(element, .list)
        case .phraseContent: startScratch(element, scratchName)
        case .tradosSegment:
            claim(StatePolicy.trados(attributes["conf"]), word: attributes["conf"] ?? "", at: draft.place)
            skip()
        case .tradosContext:
            if let context = attributes["id"].flatMap({ file.tradosContexts[$0] }) {
                if context.isForMatching { recordCandidate(context: context.type, context.description) }
                record(context: context.type, context.description)
            }
            skip()
        case .worldServerStatus:
            if let status = attributes["translation_status"] {
                claim(StatePolicy.worldServer(status), word: status, at: draft.place)
            }
            skip()
        default: skip()
        }
    }

    // MARK: Notes and contexts

    private mutating func startScratch(_ element: Element, _ name: String) {
        scratch.removeAll()
        scratch.begin(exact: true)
        scratchName = name
        enter(element, .scratch)
    }

    mutating func finishScratch(_ element: Element) {
        if scratch.isTooLong, isInUnit { draft.tooLong = draft.tooLong ?? (element == .note ? "note" : "context") }
        let text = scratch.isTooLong ? "" : scratch.string() ?? ""
        switch element {
        // Of the notes that Glossport adds to a package, only the package's id is relevant in a returned one.
        case .note:
            if scratchName != "glossport" || text.trimmed.hasPrefix("glossport package") {
                draft.add(note: text.trimmed)
            }
        case .context, .meta:
            if isInUnit { recordCandidate(context: scratchName, text.trimmed) }
            record(context: scratchName, text.trimmed)
        case .data: draft.texts.setOriginal(text, of: scratchName)
        case .phraseContent: draft.texts.setPhraseMark(text, of: scratchName)
        default: break
        }
    }

    /// Records a context that may be a key.
    private mutating func recordCandidate(context type: String, _ text: String) {
        if options.key == .automatic, !text.isEmpty { tally.record(context: type, text) }
    }

    private mutating func record(context type: String, _ text: String) {
        let wanted: String? =
            switch options.key {
            case .context(let wanted): wanted
            case .automatic: dialect.isPhrase ? "x-key" : nil
            case .id, .name: nil
            }
        if type == wanted, !text.isEmpty {
            if isInUnit {
                draft.contextKey = draft.contextKey ?? text
            } else {
                setGroupContext { ($0.key, $0.uses) = (text, 0) }
            }
        } else if type == "x-key-note" {
            if isInUnit { draft.add(note: text) } else { setGroupContext { $0.note = text } }
        }
    }

    private mutating func setGroupContext(_ change: (inout GroupContext) -> Void) {
        if contexts.last?.depth != scopes.count { contexts.append(GroupContext(depth: scopes.count)) }
        change(&contexts[contexts.count - 1])
    }

    private mutating func claim(_ state: TranslationState?, word: String, at place: TextCursor.Place) {
        if state == nil { reportUnknownState(word, at: place) }
        draft.lower(vendorState: state ?? .translated)
    }
}

extension String {
    /// Whether an id is a path in a `.stringsdict` file, such as `/Dogs:dict/dog:dict/few:dict/:string`.
    fileprivate var isStringsDictionaryPath: Bool { hasSuffix(":string") && contains(":dict/") }

    var trimmed: String {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
        let bytes = utf8
        guard let first = bytes.first, let last = bytes.last else { return self }
        // Fast path: most notes need no trimming.
        if !isSpace(first), !isSpace(last) { return self }
        guard let start = bytes.firstIndex(where: { !isSpace($0) }), let end = bytes.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return String(self[start...end])
    }
}
