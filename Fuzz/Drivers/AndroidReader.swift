import AndroidReader
import GlossportReading

private let target = FuzzTarget(
    AndroidReader.format,
    [
        .init("res/values-de/strings.xml"),
        .init("res/values/strings.xml", ["baseLocale": "en"]),
        .init("strings.xml", locale: "de-DE"),
    ],
    // As \uFFFD, &#xFFFD; or &#65533;.
    escapes: ["fffd", "65533"],
    // libxml2 may stop early and then reports why and where it stopped, not the mistake.
    vague: ["android-not-well-formed", "android-bad-bytes", "android-undefined-entity"],
    // libxml2 takes any > for the end of a DOCTYPE that arrives in pieces. In a real file, the first piece is 64 KiB.
    indivisible: "<!doctype"
)

/// The entry point that libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    target.test(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}
