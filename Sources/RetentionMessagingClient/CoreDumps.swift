#if canImport(Glibc)
    private import Glibc
#else
    private import Darwin
#endif

/// What the system keeps of a process that crashes.
enum CoreDumps {
    /// Asks for no core dump of this process, which would hold everything in its memory.
    ///
    /// Costs nothing and can't fail in a way that anybody could mend, so it says nothing.
    static func forbid() {
        var limit = rlimit()
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(RLIMIT_CORE.rawValue)
        #else
            let resource = RLIMIT_CORE
        #endif
        guard getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = 0
        setrlimit(resource, &limit)
    }
}
