private import CLibrary

/// Waits, for a plugin that is to be treated slowly.
enum Sleep {
    static func milliseconds(_ count: CInt) { poll(nil, 0, count) }
}
