public import GlossportReading

extension Format {
    /// XLIFF 1.0 to 2.2, and the dialects of translation tools.
    public static var xliff: Format { XLIFFReader.format }
}
