import GlossportReading

/// The rules of all findings of the XLIFF reader.
enum XLIFFRule: String, CaseIterable {
    // The file as bytes and as XML.
    case empty
    case badBytes = "bad-bytes"
    case unknownEncoding = "unknown-encoding"
    case encodingMismatch = "encoding-mismatch"
    case utf16WithoutMark = "utf16-without-mark"
    case leadingSpace = "leading-space"
    case notWellFormed = "not-well-formed"
    case illegalCharacter = "illegal-character"
    case undefinedEntity = "undefined-entity"
    case entityDeclaration = "entity-declaration"
    case undeclaredPrefix = "undeclared-prefix"
    case tooDeep = "too-deep"
    case tooLong = "too-long"
    case tooManyNames = "too-many-names"
    // The file as XLIFF.
    case notXLIFF = "not-xliff"
    case versionMismatch = "version-mismatch"
    case languageMismatch = "language-mismatch"
    case unknownElement = "unknown-element"
    case noUnits = "no-units"
    case opaqueKeys = "opaque-keys"
    // A unit.
    case missingKey = "missing-key"
    case nestedUnit = "nested-unit"
    case splitKey = "split-key"
    case severalTargets = "several-targets"
    case partialTarget = "partial-target"
    case segmentOrder = "segment-order"
    case unknownState = "unknown-state"
    case variation
    case droppedCode = "dropped-code"
    case droppedFormatting = "dropped-formatting"
    case unknownInline = "unknown-inline"
    case longerThanAllowed = "longer-than-allowed"
    case foldedBreak = "folded-break"

    var id: RuleID { RuleID(rawValue: "xliff-\(rawValue)") }

    var severity: Severity {
        switch self {
        case .encodingMismatch, .leadingSpace, .undeclaredPrefix, .versionMismatch, .languageMismatch, .unknownElement,
            .noUnits, .opaqueKeys, .partialTarget, .segmentOrder, .unknownState, .variation, .droppedFormatting,
            .longerThanAllowed, .foldedBreak:
            .warning
        case .empty, .badBytes, .unknownEncoding, .utf16WithoutMark, .notWellFormed, .illegalCharacter,
            .undefinedEntity, .entityDeclaration, .tooDeep, .tooLong, .tooManyNames, .notXLIFF, .missingKey,
            .nestedUnit, .splitKey,
            .severalTargets, .droppedCode, .unknownInline:
            .error
        }
    }

    var description: RuleDescription { RuleDescription(id, severity, explanation) }
}
