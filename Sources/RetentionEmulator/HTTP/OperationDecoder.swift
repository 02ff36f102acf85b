private import Foundation
import NIOCore

/// Decodes a route and a body into an operation.
///
/// Invalid requests become ``Operation/malformed(_:)``, because the budget is charged before the body is checked.
struct OperationDecoder {
    let route: Route
    let contentType: String?
    let body: ByteBuffer
    /// SHA-256 of the body, in hexadecimal.
    let bodySHA256: String?
    let rules: Rules

    var operation: Operation {
        switch route.endpoint {
        case .listImages: .listImages
        case .listMessages: .listMessages
        case .getRealtimeURL: .getRealtimeURL
        case .deleteRealtimeURL: .deleteRealtimeURL
        case .getDefault: .getDefault(route.key)
        case .deleteDefault: .deleteDefault(route.key)
        case .deleteImage: identified { .deleteImage($0) }
        case .deleteMessage: identified { .deleteMessage($0) }
        case .uploadImage: identified(uploadImage)
        case .uploadMessage:
            identified { identifier in
                guard let wire = json(WireMessage.self), let content = wire.content,
                    rules.takesUnknownMembers
                        || json(WireMembers.self)?.names.isSubset(of: WireMessage.members) == true
                else { return .malformed(.badRequest) }
                return .uploadMessage(identifier, content)
            }
        case .configureDefault:
            json(WireDefault.self).flatMap { Identifier($0.messageIdentifier) }
                .map { .configureDefault(route.key, $0) } ?? .malformed(.badRequest)
        case .configureRealtimeURL:
            json(WireRealtimeURL.self).map { .configureRealtimeURL($0.realtimeURL) } ?? .malformed(.badRequest)
        case .initiatePerformanceTest:
            json(WirePerformanceTest.self).map { .startPerformanceTest($0.originalTransactionId) }
                ?? .malformed(.invalidPerformanceTest)
        case .getPerformanceTestResults:
            Identifier(route.identifier).map { .performanceTestResult($0) } ?? .malformed(.invalidRequestID)
        }
    }

    private func identified(_ make: (Identifier) -> Operation) -> Operation {
        guard let identifier = Identifier(route.identifier),
            rules.takesUpperCase || route.identifier == identifier.description
        else { return .malformed(.badRequest) }
        return make(identifier)
    }

    private func uploadImage(_ identifier: Identifier) -> Operation {
        var size = ImageSize.fullSize
        if let wanted = route.queryValue("imageSize") {
            guard let known = ImageSize(rawValue: wanted) else { return .malformed(.invalidImageSize) }
            size = known
        }
        guard mediaType == "image/png" else { return .malformed(.invalidImage) }
        let header = body.withUnsafeReadableBytes { PNGHeader($0) }
        let isAcceptable = header.map { size.admits(width: $0.width, height: $0.height) && !$0.hasTransparency }
        let file = ImageFile(
            size: size,
            isAcceptable: isAcceptable ?? false,
            height: header?.height ?? 0,
            byteCount: body.readableBytes,
            sha256: bodySHA256 ?? ""
        )
        return .uploadImage(identifier, file)
    }

    private func json<Value: Decodable>(_ type: Value.Type) -> Value? {
        guard mediaType == "application/json" else { return nil }
        return try? JSONDecoder().decode(type, from: Data(body.readableBytesView))
    }

    /// The content type without its parameters.
    private var mediaType: String? {
        contentType?.split(separator: ";").first.map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
    }
}

/// The properties of a PNG file that the service's rules restrict.
struct PNGHeader: Sendable {
    let width: Int
    let height: Int
    /// Whether the color type has an alpha channel, or a `tRNS` chunk declares transparency.
    let hasTransparency: Bool

    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Reads the signature, `IHDR` and the names of the chunks before the pixels; `nil` if the file is not a PNG.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 33, bytes.prefix(8).elementsEqual(Self.signature) else { return nil }
        let number = { (offset: Int) in (0..<4).reduce(0) { $0 << 8 | Int(bytes[offset + $1]) } }
        let name = { (offset: Int) in String(decoding: bytes[offset..<offset + 4], as: UTF8.self) }
        guard number(8) == 13, name(12) == "IHDR" else { return nil }
        width = number(16)
        height = number(20)
        let colorType = bytes[25]
        var isTransparent = colorType == 4 || colorType == 6
        var offset = 33
        while offset + 8 <= bytes.count {
            let chunk = name(offset + 4)
            if chunk == "tRNS" { isTransparent = true }
            // `tRNS` must precede the pixels, so later chunks need not be read.
            if chunk == "IDAT" || chunk == "IEND" { break }
            offset += 12 + number(offset)
        }
        hasTransparency = isTransparent
    }
}
