package import GlossportChecking
private import PNGDecoding

/// Inspects PNG files with libpng by decoding every pixel without keeping it.
///
/// Only this file calls libpng.
package enum ImageInspection {
    /// Returns the size in pixels, the defects, the transparency and the extra contents of a file.
    package static func inspect(_ bytes: [UInt8]) -> PNGInspection {
        guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else {
            return PNGInspection(damage: .notPNG(PNGInspection.knownFormat(of: bytes)))
        }
        // Refuses truncated files first: libpng allocates memory for a chunk before it checks that the file is long
        // enough.
        if PNGChunks.isCutOff(bytes) {
            let (width, height) = PNGChunks.size(in: bytes)
            let damage = PNGInspection.Damage.undecodable(reason: "the file ends too early", offset: bytes.count)
            return PNGInspection(width: width, height: height, damage: damage)
        }
        var decoded = bytes.withUnsafeBufferPointer {
            png_decode($0.baseAddress, $0.count, UInt64(PNGInspection.maximumPixels))
        }
        var inspection = PNGInspection(width: Int(decoded.width), height: Int(decoded.height))
        if !decoded.is_complete, decoded.error.0 != 0 {
            let size = MemoryLayout.size(ofValue: decoded.error)
            let reason = withUnsafePointer(to: &decoded.error) { tuple in
                tuple.withMemoryRebound(to: CChar.self, capacity: size) { String(cString: $0) }
            }
            inspection.damage = .undecodable(reason: reason, offset: decoded.offset)
        }
        if decoded.is_translucent {
            inspection.transparency = .translucent(x: Int(decoded.x), y: Int(decoded.y))
        } else if decoded.has_transparency {
            inspection.transparency = .opaqueChannel
        }
        inspection.extras = PNGChunks.extras(in: bytes)
        return inspection
    }
}
