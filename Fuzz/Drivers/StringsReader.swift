import GlossportReading
import StringsReader

private let target = FuzzTarget(
    StringsReader.format,
    [
        .init("de.lproj/Retention.strings"),
        .init("Base.lproj/Retention.strings", ["baseLocale": "en"]),
        .init("Retention.strings", locale: "de-DE", ["encoding": "windows-1252"]),
    ],
    // As \Ufffd, &#xFFFD; or &#65533;.
    escapes: ["fffd", "65533"]
)

/// The entry point that libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    target.test(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}
