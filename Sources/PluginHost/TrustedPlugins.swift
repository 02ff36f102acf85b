private import CLibrary
import GlossportReading

/// The user's list of trusted plugins: for each, a line with its SHA-256, id and path.
///
/// A plugin runs if its SHA-256 is in the list, whichever project file names it. Projects cannot change the list.
package struct TrustedPlugins: Sendable {
    /// The path of the list; `nil` if the configuration folder is unknown, in which case no plugin is trusted.
    package let path: String?
    private let hashes: Set<String>

    /// - Parameter path: The path of the list, which need not exist.
    /// - Throws: ``GlossportError`` with code `plugin` if the file can't be read, other users can change it, or it
    ///   exceeds 1 MiB.
    package init(_ path: String?) throws {
        self.path = path
        guard let path, access(path, F_OK) == 0 else {
            hashes = []
            return
        }
        guard let real = realpath(path, nil) else { throw Self.refusal(path, "it can't be read") }
        defer { free(real) }
        if let reason = PluginFile.danger(of: String(cString: real), isProgram: false) {
            throw Self.refusal(path, reason)
        }
        guard let bytes = try SourceFile(path: path).bytes(atMost: 1 << 20) else {
            throw Self.refusal(path, "it is larger than 1 MiB")
        }
        hashes = Set(bytes.split(separator: 0x0A).map { String(decoding: $0.prefix { $0 != 0x20 }, as: UTF8.self) })
    }

    package func contains(_ plugin: PluginFile) -> Bool { hashes.contains(plugin.sha256) }

    /// Refuses a plugin that is not in the list.
    ///
    /// - Throws: ``GlossportError`` with code `plugin`.
    package func check(_ plugin: PluginFile) throws {
        guard !contains(plugin) else { return }
        throw GlossportError(
            .plugin,
            "You have not trusted the plugin “\(plugin.id)” in its present form: \(plugin.path) with SHA-256 \(plugin.sha256).",
            remedy: "Review the program, then run `glossport plugin trust \(plugin.id)`.",
            location: plugin.place
        )
    }

    /// Adds a plugin to the list; a previous version of the same program is no longer trusted.
    ///
    /// - Throws: ``GlossportError`` with code `plugin` if the path of the list is unknown or the file can't be written.
    package func add(_ plugin: PluginFile) throws {
        guard let path else {
            throw GlossportError(.plugin, "The home folder is unknown.", remedy: "Set HOME to its path.")
        }
        let old = (try? SourceFile(path: path).bytes(atMost: 1 << 20)).flatMap(\.self) ?? []
        var lines = old.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
        // A path with a line break must not add a line.
        let program = " \(plugin.id) \(plugin.path.namingUnprintables())"
        lines.removeAll { $0.hasSuffix(program) || $0.hasPrefix(plugin.sha256) }
        lines.append(plugin.sha256 + program)
        let text = Array((lines.joined(separator: "\n") + "\n").utf8)
        var folder = ""
        for part in path.split(separator: "/").dropLast() {
            folder += "/" + part
            mkdir(folder, 0o700)
        }
        // Writes a draft and renames it, so that other processes never read a partial file.
        let draft = "\(path).\(getpid())"
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        let isWritten = file >= 0 && write(file, text, text.count) == text.count && close(file) == 0
        guard isWritten, rename(draft, path) == 0 else {
            unlink(draft)
            throw GlossportError(.plugin, "\(path) can't be written.", remedy: "Check the permissions of its folder.")
        }
    }

    private static func refusal(_ path: String, _ reason: String) -> GlossportError {
        GlossportError(
            .plugin,
            "Your list of trusted plugins, \(path), is not used: \(reason).",
            remedy: "Make sure that only you can write to it: chmod 600 \(path)"
        )
    }
}
