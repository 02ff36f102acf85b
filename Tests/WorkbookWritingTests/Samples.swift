import CSVReader
import GlossportReading
import WorkbookWriting
import XLIFFReader
import XLSXReader

@testable import GlossportChecking
@testable import GlossportProject
@testable import GlossportReporting

/// Packages, and the results of reading them back unchanged.
enum Samples {
    static let mark = PackageMark(made: 1_795_705_353, vendor: "LatAm")

    /// Texts of one locale: new, missing, outdated and wrong.
    static func texts(_ locale: StoreLocale) -> [TextToDo] {
        var missing = text("keep-annual.header", locale, .missing)
        missing.notes = ["Two lines,\nin one note", "Mention the “discount”; not the price."]
        var outdated = text("keep-annual.body", locale, .outdated)
        outdated.earlier = "Bleiben Sie bei uns."
        var wrong = text("keep-annual.altText", locale, .wrong)
        wrong.translation = "Ein Bild,  zu groß; \"sehr\""
        wrong.requests = [
            TextToDo.Request(
                rule: "double-space",
                severity: .warning,
                problem: "It has two spaces in a row.",
                request: "Remove one of them.",
                finding: FindingID(of: Finding("double-space", .warning, "Two spaces.", remedy: "", at: nil), text: nil)
            )
        ]
        wrong.earlier = "Ein Bild"
        return [text("keep-annual.bullets.1.text", locale, .new), missing, outdated, wrong]
    }

    static func text(_ key: String, _ locale: StoreLocale, _ reason: TextToDo.Reason) -> TextToDo {
        TextToDo(
            key: key,
            message: "keep-annual",
            field: .header,
            locale: locale,
            reason: reason,
            source: "Stay & save <20 %>: \(key)",
            limit: 66,
            place: "the line above the picture"
        )
    }

    static func package(_ format: PackageFormat, _ texts: [TextToDo]) -> VendorPackage {
        let locales = Dictionary(grouping: texts, by: \.locale).sorted { $0.key < $1.key }
        return VendorPackage(
            mark: mark,
            vendor: Project.Vendor(name: "LatAm"),
            format: format,
            source: locales.first?.key ?? texts[0].locale,
            texts: locales.map { (locale: $0.key, texts: $0.value) },
            remarks: []
        )
    }

    static func files(of package: VendorPackage) throws -> [(name: String, bytes: [UInt8])] {
        try PackageWriter(workbooks: WorkbookWriting.bytes).files(of: package)
    }

    /// Reads a package's files with its format's reader and returns the units and findings.
    static func read(_ package: VendorPackage) throws -> (units: [TranslationUnit], findings: [Finding]) {
        let format =
            switch package.format {
            case .xliff, .xliff2: XLIFFReader.format
            case .csv: CSVReader.format
            case .xlsx: XLSXReader.format
            }
        var units: [TranslationUnit] = []
        var findings: [Finding] = []
        for file in try files(of: package) {
            _ = try format.reader().read(SourceFile(path: file.name, bytes: file.bytes)) { event in
                switch event {
                case .unit(let unit): units.append(unit)
                case .finding(let finding): findings.append(finding)
                case .other: break
                }
            }
        }
        return (units, findings)
    }
}
