private import CSVReader
private import DeliveryArchive
import GlossportChecking
import GlossportReading
private import ImageInspection
private import StringsReader
private import XCStringsReader
private import XLIFFReader

/// Every reader there is.
///
/// To add one, write its folder under `plugins/` and name it here and in the manifest.
enum Readers {
    static let registry = FormatRegistry([
        XLIFFReader.format,
        StringsReader.format,
        XCStringsReader.format,
        CSVReader.format,
    ])

    /// How archives are opened.
    static let archives = ArchiveOpener(
        recognizes: { DeliveryArchive.recognizes($0) },
        open: { try DeliveryArchive.open($0) }
    )

    /// How images are looked into.
    static let images = ImageInspector { ImageInspection.inspect($0) }
}
