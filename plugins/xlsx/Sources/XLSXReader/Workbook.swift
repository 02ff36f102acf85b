import GlossportReading
import SpreadsheetParsing
import XMLParsing

/// The sheets of a file and their shared data.
struct Workbook {
    private(set) var sheets: [Sheet] = []
    private(set) var strings = SharedStrings()
    private(set) var styles = StyleTable()

    /// An entry in the workbook's list of sheets.
    struct Sheet {
        var name: String
        /// Its unique name for messages and locations.
        var label: String
        var isHidden: Bool
        /// The kind of its part: `worksheet`, `chartsheet` or another; `nil` if the part is missing.
        var kind: String?
        /// The part with its cells; `nil` if the sheet is not a worksheet.
        var part: String?

        /// Whether the sheet has the given name; ignores case, Unicode normalization and surrounding spaces.
        func isCalled(_ other: String) -> Bool {
            name.trimmingWhitespace.lowercased() == other.trimmingWhitespace.lowercased()
        }
    }

    /// Reads everything except the sheets' cells.
    init(_ package: inout PartArchive) throws {
        guard package.contains("_rels/.rels") else { throw Refusal.notWorkbook("a zip archive, but no workbook") }
        let root = try package.relations(of: "").first { $0.kind == "officeDocument" }?.part
        guard let root else { throw Refusal.notWorkbook("a zip archive without a workbook that can be read") }
        guard root.lowercased().hasSuffix(".xml") else { throw Refusal.notWorkbook("a binary workbook") }
        let relations = try package.relations(of: root)
        sheets = try package.parse(root, into: SheetList(relations)).sheets
        if let part = relations.first(where: { $0.kind == "sharedStrings" })?.part {
            strings = try package.parse(part, into: SharedStrings(size: package.size(of: part)))
        }
        if let part = relations.first(where: { $0.kind == "styles" })?.part {
            styles = try package.parse(part, into: StyleTable())
        }
    }

    private struct SheetList: PartContent {
        static let root = Tag.workbook
        private(set) var sheets: [Sheet] = []
        private(set) var refusal: Refusal?
        private let relations: [String: PartArchive.Relation]
        private var labels = SheetLabels()

        init(_ relations: [PartArchive.Relation]) {
            self.relations = Dictionary(relations.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        }

        mutating func start(_ tag: Tag, _ attributes: XMLAttributes) {
            guard tag == .sheet else { return }
            let id =
                attributes["id", in: "http://schemas.openxmlformats.org/officeDocument/2006/relationships"]
                ?? attributes["id", in: "http://purl.oclc.org/ooxml/officeDocument/relationships"]
            let relation = id.flatMap { relations[$0] }
            let name = attributes["name"] ?? ""
            do throws(Refusal) {
                sheets.append(
                    Sheet(
                        name: name,
                        label: try labels.add(name),
                        isHidden: ["hidden", "veryHidden"].contains(attributes["state"]),
                        kind: relation?.kind,
                        part: relation.flatMap { $0.kind == "worksheet" ? $0.part : nil }
                    )
                )
            } catch {
                refusal = error
            }
        }
    }
}
