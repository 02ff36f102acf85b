import Crypto
import RetentionMessagingClient
import Testing

#if canImport(Glibc)
    import Glibc

    @Suite("Core dumps")
    struct CoreDumpTests {
        @Test("Once a key is read, a crash leaves none")
        func none() throws {
            let core = __rlimit_resource_t(RLIMIT_CORE.rawValue)
            var limit = rlimit()
            getrlimit(core, &limit)
            limit.rlim_cur = limit.rlim_max
            setrlimit(core, &limit)
            _ = try PrivateKey(pem: signingKey.pemRepresentation, source: "The test key")
            getrlimit(core, &limit)
            #expect(limit.rlim_cur == 0)
        }
    }
#endif
