public import GlossportReading

extension Format {
    /// Flutter's Application Resource Bundles.
    public static var arb: Format { ARBReader.format }
}
