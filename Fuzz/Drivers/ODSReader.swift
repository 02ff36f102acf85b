import GlossportReading
import ODSReader

private let target = FuzzTarget(
    ODSReader.format,
    [
        .init("texts.ods", pieces: false),
        .init("texts.ods", ["sheet": "1"], pieces: false),
        .init("texts.ods", ["headerRow": "none", "layout": "wide", "key": "1", "map": "2=de, 3=fr"], pieces: false),
        .init("texts.ods", locale: "de", ["layout": "record"], pieces: false),
    ],
    escapes: ["fffd", "65533"]
)

/// The entry point that libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    target.test(parts: Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}
