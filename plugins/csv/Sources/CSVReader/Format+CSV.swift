public import GlossportReading

extension Format {
    /// Tables as text: CSV, TSV and their relatives.
    public static var csv: Format { CSVReader.format }
}
