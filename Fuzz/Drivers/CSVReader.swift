import CSVReader
import GlossportReading

/// Options that leave nothing to guess: the pieces in which a file arrives cannot matter.
///
/// Without a header, the number of columns is guessed from the first rows, but is at least the map's. The map names the
/// last cell that a row may have, so no guess is higher.
private let wide = [
    "delimiter": ",", "layout": "wide", "headerRow": "none", "key": "1", "map": "2=de, 3=fr, 16384=es", "notes": "4",
]
private let long = [
    "delimiter": ";", "layout": "long", "headerRow": "none", "key": "1", "locale": "2", "text": "3", "state": "4",
]

private let target = FuzzTarget(
    CSVReader.format,
    [
        .init("texts.csv", pieces: false),
        .init("texts.csv", wide),
        .init("texts.csv", ["lenient": "true"], pieces: false),
        .init("texts.csv", wide.merging(["lenient": "true"]) { $1 }),
        .init("texts.tsv", ["trim": "true"], pieces: false),
        .init("texts.csv", wide.merging(["trim": "true"]) { $1 }),
        .init("texts.csv", wide.merging(["trim": "true", "lenient": "true"]) { $1 }),
        .init("de-DE.csv", ["locale": "from-filename", "quote": "'"], pieces: false),
        .init("texts.csv", wide.merging(["quote": "none", "delimiter": ";"]) { $1 }),
        .init("texts.csv", locale: "de", ["layout": "record"], pieces: false),
        .init("texts.csv", long, pieces: false),
        .init("texts.csv", ["encoding": "windows-1252"], pieces: false),
    ],
    escapes: []
)

/// The entry point that libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    target.test(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}
