import GlossportProject

/// Writes the texts of a package, so that they can be delivered again without options.
package struct PackageWriter: Sendable {
    package typealias Workbooks = @Sendable (PackageWorkbook) throws -> [UInt8]

    private let workbooks: Workbooks

    package init(workbooks: @escaping Workbooks) { self.workbooks = workbooks }

    /// Writes a package's texts: one file per locale, or a workbook with one sheet per locale.
    ///
    /// - Returns: The files with their names.
    /// - Throws: ``GlossportError`` if a workbook cannot be created.
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
