public import GlossportReading

extension Format {
    /// Apple's String Catalogs.
    public static var xcstrings: Format { XCStringsReader.format }
}
