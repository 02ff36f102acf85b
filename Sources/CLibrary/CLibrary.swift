// The C library under one name: its module is called differently on each system.
#if canImport(Darwin)
    @_exported public import Darwin
#elseif canImport(Musl)
    @_exported public import Musl
#else
    @_exported public import Glibc
#endif
