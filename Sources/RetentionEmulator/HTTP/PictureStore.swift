import NIOCore
private import Synchronization

/// The uploaded pictures, for display.
///
/// The service itself only needs the properties in ``ImageFile``. Pictures with equal bytes are stored once; the oldest
/// are removed if the store exceeds its size.
final class PictureStore: Sendable {
    private struct Contents {
        var pictures: [String: ByteBuffer] = [:]
        /// The hashes, the oldest first.
        var order: [String] = []
        var bytes = 0
    }

    private let maximumBytes: Int
    private let contents = Mutex(Contents())

    /// Creates an empty store.
    ///
    /// - Parameter maximumBytes: The maximum size of all pictures.
    init(maximumBytes: Int = 256 << 20) { self.maximumBytes = maximumBytes }

    /// The SHA-256 of each stored picture.
    var hashes: Set<String> { contents.withLock { Set($0.pictures.keys) } }

    /// Stores a picture under its hexadecimal SHA-256, unless it is larger than the whole store.
    func keep(_ picture: ByteBuffer, sha256: String) {
        contents.withLock { contents in
            guard picture.readableBytes <= maximumBytes, contents.pictures[sha256] == nil else { return }
            contents.pictures[sha256] = picture
            contents.order.append(sha256)
            contents.bytes += picture.readableBytes
            while contents.bytes > maximumBytes {
                let oldest = contents.order.removeFirst()
                contents.bytes -= contents.pictures.removeValue(forKey: oldest)?.readableBytes ?? 0
            }
        }
    }

    func picture(_ sha256: some StringProtocol) -> ByteBuffer? {
        contents.withLock { $0.pictures[String(sha256)] }
    }

    func removeAll() {
        contents.withLock { $0 = Contents() }
    }
}
