import GlossportReading
import Testing

@testable import GlossportChecking
@testable import GlossportProject
@testable import GlossportReporting

@Suite("Files of a package")
struct PackageWriterTests {
    private let german: StoreLocale

    init() throws { german = try #require(StoreLocale("de-DE")) }

    private func text(_ translation: String?, source: String = "Stay") -> TextToDo {
        TextToDo(
            key: "keep.header",
            message: "keep",
            field: .header,
            locale: german,
            reason: translation == nil ? .missing : .wrong,
            source: source,
            translation: translation,
            limit: 66,
            notes: ["For <all>"],
            place: "heading"
        )
    }

    private func files(_ format: PackageFormat, _ texts: TextToDo...) throws -> [(name: String, text: String)] {
        let package = VendorPackage(
            mark: PackageMark(made: 1_795_705_353, vendor: "Nord"),
            vendor: Project.Vendor(name: "Nord"),
            format: format,
            source: german,
            texts: texts.isEmpty ? [] : [(locale: german, texts: texts)],
            remarks: []
        )
        let writer = PackageWriter { workbook in Array(workbook.sheets.map(\.name).joined().utf8) }
        return try writer.files(of: package).map { ($0.name, String(decoding: $0.bytes, as: UTF8.self)) }
    }

    @Test("A file is named after its locale; a workbook has a sheet for each locale")
    func names() throws {
        for (format, name) in [
            (PackageFormat.xliff, "de-DE.xliff"), (.xliff2, "de-DE.xliff"), (.csv, "de-DE.csv"),
            (.xlsx, "translations.xlsx"),
        ] {
            #expect(try files(format, text(nil)).map(\.name) == [name])
        }
        #expect(try files(.xlsx, text(nil)).map(\.text) == ["de-DE"])
    }

    @Test("A package without texts has no files", arguments: PackageFormat.allCases)
    func nothing(format: PackageFormat) throws {
        #expect(try files(format).isEmpty)
    }

    @Test("In XLIFF, a translation awaits review and is not approved; a missing one has no target")
    func states() throws {
        let first = try files(.xliff, text("Bleib"), text(nil))[0].text
        #expect(first.contains("<target state=\"needs-review-translation\">Bleib</target>"), "\(first)")
        #expect(first.split(separator: "<target").count == 2 && !first.contains("approved"), "\(first)")
        let second = try files(.xliff2, text("Bleib"), text(nil))[0].text
        #expect(second.contains("<segment state=\"initial\"><source>Stay</source><target>Bleib</target>"), "\(second)")
        #expect(second.contains("<segment><source>Stay</source></segment>"), "\(second)")
    }

    @Test(
        "XLIFF contains no character that XML forbids and no markup from texts",
        arguments: [PackageFormat.xliff, .xliff2]
    )
    func escaped(format: PackageFormat) throws {
        let file = try files(format, text("A <b>]]> & \u{1}\u{FFFE}", source: "\u{0}"))[0].text
        #expect(file.contains(">A &lt;b&gt;]]&gt; &amp; \u{FFFD}\u{FFFD}</target>"), "\(file)")
        #expect(file.contains("<source>\u{FFFD}</source>") && file.contains("<note>For &lt;all&gt;</note>"), "\(file)")
    }

    @Test("A table contains no formulas, and a guarding apostrophe is explained")
    func formulas() throws {
        let table = try files(.csv, text("-50 %", source: "=HYPERLINK(A1)"))[0].text
        #expect(table.contains("\r\nkeep.header,de-DE,'=HYPERLINK(A1),Check it. The apostrophe"), "\(table)")
        #expect(table.contains(",'-50 %,66,"), "\(table)")
        #expect(try !files(.csv, text("50 %"))[0].text.contains("apostrophe"))
    }

    @Test("A table starts with a byte order mark, has CRLF line ends, and quotes where needed")
    func table() throws {
        let table = try files(.csv, text("a,\"b\"\nc"))[0].text
        let heading =
            "key,locale,source,glossport: task,target,max length,notes,glossport: place,glossport: earlier,glossport: package"
        #expect(
            table.hasPrefix("\u{FEFF}\(heading)\r\nkeep.header,de-DE,Stay,Check it.,\"a,\"\"b\"\"\nc\",66,"),
            "\(table)"
        )
        #expect(table.hasSuffix(",glossport package 20261126T150233Z Nord\r\n"))
    }

    @Test("Read-only cells name invisible characters")
    func invisible() throws {
        var hidden = text("Bleib \u{202E}da")
        hidden.notes = ["a\u{202E}b"]
        let table = try files(.csv, hidden)[0].text
        #expect(table.contains("Bleib \u{202E}da") && table.contains("a\\u{202E}b"), "\(table)")
    }
}
