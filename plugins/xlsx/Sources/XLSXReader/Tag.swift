import XMLParsing

/// The relevant elements of a workbook's parts.
enum Tag: UInt8, Sendable {
    case other
    case relationships, relationship
    case workbook, sheet
    case styleSheet, numFmt, fonts, font, strike, cellXfs, xf
    case sst, si
    case run, runFormat, text, phonetic
    case worksheet, col, sheetData, row, cell, value, formula, inline, mergeCell

    static var names: XMLNameTable<Tag> { XMLNameTable(tags, other: .other) { namespaces.contains($0) } }

    private static let tags: [String: Tag] = [
        "Relationships": .relationships, "Relationship": .relationship, "workbook": .workbook, "sheet": .sheet,
        "styleSheet": .styleSheet, "numFmt": .numFmt, "fonts": .fonts, "font": .font, "strike": .strike,
        "cellXfs": .cellXfs, "xf": .xf, "sst": .sst, "si": .si, "r": .run, "rPr": .runFormat, "t": .text,
        "rPh": .phonetic, "worksheet": .worksheet, "col": .col, "sheetData": .sheetData, "row": .row, "c": .cell,
        "v": .value, "f": .formula, "is": .inline, "mergeCell": .mergeCell,
    ]

    /// The Transitional and Strict namespaces, and that of relationships.
    private static let namespaces: Set<String> = [
        "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
        "http://purl.oclc.org/ooxml/spreadsheetml/main",
        "http://schemas.openxmlformats.org/package/2006/relationships",
    ]
}
