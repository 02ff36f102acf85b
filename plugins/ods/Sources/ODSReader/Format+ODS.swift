public import GlossportReading

extension Format {
    /// Spreadsheets of LibreOffice, Collabora and others.
    public static var ods: Format { ODSReader.format }
}
