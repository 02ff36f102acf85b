// Exports `Mutex` from the standard library's Synchronization module. On Linux, ThreadSanitizer does not recognize that
// type's futex as a lock, and reports a race for each use. With `GLOSSPORT_SANITIZE=thread` (see the manifest), this
// file therefore provides an implementation that ThreadSanitizer recognizes.
#if THREAD_SANITIZER
    /// Protects a value, like the type of the same name in Synchronization.
    ///
    /// `@unchecked Sendable` because the value is accessed only under the lock.
    public final class Mutex<Value>: @unchecked Sendable {
        // Allocated separately, because `pthread_mutex_t` needs a stable address.
        private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        private var value: Value

        /// Creates a mutex around a value.
        public init(_ value: consuming sending Value) {
            self.value = value
            pthread_mutex_init(lock, nil)
        }

        deinit {
            pthread_mutex_destroy(lock)
            lock.deallocate()
        }

        /// Runs a closure with exclusive access to the value.
        public func withLock<Result, Failure: Error>(
            _ body: (inout sending Value) throws(Failure) -> sending Result
        ) throws(Failure) -> sending Result {
            pthread_mutex_lock(lock)
            defer { pthread_mutex_unlock(lock) }
            return try body(&value)
        }
    }
#else
    @_exported public import Synchronization
#endif
