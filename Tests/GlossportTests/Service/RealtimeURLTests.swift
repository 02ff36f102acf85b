import Glossport
import GlossportReading
import Testing

@Suite("Real-time URL")
struct RealtimeURLTests {
    @Test(
        "A URL that Apple's servers can call is accepted unchanged",
        arguments: [
            "https://retention.example.com/apple", "https://example.com",
            "https://example.com:8443/a/b;c=d?x=%C3%A9&y=1",
            "https://EXAMPLE.com/", "https://bücher.example/", "https://xn--80ak6aa92e.com/", "https://8.8.8.8/",
            "https://[2001:4860:4860::8888]:443/", "https://1password.example/",
        ]
    )
    func valid(url: String) throws { #expect(try RealtimeURL(url).text == url) }

    @Test(
        "A URL that is ambiguous, misleading or unreachable for Apple is refused without showing secrets",
        arguments: [
            "http://a.example/", "HTTPS://a.example/", "https://", "https:///path", "https:a.example",
            "https://a.example/\u{1B}[2J?secret", "https://a.example/\u{202E}gpj", "https://a.example/a b",
            "https://a.example/\u{A0}", "https://a.example/\t", "https://a.example/é", "https://a.example/%zz",
            "https://a.example/%2", "https://a.example/a\\b", "https://a.example/<a>", "https://a.example\n/",
            "https://a.example:99999/", "https://a.example:0/", "https://a.example:/", "https://a.example:8a/",
            "https://a.example:+80/", "https://a.example:1:2/", "https://a..example/", "https://.example/",
            "https://a.example./", "https://-a.example/", "https://a-.example/", "https://a_b.example/",
            "https://a b.example/", "https://a\u{202E}b.example/", "https://\u{AD}a.example/", "https://a。example/",
            "https://a\u{200D}b.example/", "https://%61.example/", "https://a\\b.example/", "https://u@a.example/",
            "https://u:secret@a.example/", "https://localhost/", "https://LOCALHOST/", "https://api.localhost/",
            "https://printer.local/", "https://intranet/", "https://127.0.0.1/", "https://127.1/",
            "https://0x7f.0.0.1/", "https://2130706433/", "https://10.0.0.1/", "https://172.16.0.1/",
            "https://192.168.1.1/", "https://169.254.169.254/", "https://100.64.0.1/", "https://0.0.0.0/",
            "https://[::1]/", "https://[::]/", "https://[fe80::1]/", "https://[fd00::1]/",
            "https://[::ffff:127.0.0.1]/", "https://[::1/", "https://256.1.1.1/", "https://a.1/",
            "https://" + String(repeating: "a", count: 64) + ".example/",
            "https://a.example/" + String(repeating: "x", count: 239),
        ]
    )
    func invalid(url: String) {
        let error = #expect(throws: GlossportError.self) { try RealtimeURL(url) }
        #expect(error?.code == .invalidOption)
        #expect(error.map { "\($0)".contains("secret") } == false)
    }

    @Test(
        "A host with non-ASCII letters is shown in ASCII as well",
        arguments: [
            ("https://аррӏе.com/x", "https://аррӏе.com/x (host xn--80ak6aa92e.com)"),
            ("https://apple.com/x?é", "https://apple.com/x?é"),
            ("https://a\u{202E}b.com/", "https://a\u{202E}b.com/ (its host is not valid)"),
            ("nothing", "nothing"),
        ]
    )
    func shown(url: String, text: String) { #expect(RealtimeURL.shown(url) == text) }

    @Test(
        "User names, query values and fragments are redacted",
        arguments: [
            ("https://a.example/p", "https://a.example/p"), ("https://a.example/p?", "https://a.example/p?"),
            ("https://a.example/p?a=1&b=2&c", "https://a.example/p?a=…&b=…&…"),
            ("https://a.example?token", "https://a.example?…"), ("https://a.example/#x?y=z", "https://a.example/#…"),
            ("https://a.example/?a=b=c?d#e", "https://a.example/?a=…#…"),
            ("https://u:p@a.example/", "https://…@a.example/"),
        ]
    )
    func redacted(url: String, text: String) { #expect(RealtimeURL.redacted(url) == text) }
}
