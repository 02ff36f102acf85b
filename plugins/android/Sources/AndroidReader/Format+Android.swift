public import GlossportReading

extension Format {
    /// Android's string resources.
    public static var android: Format { AndroidReader.format }
}
