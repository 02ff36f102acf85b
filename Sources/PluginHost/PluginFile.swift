import CLibrary
private import Crypto
package import GlossportReading

/// The program of a plugin, identified by its SHA-256, and refused if other users can change it.
package struct PluginFile: Sendable {
    /// The id of the format, as listed in the project file.
    package let id: String
    /// The resolved, absolute path.
    package let path: String
    package let sha256: String
    /// The entry in the project file.
    package let place: SourceLocation?

    /// The file name of a plugin's executable before its id.
    package static let prefix = "glossport-reader-"

    /// The id in the name of an executable; `nil` if it is not a plugin's name.
    package static func id(inPath path: String) -> String? {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        let id = name.dropFirst(prefix.count)
        return name.hasPrefix(prefix) && FormatDescription.isID(String(id)) ? String(id) : nil
    }

    /// Finds a plugin's program, and refuses one that other users can change.
    ///
    /// - Parameters:
    ///   - id: The format's id.
    ///   - program: The program's path.
    ///   - place: The entry in the project file.
    ///   - isChecked: Whether to refuse a program that other users can change; `false` for a check by the program's
    ///     author.
    /// - Throws: ``GlossportError`` with code `plugin`.
    package init(id: String, program: String, place: SourceLocation? = nil, isChecked: Bool = true) throws {
        func refusal(_ text: String, _ remedy: String) -> GlossportError {
            GlossportError(.plugin, "The plugin “\(id)” can't be used: \(text)", remedy: remedy, location: place)
        }
        guard let resolved = realpath(program, nil) else {
            throw refusal("\(program) does not exist.", "Correct the path; it is relative to the project file.")
        }
        defer { free(resolved) }
        path = String(cString: resolved)
        (self.id, self.place) = (id, place)
        if isChecked, let reason = Self.danger(of: path) {
            throw refusal("\(reason).", "Put it where only you can write, and make it executable with chmod 755.")
        }
        var hash = SHA256()
        do { try SourceFile(path: path).forEachChunk { hash.update(bufferPointer: $0) } } catch {
            throw refusal("\(path) can't be read.", "Check its permissions.")
        }
        sha256 = hash.finalize().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The reason why a file must not be run or trusted, as a clause; `nil` if it is safe.
    static func danger(of path: String, isProgram: Bool = true) -> String? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return "\(path) is not a file" }
        if isProgram, access(path, X_OK) != 0 { return "\(path) is not executable" }
        if status.st_mode & (S_ISUID | S_ISGID) != 0 { return "\(path) would run with other privileges" }
        let parent = folder(of: path)
        var current = path
        while true {
            guard stat(current, &status) == 0 else { return "\(current) can't be read" }
            // With the sticky bit, as on a folder for temporary files, other users cannot rename or remove our files.
            if status.st_mode & S_ISVTX == 0 || current == parent {
                if status.st_mode & S_IWOTH != 0 { return "every user can write to \(current)" }
                if status.st_mode & S_IWGRP != 0, isShared(status.st_gid) {
                    return "other users of its group can write to \(current)"
                }
            }
            if status.st_uid != 0, status.st_uid != geteuid() { return "\(current) belongs to another user" }
            if current == "/" { return nil }
            current = folder(of: current)
        }
    }

    /// Whether a group may have members besides the user and users who can become root.
    ///
    /// Many systems give each user a group of the same name that can write to the user's files.
    static func isShared(_ group: gid_t) -> Bool {
        if Platform.administrators.contains(group) { return false }
        guard let user = getpwuid(geteuid()), let name = user.pointee.pw_name, user.pointee.pw_gid == group,
            let entry = getgrgid(group), let groupName = entry.pointee.gr_name
        else { return true }
        guard strcmp(name, groupName) == 0, var member = entry.pointee.gr_mem else { return true }
        while let other = member.pointee {
            if strcmp(name, other) != 0 { return true }
            member += 1
        }
        return false
    }

    private static func folder(of path: String) -> String {
        "/" + path.split(separator: "/").dropLast().joined(separator: "/")
    }
}
