import CLibrary
import Foundation
import GlossportReading
import Synchronization

@testable import PostgresJournal

/// A server that implements PostgreSQL's protocol and answers each statement with an invalid journal.
final class HostileServer: Sendable {
    enum Answer: Sendable {
        /// The only cell of each row.
        case cell(String)
        case rowWithoutCells
        /// Declares a row of 1 GiB and sends as long as the client reads.
        case endlessRow
    }

    private let port: Int
    private let listener: Int32
    /// The number of MiB of an endless row that the client has taken.
    var taken: Int { count.value.withLock(\.self) }
    private let count = Count()

    private final class Count: Sendable { let value = Mutex(0) }

    init(_ answer: Answer) throws {
        let (listener, port) = try LoopbackPort.listen()
        (self.listener, self.port) = (listener, port)
        Thread.detachNewThread { [count] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { return }
                Thread.detachNewThread {
                    Self.serve(client, answer, count)
                    close(client)
                }
            }
        }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    var address: PostgresAddress {
        get throws { try PostgresAddress("postgres://u@127.0.0.1:\(port)/g", environment: [:]) }
    }

    private static func serve(_ client: Int32, _ answer: Answer, _ count: Count) {
        // Neither TLS nor GSS.
        while let head = read(8, client), read(number(head[..<4]) - 8, client) != nil {
            guard [80_877_103, 80_877_104].contains(number(head[4...])) else { break }
            guard write([UInt8(ascii: "N")], client) else { return }
        }
        let settings = [
            "server_version\u{0}15.0\u{0}", "client_encoding\u{0}UTF8\u{0}", "in_hot_standby\u{0}off\u{0}",
            "default_transaction_read_only\u{0}off\u{0}", "integer_datetimes\u{0}on\u{0}",
            "standard_conforming_strings\u{0}on\u{0}",
        ]
        guard
            write(
                message("R", bytes(0)) + settings.flatMap { message("S", Array($0.utf8)) }
                    + message("K", bytes(1) + bytes(1)) + message("Z", [UInt8(ascii: "I")]),
                client
            )
        else { return }
        let columns: [UInt8] = if case .rowWithoutCells = answer { [0, 0] } else { [0, 1] + column }
        while let kind = read(1, client)?[0], let length = read(4, client), read(number(length[...]) - 4, client) != nil
        {
            let reply: [UInt8] =
                switch Character(Unicode.Scalar(kind)) {
                case "P": message("1", [])
                case "B": message("2", [])
                case "D": message("T", columns)
                case "E": row(answer)
                case "S", "Q": message("Z", [UInt8(ascii: "I")])
                default: []
                }
            guard write(reply, client) else { return }
            if kind == UInt8(ascii: "E"), case .endlessRow = answer {
                let part = [UInt8](repeating: UInt8(ascii: "1"), count: 1 << 20)
                while write(part, client) { count.value.withLock { $0 += 1 } }
                return
            }
        }
    }

    private static let column: [UInt8] =
        Array("c\u{0}".utf8) + bytes(0) + [0, 0] + bytes(20) + [0, 8] + bytes(-1) + [0, 0]

    private static func row(_ answer: Answer) -> [UInt8] {
        switch answer {
        case .cell(let text):
            message("D", [0, 1] + bytes(Int32(text.utf8.count)) + Array(text.utf8))
                + message("C", Array("SELECT 1\u{0}".utf8))
        case .rowWithoutCells: message("D", [0, 0]) + message("C", Array("SELECT 1\u{0}".utf8))
        case .endlessRow: [UInt8(ascii: "D")] + bytes(0x3FFF_FFFF) + [0, 1] + bytes(0x3FFF_FFF0)
        }
    }

    private static func message(_ type: Unicode.Scalar, _ body: [UInt8]) -> [UInt8] {
        [UInt8(ascii: type)] + bytes(Int32(body.count + 4)) + body
    }

    private static func bytes(_ number: Int32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

    private static func read(_ count: Int, _ socket: Int32) -> [UInt8]? {
        guard count > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: count)
        return recv(socket, &bytes, count, Int32(MSG_WAITALL)) == count ? bytes : nil
    }

    private static func write(_ bytes: [UInt8], _ socket: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Platform.sendFlags) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
