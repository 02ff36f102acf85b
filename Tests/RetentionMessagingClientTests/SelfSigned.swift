import Foundation
import RetentionEmulator

/// A self-signed certificate for localhost and 127.0.0.1, for these tests only, valid until 2126.
enum SelfSigned {
    /// Provides files with a certificate and its key while `body` runs.
    static func withFiles<Value>(
        of identity: FakeService.Identity = .selfSigned,
        _ body: (TLSIdentity) async throws -> Value
    ) async throws -> Value {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = TLSIdentity(
            certificatePath: folder.appending(path: "tls.pem").path,
            keyPath: folder.appending(path: "tls.key").path
        )
        try identity.certificate.write(toFile: files.certificatePath, atomically: true, encoding: .utf8)
        try identity.key.write(toFile: files.keyPath, atomically: true, encoding: .utf8)
        return try await body(files)
    }

    static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBmzCCAUGgAwIBAgIUF/9wyyD0mv/rdHbV3uPpp5Nfg9YwCgYIKoZIzj0EAwIw
        FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMDIzMTI1NFoYDzIxMjYxMDI3
        MjMxMjU0WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
        PQMBBwNCAATXCPKfepk8K+5MVkYdf/ClTqFV+A8NT3tp21dyBtjSaVBwYFmJsHF7
        QpN/YE4LysXkvUOB01Nu9BE577HMkl0ho28wbTAdBgNVHQ4EFgQUdmDqHOeP55n/
        t9Y02PcMl9JX11MwHwYDVR0jBBgwFoAUdmDqHOeP55n/t9Y02PcMl9JX11MwDwYD
        VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
        zj0EAwIDSAAwRQIgW4A//cmEgOMcLFQkV6j5ujV2DYlGMbNG/4icGJE0w8wCIQDk
        EQkntZPNDlZeRzGS0mTNdcXMYjcZf5hAs7k1BH/Zuw==
        -----END CERTIFICATE-----
        """

    static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg7cuyLcB6Tq3PZPd9
        5S/aV80Pg4Oq89JTbzFSK3UdLhehRANCAATXCPKfepk8K+5MVkYdf/ClTqFV+A8N
        T3tp21dyBtjSaVBwYFmJsHF7QpN/YE4LysXkvUOB01Nu9BE577HMkl0h
        -----END PRIVATE KEY-----
        """
}

extension FakeService.Identity {
    static let selfSigned = FakeService.Identity(certificate: SelfSigned.certificate, key: SelfSigned.key)
}
