import CLibrary
import Crypto
import RetentionMessagingClient
import Testing

@Suite("Core dumps")
struct CoreDumpTests {
    @Test("After a key is read, a crash writes no core dump")
    func none() throws {
        var limit = try #require(Platform.value(of: .coreDump))
        limit.rlim_cur = limit.rlim_max
        Platform.set(.coreDump, to: limit)
        _ = try PrivateKey(pem: signingKey.pemRepresentation, source: "The test key")
        #expect(Platform.value(of: .coreDump)?.rlim_cur == 0)
    }
}
