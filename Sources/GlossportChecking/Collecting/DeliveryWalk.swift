private import CLibrary
package import GlossportReading

/// Finds the files of a delivery, in a stable order.
package struct DeliveryWalk: Sendable {
    package private(set) var files: [SourceFile] = []
    /// Skipped files, counted by reason.
    package private(set) var skipped: [String: Int] = [:]
    /// Findings about skipped files that the user may expect to be read.
    package private(set) var findings: [Finding] = []
    private var unlisted: [RuleID: Int] = [:]
    /// The delivery's path with all links resolved; `nil` if links must not be followed.
    private var root: String?
    private var followed: Set<String> = []

    package static let rules = [
        RuleDescription(
            "linked-file",
            .warning,
            """
            A delivered folder contains a symbolic link that leads out of it, into a hidden folder, or nowhere. It is not followed. \
            Put the file itself there, or name the link as a separate delivery. Links within the delivery are not reported. A link \
            into a folder whose name begins with two dots, such as `..data`, is followed, because Kubernetes mounts ConfigMaps this \
            way. In untrusted mode no link is followed.
            """
        ),
        RuleDescription(
            "unreadable-name",
            .error,
            """
            A file or folder has a name that is not UTF-8, so no report can name it, or its path is too long to open. Usually an \
            archive was unpacked with the wrong character set. Rename it.
            """
        ),
    ]

    /// Lists a file or folder; if the path itself is a link, it is followed.
    ///
    /// - Parameters:
    ///   - path: The path to display, as the user wrote it.
    ///   - location: The path on the disk.
    ///   - followsLinks: Whether to follow links in the folder that stay inside it.
    /// - Throws: ``GlossportError`` with code `unreadableInput` if the path does not exist or cannot be listed.
    package init(path: String, at location: String, followsLinks: Bool = true) throws {
        var status = stat()
        guard stat(location, &status) == 0 else {
            throw GlossportError(
                .unreadableInput,
                "There is no file or folder \(path).",
                remedy: path.contains("*")
                    ? "Patterns with * are not supported: name the folder, which is searched with its subfolders."
                    : "Check the path."
            )
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: files = [SourceFile(path: path, file: location)]
        case S_IFDIR:
            let shown = path.isEmpty || path == "." || path == "./" ? "" : path.hasSuffix("/") ? path : path + "/"
            root = followsLinks ? Self.resolved(location) : nil
            try walk(folder: location, shown: shown)
            let bundles = LocalizationBundles(of: files)
            files = bundles.translations(among: files, skipped: &skipped)
            countUnlisted(in: path)
        default:
            throw GlossportError(
                .unreadableInput,
                "\(path) is neither a file nor a folder.",
                remedy: "Save the output of a pipe as a file first."
            )
        }
    }

    private mutating func walk(folder: String, shown: String) throws {
        try Task.checkCancellation()
        var names: [String] = []
        for bytes in try Self.names(in: folder, shown: shown) {
            if let name = String(validating: bytes, as: UTF8.self) {
                names.append(name)
            } else if bytes.first == UInt8(ascii: ".") {
                skipped["hidden", default: 0] += 1
            } else {
                record("unreadable-name", shown + Self.escaped(bytes), "has a name that is not UTF-8.", "Rename it.")
            }
        }
        for name in names.sorted() {
            if let reason = Self.reasonToSkip(name: name, in: shown) {
                skipped[reason, default: 0] += 1
                continue
            }
            let location = folder + "/" + name
            var status = stat()
            guard lstat(location, &status) == 0 else {
                let code = errno
                let reason = String(cString: strerror(code))
                let remedy: String = code == ENAMETOOLONG ? "Give it a shorter path." : "Check its permissions."
                record("unreadable-name", shown + name, "can't be read: \(reason).", remedy)
                continue
            }
            switch status.st_mode & S_IFMT {
            case S_IFREG: files.append(SourceFile(path: shown + name, file: location))
            case S_IFDIR: try walk(folder: location, shown: shown + name + "/")
            case S_IFLNK: try follow(location, shown: shown + name)
            default: skipped["not a file", default: 0] += 1
            }
        }
    }

    /// Adds the target of a link if it is inside the delivery and the walk does not reach it by another name.
    private mutating func follow(_ link: String, shown: String) throws {
        guard let root, let target = Self.resolved(link), (target + "/").hasPrefix(root + "/") else {
            skipped["symbolic link", default: 0] += 1
            let text =
                root == nil
                ? "which is not followed." : "which leads out of the delivery or nowhere, and is not followed."
            record(
                "linked-file",
                shown,
                "is a symbolic link, \(text)",
                "Put the file itself there, or name the link as a delivery."
            )
            return
        }
        let inner = target.dropFirst(root.count).split(separator: "/").map(String.init)
        guard !inner.contains(where: { $0.hasPrefix(".") && !$0.hasPrefix("..") }) else {
            skipped["symbolic link", default: 0] += 1
            record(
                "linked-file",
                shown,
                "is a symbolic link into a hidden folder, which is not followed.",
                "Put the file itself there, or name the link as a delivery."
            )
            return
        }
        var status = stat()
        // The walk reaches every target by its own name, except in `..` folders, as in a Kubernetes mount. A link to a
        // parent folder would never end.
        guard inner.contains(where: { $0.hasPrefix("..") }), !link.hasPrefix(target + "/"),
            followed.insert(target).inserted, lstat(target, &status) == 0
        else {
            skipped["symbolic link", default: 0] += 1
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: files.append(SourceFile(path: shown, file: target))
        case S_IFDIR: try walk(folder: target, shown: shown + "/")
        default: skipped["not a file", default: 0] += 1
        }
    }

    private static func resolved(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    private static func unlistable(_ shown: String) -> GlossportError {
        GlossportError(
            .unreadableInput,
            "Can't list the folder \(shown): \(String(cString: strerror(errno))).",
            remedy: "Check its permissions."
        )
    }

    /// The names in a folder as bytes, because a name may not be valid text.
    private static func names(in folder: String, shown: String) throws -> [[UInt8]] {
        guard let stream = opendir(folder) else { throw unlistable(shown) }
        defer { closedir(stream) }
        var names: [[UInt8]] = []
        while true {
            // Distinguishes the end from a failure.
            errno = 0
            guard let entry = readdir(stream) else { break }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                let size = MemoryLayout.size(ofValue: name.pointee)
                return name.withMemoryRebound(to: UInt8.self, capacity: size) { start in
                    Array(UnsafeBufferPointer(start: start, count: size).prefix { $0 != 0 })
                }
            }
            if name != Array(".".utf8), name != Array("..".utf8) { names.append(name) }
        }
        guard errno == 0 else { throw unlistable(shown) }
        return names
    }

    // MARK: Findings

    private static let listed = 100

    private mutating func record(_ rule: RuleID, _ path: String, _ text: String, _ remedy: String) {
        unlisted[rule, default: 0] += 1
        guard unlisted[rule, default: 0] <= Self.listed, let description = Self.rules.first(where: { $0.id == rule })
        else { return }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let place = SourceLocation(path: path, line: 1, column: 1)
        findings.append(Finding(rule, description.severity, "\(name) \(text)", remedy: remedy, at: place))
    }

    private mutating func countUnlisted(in path: String) {
        for description in Self.rules {
            let more = unlisted[description.id, default: 0] - Self.listed
            guard more > 0 else { continue }
            let text = "\(more) more of this kind in \(path) are not listed."
            findings.append(
                Finding(description.id, description.severity, text, remedy: "Fix the listed ones first.", at: nil)
            )
        }
    }

    /// A name that is not valid text, with all bytes except printable ASCII in the form `\xE7`.
    private static func escaped(_ name: [UInt8]) -> String {
        name.map { byte in
            (0x20..<0x7F).contains(byte)
                ? String(UnicodeScalar(byte))
                : "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }

    // MARK: Skipped names

    /// The reason to skip a path inside a delivery.
    ///
    /// - Parameter path: The path relative to the delivery, as in an archive.
    /// - Returns: The reason in a few words, used to count skipped files; `nil` to read the file.
    package static func reasonToSkip(path: String) -> String? {
        var folder = ""
        for name in path.split(separator: "/") {
            if let reason = reasonToSkip(name: String(name), in: folder) { return reason }
            folder += name + "/"
        }
        return nil
    }

    private static func reasonToSkip(name: String, in folder: String) -> String? {
        if name.hasPrefix(".") { return "hidden" }
        if name == "__MACOSX" { return "macOS metadata" }
        // Office creates it next to a document that is open.
        if name.hasPrefix("~$") { return "lock file" }
        // The source texts in an Xcode bundle are not translations.
        guard name == "Source Contents" || name == "Notes" else { return nil }
        return folder.lowercased().hasSuffix(".xcloc/") ? LocalizationBundles.reason : nil
    }
}
