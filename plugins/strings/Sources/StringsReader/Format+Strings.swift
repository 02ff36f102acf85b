public import GlossportReading

extension Format {
    /// Apple's `.strings`, old-style and as a property list.
    public static var strings: Format { StringsReader.format }
}
