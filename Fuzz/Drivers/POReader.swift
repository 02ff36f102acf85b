import GlossportReading
import POReader

private let target = FuzzTarget(
    POReader.format,
    [
        .init("de/LC_MESSAGES/texts.po"),
        .init("texts.po", locale: "de-DE", ["context": "context"]),
        .init("fr.po", ["context": "text"]),
        .init("texts.pot"),
    ],
    // As \357\277\275 or \xEF\xBF\xBD.
    escapes: ["\\357", "\\xef"]
)

/// The entry point that libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    target.test(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}
