/// Creates small workbooks byte by byte, independently of any library.
struct TestWorkbook {
    private static let declaration = #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#
    static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    private static let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    private static let package = "http://schemas.openxmlformats.org/package/2006/relationships"
    static let sheet = "xl/worksheets/sheet1.xml"

    /// The parts by name.
    var parts: [(name: String, bytes: [UInt8])] = []

    /// Creates a workbook with one sheet: its rows as XML, and the content before and after them.
    init(_ rows: String, before: String = "", after: String = "", strings: String? = nil, styles: String? = nil) {
        func relation(_ kind: String, _ target: String) -> String {
            #"<Relationship Id="\#(kind)" Type="\#(Self.office)/\#(kind)" Target="\#(target)"/>"#
        }
        func relations(_ content: String) -> String {
            #"<Relationships xmlns="\#(Self.package)">\#(content)</Relationships>"#
        }
        add("_rels/.rels", relations(relation("officeDocument", "xl/workbook.xml")))
        add(
            "xl/workbook.xml",
            #"<workbook xmlns="\#(Self.main)" xmlns:r="\#(Self.office)"><sheets><sheet name="Texts" sheetId="1" r:id="worksheet"/></sheets></workbook>"#
        )
        add(
            "xl/_rels/workbook.xml.rels",
            relations(
                relation("worksheet", "worksheets/sheet1.xml")
                    + (strings == nil ? "" : relation("sharedStrings", "strings.xml"))
                    + (styles == nil ? "" : relation("styles", "styles.xml"))
            )
        )
        add(
            Self.sheet,
            #"<worksheet xmlns="\#(Self.main)">\#(before)<sheetData>\#(rows)</sheetData>\#(after)</worksheet>"#
        )
        if let strings { add("xl/strings.xml", #"<sst xmlns="\#(Self.main)">\#(strings)</sst>"#) }
        if let styles { add("xl/styles.xml", #"<styleSheet xmlns="\#(Self.main)">\#(styles)</styleSheet>"#) }
    }

    /// Creates a workbook with one table of texts.
    init(table: [[String]]) {
        self.init(table.enumerated().map { Self.row($0.offset + 1, $0.element) }.joined())
    }

    private mutating func add(_ name: String, _ xml: String) {
        parts.append((name, Array((Self.declaration + xml).utf8)))
    }

    /// Changes the text of a part.
    mutating func change(_ name: String, _ body: (String) -> String) {
        for index in parts.indices where parts[index].name == name {
            parts[index].bytes = Array(body(String(decoding: parts[index].bytes, as: UTF8.self)).utf8)
        }
    }

    /// Returns a row of texts; a cell that begins with `<` contains XML.
    static func row(_ number: Int, _ cells: [String]) -> String {
        let cells = cells.enumerated().map { column, text in
            let place = "\(Character(UnicodeScalar(UInt8(65 + column))))\(number)"
            return text.hasPrefix("<")
                ? text.replacing("@", with: place)
                : #"<c r="\#(place)" t="inlineStr"><is><t xml:space="preserve">\#(text)</t></is></c>"#
        }
        return #"<row r="\#(number)">\#(cells.joined())</row>"#
    }

    /// The archive, without compression.
    var bytes: [UInt8] {
        var (archive, directory): ([UInt8], [UInt8]) = ([], [])
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        }
        for (name, bytes) in parts {
            let name = Array(name.utf8)
            let fields =
                number(20, 2) + number(0, 4) + number(0x21_0000, 4) + number(Self.checksum(bytes), 4)
                + number(bytes.count, 4)
                + number(bytes.count, 4) + number(name.count, 2) + number(0, 2)
            directory += [0x50, 0x4B, 1, 2] + number(20, 2) + fields + number(0, 10) + number(archive.count, 4) + name
            archive += [0x50, 0x4B, 3, 4] + fields + name + bytes
        }
        let end =
            number(0, 4) + number(parts.count, 2) + number(parts.count, 2) + number(directory.count, 4)
            + number(archive.count, 4) + number(0, 2)
        return archive + directory + [0x50, 0x4B, 5, 6] + end
    }

    private static let checksums: [UInt32] = (0..<256).map { start in
        (0..<8).reduce(UInt32(start)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
    }

    private static func checksum(_ bytes: [UInt8]) -> Int {
        Int(~bytes.reduce(~UInt32(0)) { checksums[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 })
    }
}
