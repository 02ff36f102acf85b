import GlossportReading
import XCStringsReader

private let target = FuzzTarget(
    XCStringsReader.format,
    [
        .init("Retention.xcstrings"),
        .init("Retention.xcstrings", locale: "de"),
    ],
    escapes: ["fffd"]
)

/// The entry point that libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    target.test(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}
