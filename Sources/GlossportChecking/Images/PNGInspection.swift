/// The result of inspecting an image file.
///
/// An adapter decodes PNG, so that the core needs no image library.
package struct PNGInspection: Sendable, Hashable {
    /// The width in pixels; 0 if it could not be read.
    package var width: Int
    package var height: Int
    package var transparency: Transparency
    package var damage: Damage?
    package var extras = Extras()

    /// The maximum size of a file that is inspected, in bytes.
    package static let maximumBytes = 64 << 20
    /// The number of pixels in the largest image that the service accepts; a larger image is not decoded.
    package static let maximumPixels = 3_840 * 2_160

    /// The memory required for decoding, estimated from a file's first bytes.
    ///
    /// An interlaced image must be in memory as a whole; any other image needs only one line at a time.
    package static func bytesToDecode(head: [UInt8]) -> Int {
        guard head.count > 28 else { return 0 }
        func number(at offset: Int) -> Int { head[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
        let (width, height) = (number(at: 16), number(at: 20))
        guard width > 0, height > 0, width <= maximumPixels, height <= maximumPixels, width * height <= maximumPixels
        else { return 0 }
        // At most four samples of two bytes per pixel.
        return 8 * width * (head[28] == 0 ? 1 : height)
    }

    package enum Transparency: Sendable, Hashable {
        case none
        /// An alpha channel or a tRNS chunk, although every pixel is opaque.
        case opaqueChannel
        /// The first pixel that is not opaque, counted from 0.
        case translucent(x: Int, y: Int)
    }

    package enum Damage: Sendable, Hashable {
        /// The name of the format that the file seems to have, if known.
        case notPNG(String?)
        /// The decoder's message, and the number of bytes before the error.
        case undecodable(reason: String, offset: Int)
        case tooLarge(bytes: Int)
    }

    package struct Extras: Sendable, Hashable {
        /// Whether it contains further frames (APNG).
        package var isAnimated = false
        /// Whether it contains the place, time or device of a photo (an `eXIf` chunk).
        package var hasEXIF = false
        /// Whether it contains texts, such as an author's name or an editor's history (`tEXt`, `zTXt`, `iTXt`).
        package var hasTexts = false
        /// The number of bytes after the end of the image.
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

package struct ImageInspector: Sendable {
    package var inspect: @Sendable (_ bytes: [UInt8]) -> PNGInspection

    package init(inspect: @escaping @Sendable (_ bytes: [UInt8]) -> PNGInspection) { self.inspect = inspect }
}
