import NIOCore
private import Synchronization

/// The pictures that were uploaded, so that people can look at them.
///
/// The service itself needs only what ``ImageFile`` says. Each is kept once, however many identifiers it has; when there are too many
/// bytes, the oldest go.
final class PictureStore: Sendable {
    private struct Shelf {
        var pictures: [String: ByteBuffer] = [:]
        /// From the oldest on.
        var order: [String] = []
        var bytes = 0
    }

    private let maximumBytes: Int
    private let shelf = Mutex(Shelf())

    /// A store with nothing in it.
    ///
    /// - Parameter maximumBytes: How much it holds at most.
    init(maximumBytes: Int = 256 << 20) { self.maximumBytes = maximumBytes }

    /// SHA-256 of each picture that is there.
    var hashes: Set<String> { shelf.withLock { Set($0.pictures.keys) } }

    /// Keeps a picture.
    ///
    /// - Parameters:
    ///   - picture: Its bytes.
    ///   - sha256: Their SHA-256, in hexadecimal.
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

    /// A picture by its SHA-256.
    func picture(_ sha256: some StringProtocol) -> ByteBuffer? {
        shelf.withLock { $0.pictures[String(sha256)] }
    }

    /// Forgets all of them.
    func removeAll() {
        shelf.withLock { $0 = Shelf() }
    }
}
