import Testing

@testable import Glossport

@Suite("The picture of a probe")
struct BlankPictureTests {
    @Test("It is a PNG of black pixels: the checksum of its pixels is the one that zlib has for them")
    func bytes() {
        let png = BlankPicture.png(width: 3_840, height: 160)
        // Signature, header, pixels and end, each chunk with length, name and checksum.
        #expect(png.count == 8 + 25 + 12 + 11_825 + 12)
        let checksum: [UInt8] = [0x56, 0x01, 0x45, 0x34]
        let end: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
        #expect(Array(png.suffix(16)) == checksum + end)
    }
}
