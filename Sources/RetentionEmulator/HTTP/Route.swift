/// The endpoint for a method and a path, with the path's parameters.
struct Route: Sendable {
    let endpoint: Endpoint
    /// The identifier in the path, as sent.
    private(set) var identifier = ""
    /// The product and locale in the path.
    private(set) var key = DefaultKey(productID: "", locale: "")
    private(set) var query: Substring = ""

    /// The path prefix of all endpoints.
    static let base = "/inApps/v1/messaging/"

    /// Finds the endpoint; `nil` if there is none, which Apple answers with a bare 404.
    ///
    /// `list` is in the position of an identifier, so it is matched first. A trailing `?` is accepted, because Apple's
    /// Node library sends one.
    init?(method: String, target: String) {
        guard target.hasPrefix(Self.base) else { return nil }
        let parts = target.dropFirst(Self.base.count)
            .split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = parts[0].split(separator: "/", omittingEmptySubsequences: false)
        guard let kind = path.first, path.allSatisfy({ !$0.isEmpty }) else { return nil }
        switch (kind, path.count) {
        case ("message", 2), ("image", 2):
            guard let endpoint = Self.endpoint(of: kind == "image", method: method, isList: path[1] == "list") else {
                return nil
            }
            self.endpoint = endpoint
            identifier = PercentEncoding.decode(path[1])
        case ("default", 3):
            switch method {
            case "PUT": endpoint = .configureDefault
            case "GET": endpoint = .getDefault
            case "DELETE": endpoint = .deleteDefault
            default: return nil
            }
            key = DefaultKey(productID: PercentEncoding.decode(path[1]), locale: PercentEncoding.decode(path[2]))
        case ("realtime", 2) where path[1] == "url":
            switch method {
            case "PUT": endpoint = .configureRealtimeURL
            case "GET": endpoint = .getRealtimeURL
            case "DELETE": endpoint = .deleteRealtimeURL
            default: return nil
            }
        case ("performanceTest", 1) where method == "POST": endpoint = .initiatePerformanceTest
        case ("performanceTest", 3) where path[1] == "result" && method == "GET":
            endpoint = .getPerformanceTestResults
            identifier = PercentEncoding.decode(path[2])
        default: return nil
        }
        if parts.count == 2 { query = parts[1] }
    }

    private static func endpoint(of isImage: Bool, method: String, isList: Bool) -> Endpoint? {
        switch (method, isList) {
        case ("GET", true): isImage ? .listImages : .listMessages
        case ("PUT", false): isImage ? .uploadImage : .uploadMessage
        case ("DELETE", false): isImage ? .deleteImage : .deleteMessage
        default: nil
        }
    }

    /// The request's identifier, or product and locale, for the log.
    var subject: String? {
        switch endpoint {
        case .uploadImage, .deleteImage, .uploadMessage, .deleteMessage, .getPerformanceTestResults:
            identifier.lowercased()
        case .configureDefault, .getDefault, .deleteDefault: "\(key.productID)/\(key.locale)"
        default: nil
        }
    }

    func queryValue(_ name: String) -> String? {
        for item in query.split(separator: "&") {
            let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if pair.count == 2, pair[0] == name { return PercentEncoding.decode(pair[1]) }
        }
        return nil
    }
}

/// Percent-encoding of paths and queries.
enum PercentEncoding {
    /// The decoded text; an invalid escape is kept as it is.
    static func decode(_ text: some StringProtocol) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        let bytes = Array(text.utf8)
        var decoded: [UInt8] = []
        var index = 0
        while index < bytes.count {
            // The initializer would also accept a sign.
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, bytes[index + 1] != UInt8(ascii: "+"),
                let value = UInt8(String(decoding: bytes[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
            {
                decoded.append(value)
                index += 3
            } else {
                decoded.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }
}
