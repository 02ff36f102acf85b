import GlossportProject

/// Writes the texts of a package in its format, so that they can come back as a delivery without options.
package struct PackageWriter: Sendable {
    /// Makes the bytes of a workbook.
    package typealias Workbooks = @Sendable (PackageWorkbook) throws -> [UInt8]

    private let workbooks: Workbooks

    /// - Parameter workbooks: Makes the bytes of a workbook.
    package init(workbooks: @escaping Workbooks) { self.workbooks = workbooks }

    /// Writes a package's texts: a file a locale, or a workbook with a sheet a locale.
    ///
    /// - Parameter package: The package.
    /// - Returns: The files by their names.
    /// - Throws: ``GlossportError`` if a workbook can't be made.
    package func files(of package: VendorPackage) throws -> [(name: String, bytes: [UInt8])] {
        if package.format == .xlsx {
            guard let locale = package.texts.first?.locale else { return [] }
            return [(package.format.fileName(locale), try workbooks(PackageWorkbook(package)))]
        }
        return package.texts.map { locale, texts in
            let xliff = PackageXLIFF(package, to: locale)
            let content =
                switch package.format {
                case .xliff: xliff.version1(texts)
                case .xliff2: xliff.version2(texts)
                case .csv, .xlsx: PackageCSV.table(texts, package.mark)
                }
            return (package.format.fileName(locale), Array(content.utf8))
        }
    }
}
