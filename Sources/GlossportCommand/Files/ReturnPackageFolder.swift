private import CLibrary
private import Foundation
import GlossportChecking
import GlossportProject
import GlossportReading

/// The folder of packages for vendors; files are written only inside it, even if their paths contain `..`.
///
/// Links inside the folder are not followed. A list of the written files and their digests ensures that the next run
/// removes only files that Glossport has written.
struct ReturnPackageFolder {
    private let path: String
    /// The files of an earlier run, with their digests.
    private let former: [(path: String, digest: String)]

    /// The list of written files; hidden, because vendors don't need it.
    static let list = ".glossport-package"
    /// Exceeds the size of any file that Glossport writes.
    private static let sizeLimit = 256 << 20

    /// Accepts a folder that is missing, is empty, or contains the unchanged files of an earlier run; refuses links.
    init(_ path: String) throws {
        var plain = path
        while plain.count > 1, plain.hasSuffix("/") { plain.removeLast() }
        self.path = plain
        var status = stat()
        guard lstat(plain, &status) == 0 else {
            former = []
            return
        }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw Self.refusal("\(path) is not a folder.") }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: plain) else {
            throw Self.refusal("\(path) cannot be read.")
        }
        guard !names.isEmpty else {
            former = []
            return
        }
        guard let listed = try Self.listed(in: plain) else { throw Self.refusal("\(path) holds other files.") }
        former = listed
        let root = try Self.open(plain)
        defer { close(root) }
        for file in former {
            guard let digest = try Self.digest(of: file.path, in: root, plain), digest != file.digest else { continue }
            throw Self.refusal("\(plain)/\(file.path) has changed since it was written.")
        }
    }

    /// Also refuses a folder inside one of the project's deliveries, because the next command would read its files as
    /// part of the delivery.
    init(_ path: String, for workspace: Workspace) throws {
        try workspace.projectFolder.check(output: path)
        self = try ReturnPackageFolder(path)
        for delivery in workspace.project.deliveries {
            let location =
                workspace.deliveriesAreArguments
                ? delivery.path : ProjectFolder.location(of: delivery.path, in: workspace.folder)
            guard ProjectFolder.folder(location, contains: path) else { continue }
            throw GlossportError(
                .invalidOption,
                "\(path) is inside the delivery “\(delivery.path)”.",
                remedy: "Name another folder: files written there would be read as part of the delivery."
            )
        }
    }

    private static func refusal(_ text: String) -> GlossportError {
        GlossportError(
            .invalidOption,
            text,
            remedy: "Name another folder with --out; Glossport overwrites nothing in this one."
        )
    }

    // MARK: Writing

    var hadPackage: Bool { !former.isEmpty }

    /// Removes the files of an earlier run, and writes new ones, if any.
    func write(_ files: [(path: String, bytes: [UInt8])]) throws {
        guard hadPackage || !files.isEmpty else { return }
        do { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) } catch {
            throw OutputFile.unwritable(path)
        }
        let root = try Self.open(path)
        defer { close(root) }
        for file in former { Self.remove(file.path, in: root) }
        Self.remove(Self.list, in: root)
        guard !files.isEmpty else { return }
        let lines = try files.map { "\(try Self.digest(of: $0.bytes)) \($0.path)\n" }
        try write(Array(lines.joined().utf8), to: Self.list, in: root)
        for file in files { try write(file.bytes, to: file.path, in: root) }
    }

    private func write(_ bytes: [UInt8], to file: String, in root: CInt) throws {
        let parts = Self.parts(of: file)
        guard let name = parts.last else { return }
        let folder = Self.openFolder(parts.dropLast(), of: root, creating: true)
        defer { if folder >= 0 { close(folder) } }
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = folder < 0 ? -1 : openat(folder, name, flags, 0o644)
        guard descriptor >= 0 else { throw unwritable(file) }
        defer { close(descriptor) }
        var start = 0
        while start < bytes.count {
            let count = bytes[start...].withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 { start += count } else if errno != EINTR { throw unwritable(file) }
        }
    }

    private func unwritable(_ file: String) -> GlossportError {
        GlossportError(
            .unreadableInput,
            "Can't write \(path)/\(file): \(String(cString: strerror(errno))).",
            remedy: "Check the folder and its permissions, or name another folder."
        )
    }

    // MARK: Inside the folder

    private static func open(_ path: String) throws -> CInt {
        let descriptor = CLibrary.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw refusal("\(path) can't be opened: \(String(cString: strerror(errno))).") }
        return descriptor
    }

    private static func parts(of path: String) -> [String] {
        path.split(separator: "/").map(String.init).filter { $0 != "." && $0 != ".." }
    }

    /// Opens a folder inside `root` without following links; returns a negative number if that fails.
    private static func openFolder(_ parts: some Sequence<String>, of root: CInt, creating: Bool = false) -> CInt {
        var folder = dup(root)
        for part in parts where folder >= 0 {
            if creating { _ = mkdirat(folder, part, 0o755) }
            let inner = openat(folder, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            close(folder)
            folder = inner
        }
        return folder
    }

    /// Removes a file, and the enclosing folders that become empty.
    private static func remove(_ file: String, in root: CInt) {
        var parts = parts(of: file)
        var isFolder = false
        while let name = parts.popLast() {
            let folder = openFolder(parts, of: root)
            guard folder >= 0 else { return }
            defer { close(folder) }
            guard unlinkat(folder, name, isFolder ? AT_REMOVEDIR : 0) == 0 else { return }
            isFolder = true
        }
    }

    /// The files of an earlier run; `nil` if the folder contains no list of files.
    private static func listed(in folder: String) throws -> [(path: String, digest: String)]? {
        let root = try open(folder)
        defer { close(root) }
        guard let bytes = try contents(of: list, in: root, folder) else { return nil }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ", maxSplits: 1)
            return words.count == 2 ? (String(words[1]), String(words[0])) : nil
        }
    }

    private static func digest(of file: String, in root: CInt, _ folder: String) throws -> String? {
        try contents(of: file, in: root, folder).map { try digest(of: $0) }
    }

    /// The bytes of a file; `nil` if no regular file of this name exists, or its path contains a link.
    private static func contents(of file: String, in root: CInt, _ folder: String) throws -> [UInt8]? {
        let parts = parts(of: file)
        guard let name = parts.last else { return nil }
        let parent = openFolder(parts.dropLast(), of: root)
        guard parent >= 0 else { return nil }
        defer { close(parent) }
        var status = stat()
        guard fstatat(parent, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        let path = ([folder] + parts).joined(separator: "/")
        return try SourceFile(path: path).bytes(atMost: Self.sizeLimit)
    }

    private static func digest(of bytes: [UInt8]) throws -> String {
        try SourceFile(path: "", bytes: bytes).digest().hexadecimal
    }
}
