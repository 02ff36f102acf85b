import GlossportReading
import XLSXReader

private let target = FuzzTarget(
    XLSXReader.format,
    [
        .init("texts.xlsx", pieces: false),
        .init("texts.xlsx", ["sheet": "1", "trim": "true"], pieces: false),
        .init("de-DE.xlsx", ["locale": "from-filename"], pieces: false),
        .init("texts.xlsx", ["headerRow": "none", "layout": "wide", "key": "1", "map": "2=de, 3=fr"], pieces: false),
        .init("texts.xlsx", locale: "de", ["layout": "record"], pieces: false),
    ],
    // As &#xFFFD; or _xFFFD_.
    escapes: ["fffd", "65533"]
)

/// The entry point that libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    target.test(parts: Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}
