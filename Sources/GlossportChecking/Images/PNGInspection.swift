/// The result of inspecting an image file.
///
/// An adapter decodes PNG, so that the core needs no image library.
package struct PNGInspection: Sendable, Hashable {
    /// In pixels; 0 if the file does not get as far as that.
    package var width: Int
    package var height: Int
    package var transparency: Transparency
    package var damage: Damage?
    package var extras = Extras()

    /// The maximum file size; a larger file is not an image for a phone's screen, and is not read into memory.
    package static let maximumBytes = 64 << 20
    /// The largest image that the service takes; of a larger one the size alone is found out.
    package static let maximumPixels = 3_840 * 2_160

    /// The memory that decoding takes, from a file's first bytes: an interlaced image is complete only after its last pass.
    package static func bytesToDecode(head: [UInt8]) -> Int {
        guard head.count > 28 else { return 0 }
        func number(at offset: Int) -> Int { head[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
        let (width, height) = (number(at: 16), number(at: 20))
        guard width > 0, height > 0, width <= maximumPixels, height <= maximumPixels, width * height <= maximumPixels
        else { return 0 }
        // At most four samples of two bytes each.
        return 8 * width * (head[28] == 0 ? 1 : height)
    }

    package enum Transparency: Sendable, Hashable {
        case none
        /// An alpha channel or a tRNS chunk by which every pixel is opaque.
        case opaqueChannel
        /// A pixel through which one can see; the first, counted from 0.
        case translucent(x: Int, y: Int)
    }

    package enum Damage: Sendable, Hashable {
        /// The name of the format that it seems to be, if it is known.
        case notPNG(String?)
        /// The decoder's message, and the number of bytes before it.
        case undecodable(reason: String, offset: Int)
        case tooLarge(bytes: Int)
    }

    /// The contents of a file besides its picture.
    package struct Extras: Sendable, Hashable {
        /// Whether it holds further pictures that would follow the first (APNG).
        package var isAnimated = false
        /// Whether it says where, when and with what the picture was made (an `eXIf` chunk).
        package var hasEXIF = false
        /// Whether it holds texts, such as an author's name or an editor's history (`tEXt`, `zTXt`, `iTXt`).
        package var hasTexts = false
        /// How many bytes follow the end of the image.
        package var trailingBytes = 0

        package init() {}
    }

    package init(
        width: Int = 0,
        height: Int = 0,
        transparency: Transparency = .none,
        damage: Damage? = nil
    ) {
        self.width = width
        self.height = height
        self.transparency = transparency
        self.damage = damage
    }

    /// The format that a file's first bytes are typical of.
    package static func knownFormat(of bytes: [UInt8]) -> String? {
        let isRIFF = bytes.starts(with: Array("RIFF".utf8)) && bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
        if isRIFF { return "WebP" }
        if bytes.dropFirst(4).starts(with: Array("ftypheic".utf8)) { return "HEIC" }
        let signatures: [(String, [UInt8])] = [
            ("JPEG", [0xFF, 0xD8, 0xFF]), ("GIF", Array("GIF8".utf8)), ("PDF", Array("%PDF".utf8)),
            ("TIFF", [0x49, 0x49, 0x2A, 0x00]), ("TIFF", [0x4D, 0x4D, 0x00, 0x2A]), ("BMP", Array("BM".utf8)),
            ("SVG", Array("<svg".utf8)), ("Photoshop", Array("8BPS".utf8)),
        ]
        return signatures.first { bytes.starts(with: $0.1) }?.0
    }
}

/// How the collector gets images inspected.
package struct ImageInspector: Sendable {
    package var inspect: @Sendable (_ bytes: [UInt8]) -> PNGInspection

    package init(inspect: @escaping @Sendable (_ bytes: [UInt8]) -> PNGInspection) { self.inspect = inspect }
}
