// `Mutex`, from the standard library's Synchronization. ThreadSanitizer takes its futex for no lock on Linux, and reports a race for each
// use; so where it is asked for (`GLOSSPORT_SANITIZE=thread`, see the manifest) there is another one, which it understands.
#if THREAD_SANITIZER
    /// Protects a value, as Synchronization's does.
    ///
    /// Unchecked: the value is touched under the lock alone.
    public final class Mutex<Value>: @unchecked Sendable {
        // Unchecked: the value is touched under the lock alone, and C's lock has no other form.
        private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        private var value: Value

        /// - Parameter value: The value to protect.
        public init(_ value: consuming sending Value) {
            self.value = value
            pthread_mutex_init(lock, nil)
        }

        deinit {
            pthread_mutex_destroy(lock)
            lock.deallocate()
        }

        /// Runs a closure with exclusive access to the value.
        ///
        /// - Parameter body: The closure.
        /// - Returns: The result of `body`.
        /// - Throws: Errors of `body`.
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
