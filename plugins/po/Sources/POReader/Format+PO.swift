public import GlossportReading

extension Format {
    /// gettext's PO files and templates.
    public static var po: Format { POReader.format }
}
