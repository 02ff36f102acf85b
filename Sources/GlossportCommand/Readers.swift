private import CSVReader
import Glossport
private import StringsReader
private import XLIFFReader

/// Every reader there is.
///
/// To add one, write its folder under `plugins/` and name it here and in the manifest.
enum Readers {
    static let registry = ReaderRegistry([
        XLIFFReader.self,
        StringsReader.self,
        CSVReader.self,
    ])
}
