import GlossportChecking
import ImageInspection
import Testing

@Suite("Image inspection")
struct ImageInspectionTests {
    private let gray = PNGFile(rows: [[9, 9, 9, 8, 8, 8], [7, 7, 7, 6, 6, 6]])

    /// Returns an image of four red pixels with the given alpha values.
    private func withAlpha(_ alphas: [UInt8]) -> PNGFile {
        let pixels = alphas.map { [255, 0, 0, $0] }
        return PNGFile(colorType: 6, rows: [pixels[0] + pixels[1], pixels[2] + pixels[3]])
    }

    @Test("An intact image has its size and no problems")
    func whole() {
        #expect(ImageInspection.inspect(gray.bytes) == PNGInspection(width: 2, height: 2))
    }

    @Test("The first translucent pixel is found, counted from 0")
    func translucent() {
        let inspection = ImageInspection.inspect(withAlpha([255, 255, 254, 0]).bytes)
        #expect(inspection.transparency == .translucent(x: 0, y: 1))
        #expect(inspection.damage == nil)
    }

    @Test("An alpha channel that is opaque everywhere is recognized")
    func opaqueChannel() {
        #expect(ImageInspection.inspect(withAlpha([255, 255, 255, 255]).bytes).transparency == .opaqueChannel)
    }

    @Test("Gray with alpha is checked as well")
    func grayAlpha() {
        let file = PNGFile(colorType: 4, rows: [[0, 255, 0, 255], [0, 255, 0, 128]])
        #expect(ImageInspection.inspect(file.bytes).transparency == .translucent(x: 1, y: 1))
    }

    @Test("A 16-bit pixel is translucent if only its last alpha bit is missing")
    func sixteenBits() {
        let file = PNGFile(
            width: 1,
            height: 1,
            bitDepth: 16,
            colorType: 6,
            rows: [[0, 0, 0, 0, 0, 0, 255, 254]]
        )
        #expect(ImageInspection.inspect(file.bytes).transparency == .translucent(x: 0, y: 0))
    }

    @Test("tRNS makes an RGB color transparent")
    func colorKey() {
        var file = gray
        file.chunks = [("tRNS", [0, 6, 0, 6, 0, 6])]
        #expect(ImageInspection.inspect(file.bytes).transparency == .translucent(x: 1, y: 1))
        file.chunks = [("tRNS", [0, 1, 0, 1, 0, 1])]
        #expect(ImageInspection.inspect(file.bytes).transparency == .opaqueChannel)
    }

    @Test("tRNS makes a palette entry transparent")
    func palette() {
        var file = PNGFile(colorType: 3, rows: [[0, 0], [0, 1]])
        file.chunks = [("PLTE", [255, 0, 0, 0, 255, 0]), ("tRNS", [255, 3])]
        #expect(ImageInspection.inspect(file.bytes).transparency == .translucent(x: 1, y: 1))
        file.rows = [[0, 0], [0, 0]]
        #expect(ImageInspection.inspect(file.bytes).transparency == .opaqueChannel)
    }

    @Test("Animation, EXIF data, texts and trailing bytes are reported")
    func extras() {
        var file = gray
        #expect(ImageInspection.inspect(file.bytes).extras == PNGInspection.Extras())
        file.chunks = [("acTL", [0, 0, 0, 2, 0, 0, 0, 0])]
        #expect(ImageInspection.inspect(file.bytes).extras.isAnimated)
        file.chunks = [("tEXt", Array("Author\0Somebody".utf8))]
        #expect(ImageInspection.inspect(file.bytes).extras.hasTexts)
        file.chunks = [("eXIf", Array("MM\0*\0\0\0\u{8}\0\0\0\0\0\0".utf8))]
        #expect(ImageInspection.inspect(file.bytes).extras.hasEXIF)
        #expect(ImageInspection.inspect(gray.bytes + Array("PK\u{5}\u{6}".utf8)).extras.trailingBytes == 4)
    }

    @Test("An interlaced image is checked as displayed")
    func interlaced() {
        // Adam7 sends (0, 0), then (1, 0), then the second row.
        var file = withAlpha([255, 255, 255, 7])
        file.isInterlaced = true
        file.rows = [[255, 0, 0, 255], [255, 0, 0, 255], [255, 0, 0, 255, 255, 0, 0, 7]]
        let inspection = ImageInspection.inspect(file.bytes)
        #expect(inspection.damage == nil)
        #expect(inspection.transparency == .translucent(x: 1, y: 1))
    }

    @Test("An image that is cut off anywhere is damaged")
    func truncated() {
        let bytes = gray.bytes
        for count in 8..<bytes.count {
            let inspection = ImageInspection.inspect(Array(bytes.prefix(count)))
            guard case .undecodable? = inspection.damage else {
                Issue.record("The first \(count) of \(bytes.count) bytes pass for a whole image.")
                continue
            }
        }
    }

    @Test("A corrupted byte is found at any offset")
    func corrupt() {
        let bytes = gray.bytes
        for place in 8..<bytes.count {
            var changed = bytes
            changed[place] ^= 0x10
            #expect(ImageInspection.inspect(changed).damage != nil, "byte \(place)")
        }
    }

    @Test("A file that is not a PNG is refused, and JPEG and WebP are named")
    func otherFormats() {
        let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16]
        #expect(ImageInspection.inspect(jpeg).damage == .notPNG("JPEG"))
        #expect(ImageInspection.inspect(Array("RIFF\0\0\0\0WEBPVP8 ".utf8)).damage == .notPNG("WebP"))
        #expect(ImageInspection.inspect([]).damage == .notPNG(nil))
        #expect(ImageInspection.inspect(Array("hello".utf8)).damage == .notPNG(nil))
    }

    @Test("A chunk longer than the file is damage, found before memory is allocated")
    func longChunk() {
        let start = Array(gray.bytes.prefix(33))
        let inspection = ImageInspection.inspect(start + [0x7F, 0xFF, 0xFF, 0xFF] + Array("tEXtx".utf8))
        #expect(inspection.damage == .undecodable(reason: "the file ends too early", offset: 42))
        #expect(inspection.width == 2)
    }

    @Test(
        "Texts, profiles and EXIF data are skipped, except for their checksums",
        arguments: ["tEXt", "zTXt", "iTXt", "iCCP", "eXIf"]
    )
    func ancillary(name: String) {
        var file = gray
        file.chunks = [(name, Array("nonsense".utf8))]
        var inspection = ImageInspection.inspect(file.bytes)
        inspection.extras = PNGInspection.Extras()
        #expect(inspection == PNGInspection(width: 2, height: 2))
        var bytes = file.bytes
        bytes[33 + 8] ^= 1
        #expect(ImageInspection.inspect(bytes).damage != nil)
    }

    @Test("Bytes after the end of an image are not reported as damage")
    func trailer() {
        #expect(ImageInspection.inspect(gray.bytes + [1, 2, 3]).damage == nil)
    }

    @Test("An image with enormous dimensions is measured but not decoded")
    func bomb() {
        var file = gray
        (file.width, file.height) = (100_000, 100_000)
        let inspection = ImageInspection.inspect(file.bytes)
        #expect(inspection.width == 100_000)
        #expect(inspection.damage == nil)
    }
}
