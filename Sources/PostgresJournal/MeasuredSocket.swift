import CLibrary

/// A proxy between libpq and its server that limits the number of bytes passed on to libpq.
///
/// libpq allocates memory for a row of any length that the server declares, and reads as long as data arrives. It
/// therefore gets one end of a socket pair in place of the real socket, below TLS, and can read only the bytes that
/// were passed on.
///
/// Used only on the connection's queue.
final class MeasuredSocket {
    private let outer: Int32
    private let server: Int32
    /// The bytes on the way to libpq, and those on the way to the server.
    private var arriving: ArraySlice<UInt8> = []
    private var leaving: ArraySlice<UInt8> = []
    private var hasEnded = false
    /// The number of bytes that may still be passed to libpq.
    var room = 0

    private static let chunk = 1 << 16

    /// Replaces a connected socket, whose descriptor number libpq keeps.
    ///
    /// - Returns: `nil` if the system has no more file descriptors.
    init?(inPlaceOf socket: Int32) {
        var pair: [Int32] = [-1, -1]
        let copy = dup(socket)
        guard copy >= 0, socketpair(AF_UNIX, Platform.streamSocket, 0, &pair) == 0, dup2(pair[0], socket) >= 0 else {
            for descriptor in [copy] + pair where descriptor >= 0 { close(descriptor) }
            return nil
        }
        close(pair[0])
        (server, outer) = (copy, pair[1])
        for descriptor in [socket, server, outer] {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
            Platform.silence(descriptor)
        }
    }

    deinit {
        // Forward libpq's message that ends the session.
        takeFromClient()
        close(outer)
        close(server)
    }

    /// Waits until libpq can read or write, and moves bytes in both directions meanwhile.
    ///
    /// - Parameters:
    ///   - events: As for `poll`.
    ///   - inner: libpq's end.
    ///   - deadline: The time at which to give up.
    /// - Throws: ``PostgresFailure``: `tooLarge` if more bytes arrive than there is room for, or `lost` after an error
    ///   or at the deadline.
    func wait(for events: Int16, on inner: Int32, until deadline: ContinuousClock.Instant) throws {
        while true {
            takeFromClient()
            try takeFromServer()
            let fromServer = arriving.isEmpty ? POLLIN : 0
            let toServer = leaving.isEmpty ? 0 : POLLOUT
            let outside = (leaving.isEmpty ? POLLIN : 0) | (arriving.isEmpty ? 0 : POLLOUT)
            var entries = [
                pollfd(fd: inner, events: events, revents: 0),
                pollfd(fd: hasEnded ? -1 : server, events: Int16(fromServer | toServer), revents: 0),
                pollfd(fd: outer, events: Int16(outside), revents: 0),
            ]
            let left = deadline - .now
            guard left > .zero else { throw PostgresFailure.lost("it does not answer") }
            let milliseconds = Int32(clamping: left.components.seconds * 1_000 + 1)
            guard poll(&entries, nfds_t(entries.count), milliseconds) >= 0 || errno == EINTR else {
                throw PostgresFailure.lost("it can't be waited for")
            }
            if entries[0].revents != 0 { return }
        }
    }

    private func takeFromServer() throws {
        if arriving.isEmpty, !hasEnded, let bytes = Self.receive(from: server) {
            guard bytes.count <= room else { throw PostgresFailure.tooLarge }
            room -= bytes.count
            (arriving, hasEnded) = (bytes[...], bytes.isEmpty)
        }
        Self.send(&arriving, to: outer)
        // libpq reads the remaining bytes before it reads the end.
        if hasEnded, arriving.isEmpty { shutdown(outer, Int32(SHUT_WR)) }
    }

    private func takeFromClient() {
        if leaving.isEmpty, let bytes = Self.receive(from: outer) { leaving = bytes[...] }
        Self.send(&leaving, to: server)
    }

    /// - Returns: The received bytes; empty at the end or after an error, `nil` if nothing has arrived yet.
    private static func receive(from socket: Int32) -> [UInt8]? {
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: chunk) { buffer, filled in
            count = recv(socket, buffer.baseAddress, chunk, 0)
            filled = max(0, count)
        }
        return count < 0 && isTemporary(errno) ? nil : bytes
    }

    private static func send(_ bytes: inout ArraySlice<UInt8>, to socket: Int32) {
        guard !bytes.isEmpty else { return }
        let count = bytes.withUnsafeBytes { CLibrary.send(socket, $0.baseAddress, $0.count, Platform.sendFlags) }
        if count > 0 {
            bytes = bytes.dropFirst(count)
        } else if !isTemporary(errno) {
            // The other end no longer reads.
            bytes = []
        }
    }

    private static func isTemporary(_ code: Int32) -> Bool { code == EAGAIN || code == EWOULDBLOCK || code == EINTR }
}
