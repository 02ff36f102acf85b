public import GlossportReading

extension Format {
    /// Tables in text form: CSV, TSV and similar.
    public static var csv: Format { CSVReader.format }
}
