private import CLibrary
package import GlossportReading

/// The folder of a project file, below which everything lies that the file names.
///
/// A project file may come with a stranger's pull request. What it names is read and shown, so it may not reach for what its
/// user can read elsewhere, nor for what hidden folders hold, such as the token in `.git/config`.
package struct ProjectFolder: Sendable {
    /// The base of the project file's relative paths; empty for the current folder.
    package let path: String
    /// Whether the user lets the file name paths elsewhere.
    package let allowsOutside: Bool
    /// Whether the files may be a stranger's: then no link is followed, and what is typed must be in the folder as well.
    package let isUntrusted: Bool
    /// The folder, and those of the files that its project file extends, after all links are followed: asked once, for thousands of pictures
    /// may be checked against them.
    private let roots: [[String]]

    /// - Parameters:
    ///   - path: The project file's folder; empty for the current one.
    ///   - extended: The folders of the files that it extends: what these name lies there.
    ///   - allowsOutside: Whether the user lets the file name paths elsewhere.
    ///   - isUntrusted: Whether the files may be a stranger's.
    package init(_ path: String, extended: [String] = [], allowsOutside: Bool = false, isUntrusted: Bool = false) {
        self.path = path
        self.allowsOutside = allowsOutside
        self.isUntrusted = isUntrusted
        let folders = isUntrusted ? [path] : [path] + extended
        roots = allowsOutside ? [] : folders.compactMap { Self.resolved($0.isEmpty ? "." : $0) }
    }

    /// Where a path of the project file is.
    package func location(of path: String) -> String { Self.location(of: path, in: self.path) }

    /// Where a path is that is relative to a folder; an empty one is the current folder.
    package static func location(of path: String, in folder: String) -> String {
        folder.isEmpty || path.hasPrefix("/") ? path : folder == "/" ? "/" + path : folder + "/" + path
    }

    /// A path's parts as they are written, without those that lead nowhere.
    package static func parts(of path: String) -> [Substring] {
        (path.hasPrefix("/") ? ["/"] : []) + path.split(separator: "/").filter { $0 != "." }
    }

    /// The base of paths relative to a file; empty for the current folder.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "" }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Makes sure that a path stays below the folder, wherever links lead.
    ///
    /// - Parameters:
    ///   - path: As the project file writes it.
    ///   - place: Its place there.
    ///   - allowsHidden: Whether it may be in a hidden folder, except `.git`.
    /// - Throws: ``GlossportError`` with code `invalidProject`.
    package func check(_ path: String, at place: SourceLocation?, allowsHidden: Bool = false) throws(GlossportError) {
        guard !allowsOutside else { return }
        try check(path, location: location(of: path), at: place, allowsHidden: allowsHidden)
    }

    /// Makes sure of the same for a path that was typed, relative to the current folder, if the files may be a stranger's.
    ///
    /// - Parameter path: As it was typed.
    /// - Throws: ``GlossportError`` with code `invalidProject`.
    package func check(typed path: String) throws(GlossportError) {
        guard isUntrusted else { return }
        try check(path, location: path, at: nil, allowsHidden: false)
    }

    /// Makes sure that what is written to a path that was typed gets there, and nowhere else.
    ///
    /// A link may have come with the repository, or lead to a device; in untrusted mode the same holds as for what is read.
    ///
    /// - Parameter path: As it was typed, relative to the current folder.
    /// - Throws: ``GlossportError`` with code `invalidOption`, or as ``check(typed:)``.
    package func check(output path: String) throws(GlossportError) {
        try check(typed: path)
        var status = stat()
        let isLink = lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
        // The way to an absolute path is this machine's own, such as macOS's /tmp.
        guard isLink || !path.hasPrefix("/") && Self.resolved(path) != Self.written(path) else { return }
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
        if isUntrusted, target != Self.written(location) {
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
            $0.hasPrefix(".") && !$0.hasPrefix("..") && $0 != ".glossport" && (!allowsHidden || $0 == ".git")
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

    /// Whether a path is a folder or below it, wherever links lead, and whether or not it exists yet.
    ///
    /// - Parameters:
    ///   - folder: The folder. Once it exists it is recognized by any name: where case does not matter, `Vendor` and `vendor` are one.
    ///   - path: The path.
    /// - Returns: Whether it is.
    package static func isWithin(_ folder: String, _ path: String) -> Bool {
        guard let root = resolved(folder), let parts = resolved(path) else { return false }
        if parts.starts(with: root) { return true }
        var wanted = stat()
        guard stat(folder, &wanted) == 0 else { return false }
        return parts.indices.contains { last in
            var status = stat()
            return stat("/" + parts[...last].joined(separator: "/"), &status) == 0
                && status.st_dev == wanted.st_dev && status.st_ino == wanted.st_ino
        }
    }

    /// A path's parts as they are written, from the root; what ``resolved(_:)`` makes of it unless a link is on the way.
    private static func written(_ path: String) -> [String] {
        var parts = path.hasPrefix("/") ? [] : resolved(".") ?? []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(String(part)) }
        }
        return parts
    }

    /// A path's parts after all links are followed; what does not exist yet is taken as written.
    private static func resolved(_ path: String) -> [String]? {
        var existing = path
        var rest: [String] = []
        while true {
            if let real = realpath(existing.isEmpty ? "." : existing, nil) {
                defer { free(real) }
                return String(cString: real).split(separator: "/").map(String.init) + rest
            }
            var status = stat()
            // A link to what is not there would lead somewhere once it is.
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
