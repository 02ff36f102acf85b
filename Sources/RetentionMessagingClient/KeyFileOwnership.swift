private import CLibrary
import GlossportReading

struct KeyFileOwnership {
    /// The type and permissions, as in `stat`.
    var mode: UInt32
    /// The owner's user ID.
    var owner: UInt32
    /// The size in bytes.
    var size: Int
    /// Whether the file is stored only in memory.
    var isInMemory: Bool

    /// Checks whether the file is safe to read a key from.
    ///
    /// The check detects mistakes, such as a key that was copied or unpacked so that every user of the machine can read
    /// it. It accepts setups that only root can have made. Other users may read a root-owned file in two cases: the
    /// file is in memory, where only clusters, containers and service managers store secrets, or only its group can
    /// read it, and this process does not run as root.
    ///
    /// - Parameters:
    ///   - path: The name of the file in the error.
    ///   - user: The effective user ID of this process.
    ///   - isPipeFine: Whether the file may be a pipe that was opened for this process.
    ///   - allowsShared: Whether the user allows the file to be readable or owned by others.
    /// - Returns: The problem and its remedy; `nil` if there is none.
    func problem(of path: String, user: UInt32, isPipeFine: Bool, _ allowsShared: Bool) -> GlossportError? {
        func error(_ problem: String, _ remedy: String) -> GlossportError {
            GlossportError(.credentials, "The private key \(path) \(problem).", remedy: remedy)
        }
        let type = mode & UInt32(S_IFMT)
        if type == UInt32(S_IFIFO), isPipeFine { return nil }
        if type != UInt32(S_IFREG) {
            return error("is not a regular file", "Name the .p8 file itself.")
        }
        if size > KeyFile.largest {
            return error("is larger than any private key", "Name the .p8 file itself.")
        }
        if allowsShared { return nil }
        if owner != user, owner != 0 {
            return error(
                "belongs to another user",
                "Take ownership: chown \"$USER\" \(path). If it belongs to another user on purpose, add --allow-shared-key."
            )
        }
        if mode & 0o022 != 0 {
            return error(
                "can be changed by other users",
                "Run chmod 600 \(path). If this is intended, add --allow-shared-key."
            )
        }
        let isForAGroup = mode & 0o007 == 0 && user != 0
        if mode & 0o077 != 0, !(owner == 0 && (isInMemory || isForAGroup)) {
            return error(
                "can be read by other users",
                "Run chmod 600 \(path). If this is intended, add --allow-shared-key."
            )
        }
        return nil
    }
}
