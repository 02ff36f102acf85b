private import CLibrary
import GlossportReading

/// The users who could read or change a key's file.
struct KeyFileOwnership {
    /// Type and permissions as `stat` tells them.
    var mode: UInt32
    /// The user that owns the file.
    var owner: UInt32
    /// Its size in bytes.
    var size: Int
    /// Whether it lies in memory only.
    var isInMemory: Bool

    /// Judges whether the file is safe to take a key from.
    ///
    /// The check is against mistakes: a key that was copied or unpacked so that every user of the machine can read it.
    /// Setups that only root can have made are accepted. So other users may read a root-owned file if it is in memory,
    /// where only clusters, containers and service managers put secrets; or if it is for one group, and we are not root
    /// ourselves.
    ///
    /// - Parameters:
    ///   - path: The name of the file in the error.
    ///   - user: The user that this process acts for.
    ///   - isPipeFine: Whether it may be a pipe that was opened for this process.
    ///   - allowsShared: Whether the user says that others may read it or own it.
    /// - Returns: The problem and the remedy; `nil` if there is none.
    func complaint(of path: String, user: UInt32, isPipeFine: Bool, _ allowsShared: Bool) -> GlossportError? {
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
