import Glibc
import GlossportChecking
import ImageInspection

/// Returns a violated requirement on the inspection of a file.
private func violation(of found: PNGInspection, _ bytes: [UInt8]) -> String? {
    guard (0...Int(Int32.max)).contains(found.width), (0...Int(Int32.max)).contains(found.height) else {
        return "the size is \(found.width) × \(found.height)"
    }
    switch found.damage {
    case .undecodable(let reason, let offset):
        if reason.isEmpty { return "there is no reason" }
        if !(0...bytes.count).contains(offset) { return "the damage is at \(offset) of \(bytes.count) bytes" }
    case .tooLarge: return "it is too large"
    case .notPNG: if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "it is a PNG" }
    case nil:
        if found.width == 0 || found.height == 0 { return "a whole picture has no size" }
        // A larger picture is measured but not decoded.
        let isDecoded = found.width * found.height <= PNGInspection.maximumPixels
        if isDecoded, !bytes.contains(subsequence: Array("IEND".utf8)) { return "a picture without an end is whole" }
    }
    if case .translucent(let x, let y) = found.transparency, x >= found.width || y >= found.height || x < 0 || y < 0 {
        return "the pixel at \(x), \(y) is outside the picture"
    }
    return nil
}

extension [UInt8] {
    fileprivate func contains(subsequence: [UInt8]) -> Bool {
        count >= subsequence.count
            && indices.dropLast(subsequence.count - 1).contains { self[$0...].starts(with: subsequence) }
    }

    /// The same file with correct checksums: a fuzzer hardly ever guesses one, so every changed file would be refused.
    fileprivate var withChecksums: [UInt8] {
        var result = self
        var offset = 8
        while count - offset >= 12 {
            let length = self[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length <= count - offset - 12 else { break }
            let end = offset + 8 + length
            var sum: UInt32 = 0xFFFF_FFFF
            for byte in self[offset + 4..<end] {
                sum ^= UInt32(byte)
                for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
            }
            for place in 0..<4 { result[end + place] = UInt8(truncatingIfNeeded: ~sum >> (24 - 8 * UInt32(place))) }
            offset = end + 4
        }
        return result
    }
}

/// The entry point that libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    for bytes in [input, input.withChecksums] {
        let found = ImageInspection.inspect(bytes)
        let again = ImageInspection.inspect(bytes)
        if let violation = violation(of: found, bytes) ?? (found == again ? nil : "it differs the second time") {
            print("VIOLATION: \(violation): \(found)")
            fflush(nil)
            abort()
        }
        _ = PNGInspection.bytesToDecode(head: Array(bytes.prefix(32)))
    }
    return 0
}
