import Hummingbird
private import NIOCore

/// A file of the page at `/`, which shows the emulator's state live.
///
/// Its scripts request only `/_emulator/` routes, and the page loads nothing from other servers.
struct StatePage {
    private let type: String
    private let bytes: [UInt8]

    /// Finds the requested file; `nil` for another path or method.
    ///
    /// The query is ignored.
    init?(method: String, target: String) {
        guard method == "GET" || method == "HEAD" else { return nil }
        switch target.prefix(while: { $0 != "?" }) {
        case "/": self.init("text/html", PackageResources.index_html)
        case "/page/page.css": self.init("text/css", PackageResources.page_css)
        case "/page/page.js": self.init("text/javascript", PackageResources.page_js)
        case "/page/elements.js": self.init("text/javascript", PackageResources.elements_js)
        case "/page/languages.js": self.init("text/javascript", PackageResources.languages_js)
        case "/page/contents.js": self.init("text/javascript", PackageResources.contents_js)
        case "/page/messages.js": self.init("text/javascript", PackageResources.messages_js)
        case "/page/service.js": self.init("text/javascript", PackageResources.service_js)
        default: return nil
        }
    }

    private init(_ type: String, _ bytes: [UInt8]) {
        self.type = type
        self.bytes = bytes
    }

    /// The response, with headers that forbid framing, creating markup from text, and access to other servers.
    var response: Response {
        var headers: HTTPFields = [.contentType: "\(type); charset=utf-8", .cacheControl: "no-store"]
        headers[.contentSecurityPolicy] =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
            + "require-trusted-types-for 'script'; trusted-types 'none'; "
            + "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
        headers[.xContentTypeOptions] = "nosniff"
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
