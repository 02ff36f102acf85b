import XMLParsing

/// The relevant elements of a spreadsheet's content.
enum Tag: UInt8, Sendable {
    case other
    case style, tableProperties, textProperties
    case table, column, row, cell, coveredCell
    case paragraph, span, spaces, tab, lineBreak
    /// An element that is not part of a cell's text: an annotation, a shape or a ruby reading.
    case aside

    static var names: XMLNameTable<Tag> {
        XMLNameTable(tags, other: .other) { $0.hasPrefix("urn:oasis:names:tc:opendocument:xmlns:") }
    }

    private static let tags: [String: Tag] = {
        var tags: [String: Tag] = [
            "style": .style, "table-properties": .tableProperties, "text-properties": .textProperties,
            "table": .table, "table-column": .column, "table-row": .row, "table-cell": .cell,
            "covered-table-cell": .coveredCell, "p": .paragraph, "span": .span, "s": .spaces, "tab": .tab,
            "line-break": .lineBreak, "annotation": .aside, "ruby-text": .aside,
        ]
        for shape in [
            "frame", "custom-shape", "rect", "ellipse", "circle", "polygon", "polyline", "regular-polygon", "path",
            "line",
            "connector", "measure", "caption", "g", "control",
        ] {
            tags[shape] = .aside
        }
        return tags
    }()
}
