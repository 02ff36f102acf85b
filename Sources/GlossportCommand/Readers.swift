private import CSVReader
private import DeliveryArchive
import Glossport
private import ImageInspection
private import StringsReader
private import XCStringsReader
private import XLIFFReader

/// Every reader there is.
///
/// To add one, write its folder under `plugins/` and name it here and in the manifest.
enum Readers {
    static let registry = ReaderRegistry([
        XLIFFReader.self,
        StringsReader.self,
        XCStringsReader.self,
        CSVReader.self,
    ])

    /// How archives are opened.
    static let archives = ArchiveOpener(
        recognizes: { DeliveryArchive.recognizes($0) },
        open: { try DeliveryArchive.open($0) }
    )

    /// How images are looked into.
    static let images = ImageInspector { ImageInspection.inspect($0) }
}
