import NIOCore
private import Synchronization

/// The uploaded pictures, for display.
///
/// The service itself only needs the properties in ``ImageFile``. Pictures with equal bytes are stored once; the oldest
/// are removed if the store exceeds its size.
final class PictureStore: Sendable {
    private struct Shelf {
        var pictures: [String: ByteBuffer] = [:]
        /// The hashes, the oldest first.
        var order: [String] = []
        var bytes = 0
    }

    private let maximumBytes: Int
    private let shelf = Mutex(Shelf())

    /// Creates an empty store.
    ///
    /// - Parameter maximumBytes: The maximum size of all pictures.
    init(maximumBytes: Int = 256 << 20) { self.maximumBytes = maximumBytes }

    /// The SHA-256 of each stored picture.
    var hashes: Set<String> { shelf.withLock { Set($0.pictures.keys) } }

    /// Stores a picture under its hexadecimal SHA-256, unless it is larger than the whole store.
    func keep(_ picture: ByteBuffer, sha256: String) {
        shelf.withLock { shelf in
            guard picture.readableBytes <= maximumBytes, shelf.pictures[sha256] == nil else { return }
            shelf.pictures[sha256] = picture
            shelf.order.append(sha256)
            shelf.bytes += picture.readableBytes
            while shelf.bytes > maximumBytes {
                let oldest = shelf.order.removeFirst()
                shelf.bytes -= shelf.pictures.removeValue(forKey: oldest)?.readableBytes ?? 0
            }
        }
    }

    func picture(_ sha256: some StringProtocol) -> ByteBuffer? {
        shelf.withLock { $0.pictures[String(sha256)] }
    }

    func removeAll() {
        shelf.withLock { $0 = Shelf() }
    }
}
