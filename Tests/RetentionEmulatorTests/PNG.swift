import Hummingbird

/// PNG files that contain only what the service checks.
enum PNG {
    static func bytes(_ width: Int, _ height: Int, colorType: UInt8 = 2, chunks: [String] = ["IDAT", "IEND"])
        -> ByteBuffer
    {
        var buffer = ByteBuffer(bytes: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        chunk("IHDR", into: &buffer) { data in
            data.writeInteger(UInt32(width))
            data.writeInteger(UInt32(height))
            data.writeBytes([8, colorType, 0, 0, 0])
        }
        for name in chunks { chunk(name, into: &buffer) { $0.writeBytes([1, 2, 3]) } }
        return buffer
    }

    private static func chunk(_ name: String, into buffer: inout ByteBuffer, _ write: (inout ByteBuffer) -> Void) {
        var data = ByteBuffer()
        write(&data)
        buffer.writeInteger(UInt32(data.readableBytes))
        buffer.writeString(name)
        buffer.writeBuffer(&data)
        // The service does not check the checksum.
        buffer.writeInteger(UInt32(0))
    }
}
