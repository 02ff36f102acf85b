import CLibrary
import Foundation
import Synchronization

/// A proxy between a journal and its server that cuts connections at the worst time: the server has received the
/// commit, but its answer is lost.
final class CuttingProxy: Sendable {
    let port: Int
    private let server: Int
    private let listener: Int32
    private let state = Mutex(State())

    private struct State {
        var cutInterval = 0
        var commits = 0
        var cuts = 0
    }

    /// - Parameter server: The server's port on this machine.
    /// - Throws: An error if no port is available.
    init(to server: Int) throws {
        self.server = server
        let (listener, port) = try LoopbackPort.listen()
        (self.listener, self.port) = (listener, port)
        Thread.detachNewThread { [self] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { return }
                Thread.detachNewThread { self.serve(client) }
            }
        }
    }

    deinit { close(listener) }

    /// Cuts the connection after every `count`th commit; 0 never cuts.
    func cut(every count: Int) { state.withLock { $0.cutInterval = count } }

    var cuts: Int { state.withLock { $0.cuts } }

    private func serve(_ client: Int32) {
        defer { close(client) }
        guard let upstream = try? LoopbackPort.connect(to: server) else { return }
        defer { close(upstream) }
        var isCutting = false
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            var entries = [
                pollfd(fd: client, events: Int16(POLLIN), revents: 0),
                pollfd(fd: upstream, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&entries, 2, -1) > 0 else { return }
            if entries[1].revents != 0 {
                let count = read(upstream, &buffer, buffer.count)
                // The server has answered, but the answer is lost.
                if isCutting || count <= 0 { return }
                guard write(client, buffer, count) == count else { return }
            }
            if entries[0].revents != 0 {
                let count = read(client, &buffer, buffer.count)
                guard count > 0 else { return }
                if String(decoding: buffer[..<count], as: UTF8.self).contains("COMMIT") {
                    isCutting = state.withLock { state in
                        state.commits += 1
                        guard state.cutInterval > 0, state.commits % state.cutInterval == 0 else { return false }
                        state.cuts += 1
                        return true
                    }
                }
                guard write(upstream, buffer, count) == count else { return }
            }
        }
    }
}

enum LoopbackPort {
    static func listen() throws -> (descriptor: Int32, port: Int) {
        let descriptor = socket(AF_INET, Platform.streamSocket, 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        var address = loopback(0)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(descriptor, pointer, length) | getsockname(descriptor, pointer, &length)
            }
        }
        guard result == 0, CLibrary.listen(descriptor, 64) == 0 else { throw CocoaError(.featureUnsupported) }
        return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
    }

    static func connect(to port: Int) throws -> Int32 {
        let descriptor = socket(AF_INET, Platform.streamSocket, 0)
        var address = loopback(port)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                CLibrary.connect(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw CocoaError(.featureUnsupported) }
        return descriptor
    }

    private static func loopback(_ port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}
