import ARBReader
import GlossportReading

private let target = FuzzTarget(
    ARBReader.format,
    [
        .init("app_de.arb"),
        .init("app.arb", locale: "de-DE"),
    ],
    escapes: ["fffd"]
)

/// The entry point that libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    target.test(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}
