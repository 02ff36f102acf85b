private import CLibrary
private import Crypto
package import GlossportChecking
import GlossportReading

/// The executable of a listed reader: found, looked at, and known by its fingerprint.
package struct PluginFile: Sendable {
    package var reader: ListedReader
    /// The resolved, absolute path of what is run.
    package let path: String
    /// The command, with absolute paths for its arguments that are files.
    package let command: [String]
    /// The SHA-256 of the executable; with arguments that are files, that of all their hashes.
    package let fingerprint: String

    /// An entry of a list that runs just this, in the sandbox and with the limits of a new entry.
    package var pinned: ListedReader { ListedReader(id: reader.id, command: command, sha256: fingerprint) }

    /// The folder that it is in.
    package var folder: String { ProjectFolder.folder(of: path) }
    /// The user's files that the sandbox lets it read: its folder, if that is called after it and holds nothing but the plugin; else only
    /// the files that are trusted.
    package var readable: [String] {
        var budget = 1_000
        let isOwn =
            folder.hasSuffix("/" + reader.id) && folder != getenv("HOME").map { String(cString: $0) }
            && Self.isPlugin(folder, budget: &budget)
        return isOwn ? [folder] + files.dropFirst() : files
    }

    /// Whether a folder, with those below it, can be a plugin's: few files, and none of a project, a key, a journal or something hidden.
    private static func isPlugin(_ folder: String, budget: inout Int) -> Bool {
        for name in names(in: folder) {
            budget -= 1
            let isPrivate =
                name.hasPrefix(".") || name.contains(".sqlite")
                || [".p8", ".pem", ".key", "glossport.yaml", "glossport.yml"].contains { name.hasSuffix($0) }
            guard budget > 0, !isPrivate else { return false }
            let path = folder + "/" + name
            var status = stat()
            if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, !isPlugin(path, budget: &budget) {
                return false
            }
        }
        return true
    }

    /// The executable, and the arguments that are files.
    private let files: [String]

    /// Where bare names are looked for, besides `PATH`.
    package struct SearchPath: Sendable {
        package var folders: [String]
        /// The folders of what came with Glossport, which are among them.
        let installed: [String]

        package init(_ folders: [String], installed: [String] = []) {
            self.folders = folders
            self.installed = installed
        }

        /// Beside this program, where the system keeps readers, the user's own, and then what is absolute in `PATH`.
        ///
        /// - Parameters:
        ///   - program: The resolved path of this program, if it is known.
        ///   - environment: For `HOME` and `PATH`; a relative entry is ignored, because another user could fill it.
        package init(program: String?, environment: [String: String]) {
            let prefix = program.map { ProjectFolder.folder(of: ProjectFolder.folder(of: $0)) }
            installed = [prefix, "/usr"].compactMap { $0.map { $0 + "/lib/glossport/readers" } }
            let own = environment["HOME"].map { [$0 + "/.local/share/glossport/readers"] } ?? []
            let path = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
            folders = (installed + own + path).filter { $0.hasPrefix("/") }
        }

        /// The first file of that name, in a folder or in its folder `NAME/`, as plugins are installed.
        func find(_ name: String) -> String? {
            let short = PluginFile.id(inName: name) ?? name
            return folders.lazy.flatMap { ["\($0)/\(short)/\(name)", "\($0)/\(name)"] }
                .first { access($0, X_OK) == 0 && PluginFile.isRegular($0) }
        }

        /// Every plugin that could be listed, by its id; nothing is run.
        package var candidates: [(id: String, path: String)] {
            var found: [String: String] = [:]
            for folder in folders {
                for id in PluginFile.ids(in: folder) where found[id] == nil {
                    found[id] = SearchPath([folder]).find(PluginFile.prefix + id)
                }
            }
            return found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        }
    }

    /// The prefix of a plugin's executable, before its id.
    package static let prefix = "glossport-reader-"

    /// The id in the name of an executable; `nil` if it is not called as plugins are.
    package static func id(inName name: String) -> String? {
        name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : nil
    }

    /// Finds a listed reader, and refuses one that another user could have put there.
    ///
    /// - Parameters:
    ///   - reader: The entry of the list.
    ///   - search: Where bare names are looked for.
    ///   - avoided: Folders from which nothing is run, such as the deliveries'.
    ///   - isChecked: Whether it matters who can write to it; to its author, it does not.
    /// - Throws: ``GlossportError`` with code `plugin`.
    package init(
        _ reader: ListedReader,
        search: SearchPath,
        avoiding avoided: [String] = [],
        isChecked: Bool = true
    ) throws {
        let name = reader.command[0]
        guard let resolved = Self.location(of: reader, search: search) else {
            throw Self.refusal(
                reader,
                "There is no \(name).",
                name.contains("/")
                    ? "Correct the path; it is relative to the file that lists it."
                    : "Install it, or name it by its path. Looked in \(search.folders.prefix(3).joined(separator: ", ")) and PATH."
            )
        }
        let avoided = avoided.compactMap(Self.resolve)
        if isChecked, let reason = Self.danger(of: resolved, avoiding: avoided) {
            throw Self.refusal(
                reader,
                "\(resolved) is not run: \(reason).",
                "Move it to a folder that only you can write to."
            )
        }
        var command = [resolved]
        var files = [resolved]
        var hashes = [try Self.hash(of: resolved, reader)]
        for argument in reader.command.dropFirst() {
            let location = ProjectFolder.location(of: argument, in: reader.folder)
            if let file = Self.resolve(location), Self.isRegular(file) {
                if let reason = Self.danger(of: file, avoiding: avoided, isProgram: false) {
                    throw Self.refusal(
                        reader,
                        "\(file) is not used: \(reason).",
                        "Move it to a folder that only you can write to."
                    )
                }
                hashes.append(try Self.hash(of: file, reader))
                command.append(file)
                files.append(file)
            } else {
                command.append(argument)
            }
        }
        self.reader = reader
        path = resolved
        self.command = command
        self.files = files
        fingerprint =
            hashes.count == 1
            ? hashes[0] : SHA256.hash(data: Array(hashes.joined(separator: "\n").utf8)).hexadecimal
    }

    /// The resolved path of a listed reader's program; `nil` if there is none.
    static func location(of reader: ListedReader, search: SearchPath) -> String? {
        guard let name = reader.command.first else { return nil }
        let named = name.contains("/") ? ProjectFolder.location(of: name, in: reader.folder) : search.find(name)
        return named.flatMap(resolve)
    }

    /// Refuses what is not what the list says.
    ///
    /// - Throws: ``GlossportError`` with code `plugin`.
    package func checkFingerprint() throws {
        guard let expected = reader.sha256 else {
            throw Self.refusal(
                reader,
                "You have not trusted \(path) yet.",
                "Review it, then run `glossport plugin trust \(reader.id)`."
            )
        }
        guard expected == fingerprint else {
            throw Self.refusal(
                reader,
                "\(path) has changed since you trusted it: its SHA-256 is \(fingerprint), but \(expected) is listed.",
                "If the change is intended, run `glossport plugin trust \(reader.id)`."
            )
        }
    }

    private static func refusal(_ reader: ListedReader, _ text: String, _ remedy: String) -> GlossportError {
        GlossportError(
            .plugin,
            "The reader “\(reader.id)” can't be used. \(text)",
            remedy: remedy,
            location: reader.place
        )
    }

    // MARK: Files

    /// Why a file must not be run, as a clause.
    private static func danger(of path: String, avoiding avoided: [String], isProgram: Bool = true) -> String? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return "it is not a file" }
        if isProgram, access(path, X_OK) != 0 { return "it is not executable" }
        if status.st_mode & (S_ISUID | S_ISGID) != 0 { return "it would run with other privileges" }
        if let folder = avoided.first(where: { path.hasPrefix($0 + "/") || path == $0 }) {
            return "it is in \(folder), where other users can put files"
        }
        var current = path
        while true {
            guard stat(current, &status) == 0 else { return "\(current) can't be read" }
            // With the sticky bit, as on a folder for temporary files, no other user can rename or remove our files.
            if status.st_mode & S_IWOTH != 0, status.st_mode & S_ISVTX == 0 || current == ProjectFolder.folder(of: path)
            {
                return "every user can write to \(current)"
            }
            if status.st_uid != 0, status.st_uid != getuid() { return "\(current) belongs to another user" }
            if current == "/" { return nil }
            current = ProjectFolder.folder(of: current)
        }
    }

    private static func hash(of path: String, _ reader: ListedReader) throws -> String {
        do { return try SourceFile(path: path).digest().hexadecimal } catch let error as GlossportError {
            throw refusal(reader, error.message, error.remedy ?? "Check its permissions.")
        }
    }

    private static func resolve(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    fileprivate static func isRegular(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// The ids of what lies in a folder and could be a plugin or a plugin's folder.
    fileprivate static func ids(in folder: String) -> [String] {
        names(in: folder).map { id(inName: $0) ?? $0 }.filter { FormatDescription.isID($0) }
    }

    private static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
