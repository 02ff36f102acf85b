import Testing

@testable import Glossport

@Suite("Probe image")
struct BlankPictureTests {
    @Test("The image is a PNG of black pixels with the checksum that zlib computes")
    func bytes() {
        let png = BlankPicture.png(width: 3_840, height: 160)
        // Signature, header, pixels and end; each chunk has a length, a name and a checksum.
        #expect(png.count == 8 + 25 + 12 + 11_825 + 12)
        let checksum: [UInt8] = [0x56, 0x01, 0x45, 0x34]
        let end: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
        #expect(Array(png.suffix(16)) == checksum + end)
    }
}
