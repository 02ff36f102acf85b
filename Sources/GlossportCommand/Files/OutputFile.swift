private import Foundation
import Glossport
import GlossportChecking
import GlossportProject
import GlossportReading
import GlossportReporting

/// An output file that the user requested: a new file, or an earlier output of the same kind to replace or extend.
///
/// An existing file is checked before it is changed, so that a typo can't overwrite a key, a journal, a delivery or a
/// device.
struct OutputFile {
    let path: String
    private let kind: OutputKind

    /// Refuses a link, a folder, a device or a file of another kind before the work starts.
    init(_ path: String, _ kind: OutputKind, in folder: ProjectFolder) throws(GlossportError) {
        try folder.check(output: path)
        self.init(path, kind)
        try check()
    }

    /// Takes a path from the build server; ``write(_:)`` and ``openForAppending(isPrivate:)`` check the file.
    init(_ path: String, _ kind: OutputKind) {
        self.path = path
        self.kind = kind
    }

    /// The absolute path of the folder that contains the file.
    var folder: String { URL(fileURLWithPath: path).standardizedFileURL.deletingLastPathComponent().path }

    /// Throws unless the file is missing, empty or an earlier output of the same kind.
    private func check() throws(GlossportError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw GlossportError(
                .invalidOption,
                "\(path) is a link, a folder or a device, so Glossport does not write to it.",
                remedy: "Name another file with \(kind.flag)."
            )
        }
        guard status.st_size > 0 else { return }
        guard let head = try? SourceFile(path: path).head().bytes, kind.hasWritten(head) else {
            throw GlossportError(
                .invalidOption,
                "\(path) exists already and is not \(kind.name), so Glossport does not overwrite it.",
                remedy: "Name another file with \(kind.flag), or move the existing file away."
            )
        }
    }

    /// Writes the file atomically.
    func write(_ bytes: some Sequence<UInt8>) throws(GlossportError) {
        try check()
        do { try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic) } catch {
            throw Self.unwritable(path)
        }
    }

    /// Opens the file, or creates it, for appending; the caller closes the descriptor.
    func openForAppending(isPrivate: Bool) throws(GlossportError) -> Int32 {
        try check()
        let flags = O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        let descriptor = open(path, flags, isPrivate ? 0o600 : 0o644)
        guard descriptor >= 0 else { throw Self.unwritable(path) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw Self.unwritable(path)
        }
        return descriptor
    }

    static func unwritable(_ path: String) -> GlossportError {
        GlossportError(.unreadableInput, "Can't write \(path).", remedy: "Check the folder and its permissions.")
    }
}

/// A kind of file that commands write, recognized by its first bytes.
///
/// Each kind is declared beside the code that writes it.
struct OutputKind: Sendable {
    /// The name with its article, for use in a sentence.
    let name: String
    /// The flag or environment variable that sets the path.
    let flag: String
    /// Whether a file with these first bytes is an earlier output of this kind.
    let hasWritten: @Sendable (_ head: [UInt8]) -> Bool
}
