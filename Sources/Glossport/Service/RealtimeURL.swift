private import CLibrary
private import Foundation
package import GlossportReading

/// A real-time URL that Apple's servers can call, and that all parsers and readers interpret alike.
///
/// Its form follows RFC 3986, with `https` and a public host. Only the host may be international.
package struct RealtimeURL: Sendable, Hashable {
    package let text: String

    private static let longest = 256

    /// - Throws: ``GlossportError`` with code `invalidOption`; the message contains nothing from the query.
    package init(_ text: String) throws(GlossportError) {
        guard text.hasPrefix("https://") else { throw Self.refusal("must begin with https:// and a host") }
        let rest = text.dropFirst("https://".count)
        let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        let authority = rest[..<end]
        guard !authority.isEmpty else { throw Self.refusal("must begin with https:// and a host") }
        guard text.unicodeScalars.count <= Self.longest else {
            throw Self.refusal("may have up to \(Self.longest) characters, not \(text.unicodeScalars.count)")
        }
        guard !authority.contains("@") else { throw Self.refusal("must not contain a user name or a password") }
        try Self.requirePlain(rest[end...])
        try Self.requirePublic(Self.withoutPort(authority))
        self.text = text
    }

    private static func refusal(_ problem: String, _ remedy: String? = nil) -> GlossportError {
        GlossportError(.invalidOption, "A real-time URL \(problem).", remedy: remedy)
    }

    // MARK: Path and query

    private static let marks = Set("-._~!$&'()*+,;=:@/?#%".utf8)

    /// Refuses characters that must be escaped or could mislead a reader.
    private static func requirePlain(_ path: Substring) throws(GlossportError) {
        var rest = path.unicodeScalars
        while let scalar = rest.popFirst() {
            let isDigit = { (digit: Unicode.Scalar) in digit.isASCII && digit.properties.isASCIIHexDigit }
            let byte = scalar.isASCII ? UInt8(scalar.value) : 0
            guard isLetterOrDigit(byte) || marks.contains(byte),
                scalar != "%" || rest.count >= 2 && rest.prefix(2).allSatisfy(isDigit)
            else {
                let number = String(scalar.value, radix: 16, uppercase: true)
                let code = String(repeating: "0", count: max(0, 4 - number.count)) + number
                throw refusal(
                    "contains U+\(code) where URLs may not contain it",
                    "Remove the character or write it percent-encoded, such as %20 for a space."
                )
            }
        }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    // MARK: The host

    private static func withoutPort(_ authority: Substring) throws(GlossportError) -> Substring {
        let bracket = authority.lastIndex(of: "]") ?? authority.startIndex
        guard let colon = authority[bracket...].firstIndex(of: ":") else { return authority }
        let digits = authority[authority.index(after: colon)...]
        let port = digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(digits) ?? 0 : 0
        guard (1...65_535).contains(port) else {
            throw refusal("has an invalid port", "Use a port from 1 to 65535, or none.")
        }
        return authority[..<colon]
    }

    private static func requirePublic(_ host: Substring) throws(GlossportError) {
        if let address = address(host) {
            guard isPublic(address) else { throw unreachable(host) }
            return
        }
        guard let ascii = ascii(host) else {
            throw refusal(
                "has an invalid host",
                "Write a host name such as retention.example.com: letters, digits and hyphens between dots."
            )
        }
        let labels = ascii.split(separator: ".")
        guard labels.count > 1, let last = labels.last, !["localhost", "local"].contains(last) else {
            throw unreachable(host)
        }
    }

    private static func unreachable(_ host: Substring) -> GlossportError {
        refusal("must have a public host, not \(host)", "Apple's servers call it: write your server's public name.")
    }

    /// Returns a host name in ASCII and lower case, with international labels in their `xn--` form; `nil` if it is
    /// invalid.
    private static func ascii(_ host: Substring) -> String? {
        // An international label contains letters, marks and digits, but no invisible characters and no other dots.
        let isPlain = host.unicodeScalars.allSatisfy { scalar in
            if scalar.isASCII { return isLetterOrDigit(UInt8(scalar.value)) || scalar == "-" || scalar == "." }
            return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || [.nonspacingMark, .spacingMark].contains(scalar.properties.generalCategory)
        }
        guard isPlain, let ascii = URLComponents(string: "https://\(host)/")?.encodedHost?.lowercased() else {
            return nil
        }
        let labels = ascii.split(separator: ".", omittingEmptySubsequences: false)
        let areValid = labels.allSatisfy { label in
            (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                && label.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
        }
        // A name that ends in a number is an IPv4 address, or a spelling of one that only some parsers accept.
        guard areValid, ascii.utf8.count <= 253, labels.last?.first?.isNumber == false else { return nil }
        return ascii
    }

    /// Returns the bytes of an IP address; `nil` for other text.
    private static func address(_ host: Substring) -> [UInt8]? {
        if host.first == "[", host.last == "]" {
            var address = in6_addr()
            guard inet_pton(AF_INET6, String(host.dropFirst().dropLast()), &address) == 1 else { return nil }
            return withUnsafeBytes(of: &address) { Array($0) }
        }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { number in
            number == "0" || number.first != "0" && number.utf8.allSatisfy { (0x30...0x39).contains($0) }
                ? UInt8(number) : nil
        }
        return numbers.count == 4 && !numbers.contains(nil) ? numbers.compactMap(\.self) : nil
    }

    /// Whether an address is public: neither of this machine nor private, link-local, shared or multicast.
    private static func isPublic(_ address: [UInt8]) -> Bool {
        guard address.count == 4 else {
            // Only 2000::/3 is assigned as public IPv6.
            return address.first.map { (0x20...0x3F).contains($0) } ?? false
        }
        switch (address[0], address[1]) {
        case (0, _), (10, _), (127, _), (100, 64...127), (169, 254), (172, 16...31), (192, 168), (224..., _):
            return false
        default: return true
        }
    }
}

/// Display of any real-time URL, including one that another tool set.
extension RealtimeURL {
    /// Returns a URL, followed by its ASCII host if that differs: letters of other scripts can look like ASCII.
    package static func shown(_ url: String) -> String {
        guard let mark = url.firstRange(of: "://") else { return url }
        let host = url[mark.upperBound...].prefix { !"/?#".contains($0) }
        guard !host.utf8.allSatisfy({ $0 < 0x80 }) else { return url }
        guard let ascii = URLComponents(string: url)?.encodedHost else { return "\(url) (its host is not valid)" }
        return "\(url) (host \(ascii))"
    }

    /// Returns a URL without user name, password, query values and fragment, which may be secret.
    package static func redacted(_ url: String) -> String {
        let end = url.firstIndex { "?#".contains($0) } ?? url.endIndex
        var text = String(url[..<end])
        if let mark = text.firstRange(of: "://") {
            let authority = text[mark.upperBound...].prefix { $0 != "/" }
            if let at = authority.lastIndex(of: "@") { text.replaceSubrange(mark.upperBound..<at, with: "…") }
        }
        let rest = url[end...]
        let query = rest.prefix { $0 != "#" }
        if !query.isEmpty {
            let parts = query.dropFirst().split(separator: "&", omittingEmptySubsequences: false).map { part in
                part.firstIndex(of: "=").map { "\(part[...$0])…" } ?? (part.isEmpty ? "" : "…")
            }
            text += "?" + parts.joined(separator: "&")
        }
        return query.count < rest.count ? text + "#…" : text
    }

    /// Returns a text about a URL, such as an error that repeats it, without the parts that ``redacted(_:)`` removes.
    static func redact(_ url: String, in text: String) -> String {
        let rest = url.drop { !"?#".contains($0) }
        let values = rest.split { "?#&".contains($0) }.map { part in
            part.firstIndex(of: "=").map { String(part[part.index(after: $0)...]) } ?? String(part)
        }
        // Shorter values are hardly secret, and replacing them could garble ordinary text.
        return values.flatMap { [$0, $0.removingPercentEncoding ?? $0] }.filter { $0.utf8.count >= 4 }
            .sorted { $0.utf8.count > $1.utf8.count }
            .reduce(text) { $0.replacing($1, with: "…") }
    }
}
