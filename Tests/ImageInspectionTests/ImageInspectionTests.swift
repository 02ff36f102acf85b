import GlossportChecking
import ImageInspection
import Testing

@Suite("Image inspection")
struct ImageInspectionTests {
    private let grey = PNGFile(rows: [[9, 9, 9, 8, 8, 8], [7, 7, 7, 6, 6, 6]])

    /// Red, with this alpha for each of the four pixels.
    private func withAlpha(_ alphas: [UInt8]) -> PNGFile {
        let pixels = alphas.map { [255, 0, 0, $0] }
        return PNGFile(colourType: 6, rows: [pixels[0] + pixels[1], pixels[2] + pixels[3]])
    }

    @Test("A whole image has its size and nothing to complain of")
    func whole() {
        #expect(ImageInspection.inspect(grey.bytes) == PNGInspection(width: 2, height: 2))
    }

    @Test("The first pixel that is not opaque is found, counted from 0")
    func translucent() {
        let inspection = ImageInspection.inspect(withAlpha([255, 255, 254, 0]).bytes)
        #expect(inspection.transparency == .translucent(x: 0, y: 1))
        #expect(inspection.damage == nil)
    }

    @Test("An alpha channel by which all is opaque is told from one with effect")
    func opaqueChannel() {
        #expect(ImageInspection.inspect(withAlpha([255, 255, 255, 255]).bytes).transparency == .opaqueChannel)
    }

    @Test("Grey with alpha counts as well")
    func greyAlpha() {
        let file = PNGFile(colourType: 4, rows: [[0, 255, 0, 255], [0, 255, 0, 128]])
        #expect(ImageInspection.inspect(file.bytes).transparency == .translucent(x: 1, y: 1))
    }

    @Test("In 16 bits a pixel is translucent by its last bit")
    func sixteenBits() {
        let file = PNGFile(
            width: 1,
            height: 1,
            bitDepth: 16,
            colourType: 6,
            rows: [[0, 0, 0, 0, 0, 0, 255, 254]]
        )
        #expect(ImageInspection.inspect(file.bytes).transparency == .translucent(x: 0, y: 0))
    }

    @Test("tRNS makes a colour of RGB transparent")
    func colourKey() {
        var file = grey
        file.chunks = [("tRNS", [0, 6, 0, 6, 0, 6])]
        #expect(ImageInspection.inspect(file.bytes).transparency == .translucent(x: 1, y: 1))
        file.chunks = [("tRNS", [0, 1, 0, 1, 0, 1])]
        #expect(ImageInspection.inspect(file.bytes).transparency == .opaqueChannel)
    }

    @Test("tRNS makes an entry of a palette transparent")
    func palette() {
        var file = PNGFile(colourType: 3, rows: [[0, 0], [0, 1]])
        file.chunks = [("PLTE", [255, 0, 0, 0, 255, 0]), ("tRNS", [255, 3])]
        #expect(ImageInspection.inspect(file.bytes).transparency == .translucent(x: 1, y: 1))
        file.rows = [[0, 0], [0, 0]]
        #expect(ImageInspection.inspect(file.bytes).transparency == .opaqueChannel)
    }

    @Test("What a file carries besides its picture is told")
    func extras() {
        var file = grey
        #expect(ImageInspection.inspect(file.bytes).extras == PNGInspection.Extras())
        file.chunks = [("acTL", [0, 0, 0, 2, 0, 0, 0, 0])]
        #expect(ImageInspection.inspect(file.bytes).extras.isAnimated)
        file.chunks = [("tEXt", Array("Author\0Somebody".utf8))]
        #expect(ImageInspection.inspect(file.bytes).extras.hasTexts)
        file.chunks = [("eXIf", Array("MM\0*\0\0\0\u{8}\0\0\0\0\0\0".utf8))]
        #expect(ImageInspection.inspect(file.bytes).extras.hasEXIF)
        #expect(ImageInspection.inspect(grey.bytes + Array("PK\u{5}\u{6}".utf8)).extras.trailingBytes == 4)
    }

    @Test("An interlaced image is looked at as it will be seen")
    func interlaced() {
        // Adam7 sends (0, 0), then (1, 0), then the second line.
        var file = withAlpha([255, 255, 255, 7])
        file.isInterlaced = true
        file.rows = [[255, 0, 0, 255], [255, 0, 0, 255], [255, 0, 0, 255, 255, 0, 0, 7]]
        let inspection = ImageInspection.inspect(file.bytes)
        #expect(inspection.damage == nil)
        #expect(inspection.transparency == .translucent(x: 1, y: 1))
    }

    @Test("Cut off anywhere, an image is damaged")
    func truncated() {
        let bytes = grey.bytes
        for count in 8..<bytes.count {
            let inspection = ImageInspection.inspect(Array(bytes.prefix(count)))
            guard case .undecodable? = inspection.damage else {
                Issue.record("The first \(count) of \(bytes.count) bytes pass for a whole image.")
                continue
            }
        }
    }

    @Test("A byte that was changed on the way is found, wherever it is")
    func corrupt() {
        let bytes = grey.bytes
        for place in 8..<bytes.count {
            var changed = bytes
            changed[place] ^= 0x10
            #expect(ImageInspection.inspect(changed).damage != nil, "byte \(place)")
        }
    }

    @Test("What is no PNG is told by its name")
    func otherFormats() {
        let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16]
        #expect(ImageInspection.inspect(jpeg).damage == .notPNG("JPEG"))
        #expect(ImageInspection.inspect(Array("RIFF\0\0\0\0WEBPVP8 ".utf8)).damage == .notPNG("WebP"))
        #expect(ImageInspection.inspect([]).damage == .notPNG(nil))
        #expect(ImageInspection.inspect(Array("hello".utf8)).damage == .notPNG(nil))
    }

    @Test("A chunk that is longer than the file is damage, before anybody makes room for it")
    func longChunk() {
        let start = Array(grey.bytes.prefix(33))
        let inspection = ImageInspection.inspect(start + [0x7F, 0xFF, 0xFF, 0xFF] + Array("tEXtx".utf8))
        #expect(inspection.damage == .undecodable(reason: "the file ends too early", offset: 42))
        #expect(inspection.width == 2)
    }

    @Test(
        "Texts and profiles are passed over, but for their checksums",
        arguments: ["tEXt", "zTXt", "iTXt", "iCCP", "eXIf"]
    )
    func ancillary(name: String) {
        var file = grey
        file.chunks = [(name, Array("nonsense".utf8))]
        var inspection = ImageInspection.inspect(file.bytes)
        inspection.extras = PNGInspection.Extras()
        #expect(inspection == PNGInspection(width: 2, height: 2))
        var bytes = file.bytes
        bytes[33 + 8] ^= 1
        #expect(ImageInspection.inspect(bytes).damage != nil)
    }

    @Test("What follows the end is no damage")
    func trailer() {
        #expect(ImageInspection.inspect(grey.bytes + [1, 2, 3]).damage == nil)
    }

    @Test("An image that claims to be enormous is not decoded, only measured")
    func bomb() {
        var file = grey
        (file.width, file.height) = (100_000, 100_000)
        let inspection = ImageInspection.inspect(file.bytes)
        #expect(inspection.width == 100_000)
        #expect(inspection.damage == nil)
    }
}
