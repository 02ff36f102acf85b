private import CLibrary
package import GlossportReading

/// The folder of a project file, which must contain every file that the project file names.
///
/// A project file may be part of an untrusted pull request. Glossport reads and displays the files that it names, so
/// their paths must not lead out of the folder or into hidden folders, which may contain secrets such as the token in
/// `.git/config`.
package struct ProjectFolder: Sendable {
    /// The base of the project file's relative paths; empty for the current folder.
    package let path: String
    /// Whether the user allows paths outside the folder.
    package let allowsOutside: Bool
    /// Whether the files are untrusted.
    ///
    /// If so, links are not followed, and paths on the command line must be in the folder, too.
    package let isUntrusted: Bool
    /// The permitted folders with all links resolved: the folder and, if the files are trusted, those of extended
    /// files.
    ///
    /// Computed once, because thousands of images may be checked against them.
    private let roots: [[String]]

    /// - Parameters:
    ///   - path: The project file's folder; empty for the current one.
    ///   - extended: The folders of the files that it extends; the paths written in each are relative to its folder.
    ///   - allowsOutside: Whether the user allows paths outside the folder.
    ///   - isUntrusted: Whether the files are untrusted.
    package init(_ path: String, extended: [String] = [], allowsOutside: Bool = false, isUntrusted: Bool = false) {
        self.path = path
        self.allowsOutside = allowsOutside
        self.isUntrusted = isUntrusted
        let folders = isUntrusted ? [path] : [path] + extended
        roots = allowsOutside ? [] : folders.compactMap { Self.resolved($0.isEmpty ? "." : $0) }
    }

    package func location(of path: String) -> String { Self.location(of: path, in: self.path) }

    /// Resolves a path against a folder; an empty folder is the current one.
    package static func location(of path: String, in folder: String) -> String {
        folder.isEmpty || path.hasPrefix("/") ? path : folder == "/" ? "/" + path : folder + "/" + path
    }

    /// A path's components as written, without `.` and empty ones.
    package static func parts(of path: String) -> [Substring] {
        (path.hasPrefix("/") ? ["/"] : []) + path.split(separator: "/").filter { $0 != "." }
    }

    /// The path with these components; the current folder if there are none.
    package static func path(of parts: [Substring]) -> String {
        if parts.first == "/" { return "/" + parts.dropFirst().joined(separator: "/") }
        return parts.isEmpty ? "." : parts.joined(separator: "/")
    }

    /// The base of paths relative to a file; empty for the current folder.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "" }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Checks that a path stays inside the folder after links are resolved.
    ///
    /// - Parameters:
    ///   - path: The path as the project file writes it.
    ///   - place: Where the project file contains the path.
    ///   - allowsHidden: Whether the path may be in a hidden folder other than `.git`.
    /// - Throws: ``GlossportError`` with code `invalidProject`.
    package func check(_ path: String, at place: SourceLocation?, allowsHidden: Bool = false) throws(GlossportError) {
        guard !allowsOutside else { return }
        try check(path, location: location(of: path), at: place, allowsHidden: allowsHidden)
    }

    /// Checks a path from the command line in the same way, but only if the files are untrusted.
    ///
    /// - Parameter path: The path, relative to the current folder.
    /// - Throws: ``GlossportError`` with code `invalidProject`.
    package func check(typed path: String) throws(GlossportError) {
        guard isUntrusted else { return }
        try check(path, location: path, at: nil, allowsHidden: false)
    }

    /// Checks that writing to a path from the command line cannot be redirected by a symbolic link.
    ///
    /// Such a link may be part of the repository, or lead to a device. If the files are untrusted, the path must also
    /// be in the folder.
    ///
    /// - Parameter path: The path, relative to the current folder.
    /// - Throws: ``GlossportError`` with code `invalidOption` for a link, or the errors of ``check(typed:)``.
    package func check(output path: String) throws(GlossportError) {
        try check(typed: path)
        var status = stat()
        let isLink = lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
        // Links on the way to an absolute path belong to the system, such as macOS's `/tmp`, so they are allowed.
        guard isLink || !path.hasPrefix("/") && Self.containsLink(path) else { return }
        throw GlossportError(
            .invalidOption,
            "“\(path)” is a symbolic link, or is inside a linked folder, so Glossport does not write to it.",
            remedy: path.hasPrefix("/") || isLink
                ? "Name the file itself." : "Name the file itself, by its absolute path."
        )
    }

    private func check(
        _ path: String,
        location: String,
        at place: SourceLocation?,
        allowsHidden: Bool
    ) throws(GlossportError) {
        guard let target = Self.resolved(location), let root = roots.first(where: { target.starts(with: $0) }) else {
            throw GlossportError(
                .invalidProject,
                "“\(path)” leads out of the project file's folder.",
                remedy: isUntrusted
                    ? "Move it into that folder: in untrusted mode nothing else is read."
                    : "Move it into that folder, name it on the command line instead, or add --allow-outside.",
                location: place
            )
        }
        if isUntrusted, Self.containsLink(location) {
            throw GlossportError(
                .invalidProject,
                "“\(path)” is a symbolic link, or is inside a linked folder.",
                remedy: "Put the file itself there: in untrusted mode no link is followed.",
                location: place
            )
        }
        let inner = target.dropFirst(root.count)
        // Kubernetes mounts a ConfigMap as links into folders such as `..2026_11_22_21_00_00.123456789`.
        let hidden = inner.first {
            $0.hasPrefix(".") && !$0.hasPrefix("..") && $0 != ".glossport"
                // On a case-insensitive volume, `.GIT` is the same folder.
                && (!allowsHidden || $0.lowercased() == ".git")
        }
        if let hidden {
            throw GlossportError(
                .invalidProject,
                "“\(path)” leads to a hidden file or folder, \(hidden).",
                remedy: isUntrusted
                    ? "Move it elsewhere: in untrusted mode nothing hidden is read."
                    : "Move it elsewhere, name it on the command line instead, or add --allow-outside.",
                location: place
            )
        }
    }

    /// Whether a folder contains a path or is the path itself, after links are resolved; the path need not exist.
    ///
    /// - Parameters:
    ///   - folder: The folder. If it exists, its device and inode are compared as well: on a case-insensitive file
    ///     system, `Vendor` and `vendor` are the same.
    ///   - path: The path.
    /// - Returns: Whether the folder contains the path.
    package static func folder(_ folder: String, contains path: String) -> Bool {
        guard let root = resolved(folder), let parts = resolved(path) else { return false }
        if parts.starts(with: root) { return true }
        guard let target = PathTarget(folder) else { return false }
        return targets(onTheWayTo: parts).contains(target)
    }

    /// Whether two paths lead to the same file or folder, which need not exist.
    package static func isSame(_ path: String, _ other: String) -> Bool {
        folder(path, contains: other) && folder(other, contains: path)
    }

    /// The existing files and folders on the way to a path, the innermost first.
    static func targets(onTheWayTo path: String) -> [PathTarget] {
        resolved(path).map { Array(targets(onTheWayTo: $0)) } ?? []
    }

    private static func targets(onTheWayTo parts: [String]) -> some Sequence<PathTarget> {
        (0...parts.count).reversed().lazy.compactMap { PathTarget("/" + parts[..<$0].joined(separator: "/")) }
    }

    /// Whether a component of a path is a symbolic link.
    ///
    /// `realpath` would not show this: on macOS, it also replaces each name by the spelling on the disk.
    private static func containsLink(_ path: String) -> Bool {
        var location = path.hasPrefix("/") ? "/" : ""
        return path.split(separator: "/").contains { part in
            if !location.isEmpty, location != "/" { location += "/" }
            location += part
            var status = stat()
            return lstat(location, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
        }
    }

    /// A path's components after links are resolved; those that do not exist yet are taken as written.
    ///
    /// Returns `nil` for a dangling link and for `..` in a folder that does not exist.
    private static func resolved(_ path: String) -> [String]? {
        var existing = path
        var rest: [String] = []
        while true {
            if let real = realpath(existing.isEmpty ? "." : existing, nil) {
                defer { free(real) }
                return String(cString: real).split(separator: "/").map(String.init) + rest
            }
            var status = stat()
            // A dangling link would lead elsewhere once its target exists.
            guard lstat(existing, &status) != 0 || status.st_mode & S_IFMT != S_IFLNK, existing != "/" else {
                return nil
            }
            while existing.hasSuffix("/") { existing.removeLast() }
            let name = existing.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? ""
            guard name != "..", !existing.isEmpty else { return nil }
            existing.removeLast(name.count)
            if name != "." { rest.insert(name, at: 0) }
        }
    }
}
