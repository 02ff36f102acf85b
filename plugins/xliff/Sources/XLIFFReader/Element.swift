import XMLParsing

/// The meaning of an element, regardless of its prefix.
enum Element: UInt8 {
    // Structure, all versions.
    case xliff, file, header, tool, body, group, binUnit, contextGroup, context
    case transUnit, unit, segment, ignorable, source, segSource, target, altTrans, notes, note, originalData, data
    // Inside texts.
    case g, pc, mrk, x, bx, ex, sc, ec, sm, em, ph, bpt, ept, it, sub, cp
    /// An XLIFF element that is irrelevant for reading texts.
    case irrelevant
    /// An element in an XLIFF namespace that no version defines.
    case unknown
    /// An element of another vocabulary.
    case foreign
    // Metadata module of XLIFF 2.
    case metadata, meta
    // Trados: `sdl:seg-defs`, `sdl:seg`; `cxt-defs` and `cxt-def` in the header, `sdl:cxts` and `sdl:cxt` in groups.
    case tradosSegments, tradosSegment, tradosDefinitions, tradosDefinition, tradosContexts, tradosContext
    // Phrase: `m:tunit-metadata`, `m:mark`, `m:content`.
    case phraseMetadata, phraseMark, phraseContent
    // WorldServer: `iws:segment-metadata`, `iws:status`.
    case worldServerMetadata, worldServerStatus

    /// The elements of XLIFF, by local name.
    static let core: [String: Element] = {
        var names: [String: Element] = [
            "xliff": .xliff, "file": .file, "header": .header, "tool": .tool, "body": .body, "group": .group,
            "bin-unit": .binUnit, "context-group": .contextGroup, "context": .context, "trans-unit": .transUnit,
            "unit": .unit, "segment": .segment, "ignorable": .ignorable, "source": .source,
            "seg-source": .segSource, "target": .target, "alt-trans": .altTrans, "notes": .notes, "note": .note,
            "originalData": .originalData, "data": .data, "g": .g, "pc": .pc, "mrk": .mrk, "x": .x, "bx": .bx,
            "ex": .ex, "sc": .sc, "ec": .ec, "sm": .sm, "em": .em, "ph": .ph, "bpt": .bpt, "ept": .ept, "it": .it,
            "sub": .sub, "cp": .cp,
        ]
        for name in [
            "skeleton", "skl", "internal-file", "external-file", "reference", "glossary", "phase-group", "phase",
            "count-group", "count", "prop-group", "prop", "bin-source", "bin-target",
        ] {
            names[name] = .irrelevant
        }
        return names
    }()

    /// The elements of other vocabularies, by namespace and local name.
    static let vendor: [String: [String: Element]] = [
        Namespace.metadata: ["metadata": .metadata, "metaGroup": .metadata, "meta": .meta],
        Namespace.trados: [
            "seg-defs": .tradosSegments, "seg": .tradosSegment, "cxt-defs": .tradosDefinitions,
            "cxt-def": .tradosDefinition, "cxts": .tradosContexts, "cxt": .tradosContext,
        ],
        Namespace.phrase: [
            "tunit-metadata": .phraseMetadata, "tunit-target-metadata": .phraseMetadata, "mark": .phraseMark,
            "content": .phraseContent,
        ],
        Namespace.worldServer: ["segment-metadata": .worldServerMetadata, "status": .worldServerStatus],
    ]
}

enum Namespace {
    /// The common prefix of the namespaces of all XLIFF versions.
    static let xliff = "urn:oasis:names:tc:xliff:document:"
    static let metadata = "urn:oasis:names:tc:xliff:metadata:2.0"
    static let memoQ = "MQXliff"
    static let trados = "http://sdl.com/FileTypes/SdlXliff/1.0"
    static let phrase = "http://www.memsource.com/mxlf/2.0"
    static let worldServer = "http://www.idiominc.com/ws/asset"
}

extension XMLNameTable<Element> {
    /// Creates a table for a file, whose namespace is that of its root element.
    ///
    /// Namespaces are matched leniently: an element is XLIFF if it is in the root's namespace, in that of any version, or
    /// in none.
    init(root: XMLName) {
        self.init(other: .unknown) { name in
            let local = String(cString: name.local)
            guard let namespace = name.namespace else {
                // An element with an undeclared prefix is XLIFF only if the root has the same prefix.
                let isCore = name.prefix == nil || name.prefix == root.prefix
                return isCore ? Element.core[local] ?? .unknown : .foreign
            }
            let isCore = name.uri == root.uri || namespace.hasPrefix(Namespace.xliff)
            return (isCore ? Element.core[local] : Element.vendor[namespace]?[local]) ?? (isCore ? .unknown : .foreign)
        }
    }
}
