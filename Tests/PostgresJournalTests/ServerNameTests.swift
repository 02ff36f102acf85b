import CLibrary
import Foundation
import GlossportReading
import GlossportTesting
import Testing

@testable import PostgresJournal

/// libpq verifies names itself; this test ensures that it does so like the client.
@Suite("Name of the journal's server")
struct ServerNameTests {
    @Test(
        "A certificate for the address is not valid for a name that resolves to it",
        .enabled(if: PostgresCluster.isThere),
        .timeLimit(.minutes(1))
    )
    func name() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("glossport-tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (certificate, key) = (folder.appendingPathComponent("tls.pem"), folder.appendingPathComponent("tls.key"))
        try Data(SelfSignedIdentity.certificate.utf8).write(to: certificate)
        try Data(SelfSignedIdentity.key.utf8).write(to: key)
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
}
