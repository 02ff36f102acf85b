import Foundation
import Testing
import WorkbookWriting

@testable import GlossportProject
@testable import GlossportReporting

@Suite("Workbooks")
struct WorkbookWritingTests {
    private func workbook() throws -> PackageWorkbook {
        let locales = ["ar-SA", "de-DE", "ja"].compactMap { StoreLocale($0) }
        return PackageWorkbook(Samples.package(.xlsx, locales.flatMap(Samples.texts)))
    }

    @Test("The same texts yield identical bytes")
    func same() throws {
        #expect(try WorkbookWriting.bytes(of: workbook()) == WorkbookWriting.bytes(of: workbook()))
    }

    @Test("No temporary file remains")
    func temporary() throws {
        let folder = FileManager.default.temporaryDirectory.path
        let before = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
            $0.hasPrefix("glossport-wb-")
        }
        _ = try WorkbookWriting.bytes(of: workbook())
        let after = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix("glossport-wb-") }
        #expect(Set(after).subtracting(before) == [])
    }
}
