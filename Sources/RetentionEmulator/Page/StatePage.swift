import Hummingbird
private import NIOCore

/// The page at `/` for people: what the emulator holds, refreshed live.
///
/// It is one static file that asks `/_emulator/state`; it loads nothing from elsewhere.
enum StatePage {
    /// Where it lives.
    static let path = "/"

    /// Whether a request is for the page; browsers may add a query.
    static func isWanted(method: String, target: String) -> Bool {
        (method == "GET" || method == "HEAD") && target.prefix { $0 != "?" } == path
    }

    /// The page, forbidden to be framed or to reach for anything but this server.
    static func response() -> Response {
        var headers: HTTPFields = [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"]
        headers[.contentSecurityPolicy] =
            "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; "
            + "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: PackageResources.index_html))
        )
    }
}
