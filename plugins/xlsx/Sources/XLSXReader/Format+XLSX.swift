public import GlossportReading

extension Format {
    /// Workbooks of Excel, LibreOffice, Numbers and Google Sheets.
    public static var xlsx: Format { XLSXReader.format }
}
