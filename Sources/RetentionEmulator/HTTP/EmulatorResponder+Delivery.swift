private import HTTPTypes
import Hummingbird
private import NIOCore

extension EmulatorResponder {
    /// Sends an answer in the way that its fault requires.
    ///
    /// If the connection is closed, Hummingbird discards the returned response.
    func deliver(_ outcome: Outcome, through context: EmulatorContext) async throws -> Response {
        var json = outcome.reply.json(upperCase: outcome.delivery == .upperCase)
        switch outcome.delivery {
        case .send, .upperCase, .drip: break
        case .close: await context.close()
        case .reset: await context.reset()
        case .closeOutput: await context.closeOutput()
        case .lastOnConnection: context.retire()
        case .late(let time): await emulator.pause(time)
        case .truncated: json = json.map { Array($0.prefix($0.count / 2)) }
        case .oversized(let bytes): json = Self.padded(json, to: bytes)
        }
        var headers = HTTPFields()
        if json != nil { headers[.contentType] = "application/json" }
        if case .throttled(let retryAfter) = outcome.reply { headers[.retryAfter] = retryAfter }
        if outcome.reply == .redirected { headers[.location] = ControlRoutes.base + ControlRoutes.redirectTarget }
        if outcome.reply.status == 413 || outcome.delivery == .lastOnConnection {
            headers[.connection] = "close"
        }
        var body = ResponseBody(byteBuffer: ByteBuffer(bytes: json ?? []))
        if case .drip(let interval) = outcome.delivery { body = dripping(json ?? [], every: interval) }
        return Response(status: .init(code: outcome.reply.status ?? 500), headers: headers, body: body)
    }

    /// A body sent one byte at a time, with a pause before each byte and before the end.
    private func dripping(_ bytes: [UInt8], every interval: Duration) -> ResponseBody {
        ResponseBody { writer in
            for byte in bytes {
                await emulator.pause(interval)
                try await writer.write(ByteBuffer(bytes: [byte]))
            }
            await emulator.pause(interval)
            try await writer.finish(nil)
        }
    }

    /// The JSON object, or an empty one, extended to at least `size` bytes by an additional first member.
    private static func padded(_ json: [UInt8]?, to size: Int) -> [UInt8] {
        let rest = json.map { Array($0.dropFirst()) } ?? Array("}".utf8)
        let opening = Array(#"{"padding":""#.utf8)
        let closing = Array((json == nil ? #"""# : #"","#).utf8)
        let amount = max(0, size - opening.count - closing.count - rest.count)
        return opening + [UInt8](repeating: UInt8(ascii: "x"), count: amount) + closing + rest
    }
}
