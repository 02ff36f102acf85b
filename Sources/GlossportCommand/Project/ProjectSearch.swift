private import Foundation
import GlossportProject
import GlossportReading

/// Finds the project file: the named one, the one in the current folder, or the nearest one in a folder above, as git
/// and cargo do.
///
/// A project file found in a parent folder was not named explicitly, so it is trusted only if this user or root owns it
/// and its folder, and not every user can change or replace it: a `glossport.yaml` in `/tmp` could choose where texts
/// go and which programs read them.
///
/// Write permission of a group is accepted, because teams share checkouts that way. A plugin's program must not have
/// it, because the program runs as this user; a project file can start only plugins that this user trusts.
enum ProjectSearch {
    private enum Outcome {
        case nothing
        case found(String)
        /// A project file was found but is not trusted, for the given reason.
        case untrusted(String, because: String)
    }

    /// The file that `--project` or its variable names, or the project file in the named folder, even if it does not
    /// exist; otherwise, the project file in the current folder or in a folder above.
    static func path(named: String?) -> String? {
        if let named = named ?? EnvironmentVariable.project.value { return path(of: named) }
        if FileManager.default.fileExists(atPath: Workspace.standardFile) { return Workspace.standardFile }
        guard case .found(let path) = above else { return nil }
        return path
    }

    /// The path itself or, if it leads to a folder, the project file in that folder.
    static func path(of named: String) -> String { file(in: named) ?? named }

    /// The error if a command needs a project file and there is none.
    static var missing: GlossportError {
        if case .untrusted(let path, let reason) = above {
            return GlossportError(
                .invalidProject,
                "There is no \(Workspace.standardFile) here, and \(path) is ignored: \(reason).",
                remedy: "--project \(Hints.quoted(path)) uses it anyway; `glossport init` creates one here."
            )
        }
        return GlossportError(
            .invalidProject,
            "There is no \(Workspace.standardFile) here or in the folders above.",
            remedy: "Create one with `glossport init`, or name one with --project."
        )
    }

    /// The project file in a folder; `nil` if the path is not a folder.
    private static func file(in path: String) -> String? {
        guard let status = status(of: path), status.st_mode & S_IFMT == S_IFDIR else { return nil }
        return (path.hasSuffix("/") ? path : path + "/") + Workspace.standardFile
    }

    /// The result of the search above the current folder, which runs and is reported only once.
    private static let above: Outcome = {
        // In untrusted mode, as for a pull request, no folder outside the current one is searched.
        let outcome = Trust.isUntrusted ? .nothing : search()
        switch outcome {
        case .nothing: break
        case .found(let path): Output.report("The project is \(path).")
        case .untrusted(let path, let reason): Output.report("\(path) is ignored: \(reason).")
        }
        return outcome
    }()

    /// Searches the parent folders for the nearest project file, up to the home folder or the root of this file system.
    private static func search() -> Outcome {
        let home = ProcessInfo.processInfo.environment["HOME"].flatMap(status)
        var folder = "."
        guard var here = status(of: folder) else { return .nothing }
        while !isSame(here, home) {
            folder = folder == "." ? ".." : folder + "/.."
            guard let next = status(of: folder), next.st_dev == here.st_dev, !isSame(next, here) else { break }
            let path = folder + "/" + Workspace.standardFile
            var file = stat()
            if lstat(path, &file) == 0 {
                return reasonToDistrust(file, in: next).map { .untrusted(path, because: $0) } ?? .found(path)
            }
            here = next
        }
        return .nothing
    }

    /// The reason to distrust a file that other users may have put in place; `nil` if it is trusted.
    static func reasonToDistrust(_ path: String) -> String? {
        let folder = ProjectFolder.folder(of: path)
        var file = stat()
        guard lstat(path, &file) == 0, let status = status(of: folder.isEmpty ? "." : folder) else {
            return "there is no such file"
        }
        return reasonToDistrust(file, in: status)
    }

    private static func reasonToDistrust(_ file: stat, in folder: stat) -> String? {
        let isMine = { (owner: uid_t) in owner == geteuid() || owner == 0 }
        if file.st_mode & S_IFMT != S_IFREG { return "it is not a regular file" }
        if !isMine(file.st_uid) { return "it belongs to another user" }
        if file.st_mode & S_IWOTH != 0 { return "every user can write to it" }
        if !isMine(folder.st_uid) { return "its folder belongs to another user" }
        // In a sticky folder, such as /tmp, other users cannot replace our files.
        if folder.st_mode & S_IWOTH != 0, folder.st_mode & S_ISVTX == 0 { return "every user can write to its folder" }
        return nil
    }

    private static func isSame(_ left: stat, _ right: stat?) -> Bool {
        left.st_dev == right?.st_dev && left.st_ino == right?.st_ino
    }

    private static func status(of path: String) -> stat? {
        var result = stat()
        return stat(path, &result) == 0 ? result : nil
    }
}
