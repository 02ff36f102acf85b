private import Foundation
import NIOCore

/// Turns a route and a body into the operation they ask for.
///
/// Whatever cannot be understood becomes ``Operation/malformed(_:)``, because the budget is asked before the body.
struct OperationDecoder {
    let route: Route
    let contentType: String?
    let body: ByteBuffer
    /// SHA-256 of the body, in hexadecimal.
    let bodySHA256: String?

    /// The operation asked for.
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
                json(WireMessage.self)?.content.map { .uploadMessage(identifier, $0) } ?? .malformed(.badRequest)
            }
        case .configureDefault:
            json(WireDefault.self).flatMap { Identifier($0.messageIdentifier) }
                .map { .configureDefault(route.key, $0) } ?? .malformed(.badRequest)
        case .configureRealtimeURL:
            json(WireRealtimeURL.self).map { .configureRealtimeURL($0.realtimeURL) } ?? .malformed(.badRequest)
        }
    }

    private func identified(_ make: (Identifier) -> Operation) -> Operation {
        Identifier(route.identifier).map(make) ?? .malformed(.badRequest)
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
