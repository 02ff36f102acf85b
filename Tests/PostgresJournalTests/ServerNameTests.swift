import Foundation
import GlossportReading
import Testing

@testable import PostgresJournal

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// libpq compares names itself; this pins that it does as the client does.
@Suite("The name of a journal's server")
struct ServerNameTests {
    @Test(
        "A certificate for the address is none for a name that leads there",
        .enabled(if: PostgresCluster.isThere),
        .timeLimit(.minutes(1))
    )
    func name() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("glossport-tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (certificate, key) = (folder.appendingPathComponent("tls.pem"), folder.appendingPathComponent("tls.key"))
        try Data(Self.certificate.utf8).write(to: certificate)
        try Data(Self.key.utf8).write(to: key)
        chmod(key.path, 0o600)
        // The server does not run as root.
        if geteuid() == 0, let user = getpwnam("postgres") { chown(key.path, user.pointee.pw_uid, user.pointee.pw_gid) }
        let cluster = try PostgresCluster(["ssl=on", "ssl_cert_file=\(certificate.path)", "ssl_key_file=\(key.path)"])
        func connect(_ host: String) throws {
            let url =
                "postgres://postgres@\(host):\(cluster.port)/postgres?sslmode=verify-full&sslrootcert=\(certificate.path)"
            _ = try PostgresConnection(PostgresAddress(url, environment: [:]))
        }
        try connect("127.0.0.1")
        let failure = #expect(throws: PostgresFailure.self) { try connect("localhost") }
        guard case .unreachable(let message)? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(message.contains("does not match host name \"localhost\""), "\(message)")
    }

    /// Made for this test, of no use elsewhere: for other.example and 127.0.0.1, signed by itself, valid until 2126.
    private static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBcDCCARegAwIBAgIRAMetJTaa3+aRcCvLKtjnWYcwCgYIKoZIzj0EAwIwDzEN
        MAsGA1UEAwwEdGVzdDAgFw0yNjExMjAwMDAwMDBaGA8yMTI2MTAyNzAwMDAwMFow
        DzENMAsGA1UEAwwEdGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABDstTkJG
        Ys7ZEWe5QxfzEZpOAApuiWd2go1KyKE6lx2vHHoR1BuTk3MUtq9wN6cL9MRkiDVl
        Hy/ouzFqjsTgEIijUjBQMA8GA1UdEwEB/wQFMAMBAf8wHQYDVR0OBBYEFCY8fOK+
        ZqS+owJ5t4XgQIWNLhaoMB4GA1UdEQQXMBWCDW90aGVyLmV4YW1wbGWHBH8AAAEw
        CgYIKoZIzj0EAwIDRwAwRAIgfQIo+Dh5IeOCIG+pN2vLzouEyp8UHZD6za/e1bfd
        j1UCIAksQrnOpkS5fENayl3h44mK/eGdRg5yLexRVjv9gmYl
        -----END CERTIFICATE-----

        """

    private static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgCjd8X94ZOgn3Zet2
        wtJYDjZ4q8CHGF8u5NMb4hfB6vShRANCAAQ7LU5CRmLO2RFnuUMX8xGaTgAKboln
        doKNSsihOpcdrxx6EdQbk5NzFLavcDenC/TEZIg1ZR8v6Lsxao7E4BCI
        -----END PRIVATE KEY-----

        """
}
