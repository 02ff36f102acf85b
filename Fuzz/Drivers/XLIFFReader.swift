import GlossportReading
import XLIFFReader

private let target = FuzzTarget(
    XLIFFReader.format,
    [
        .init("de.xliff"),
        .init("de.xliff", ["includeUntranslatable": "true", "space": "preserve"]),
        .init("de.xliff", locale: "de-DE", ["key": "id", "space": "collapse"]),
        .init("de.mxliff", ["key": "context:x-key"]),
        .init("de.xliff", ["key": "resname", "fileFilter": "*a*, b?"]),
    ],
    escapes: ["fffd", "65533"],
    // libxml2 may stop early and then reports why and where it stopped, not the mistake. White space before the
    // declaration is reported only if both are in one piece.
    vague: [
        "xliff-not-well-formed", "xliff-illegal-character", "xliff-undefined-entity", "xliff-entity-declaration",
        "xliff-bad-bytes", "xliff-leading-space",
    ],
    // libxml2 takes any > for the end of a DOCTYPE that arrives in pieces. In a real file, the first piece is 64 KiB.
    indivisible: "<!doctype"
)

/// The entry point that libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    target.test(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}
