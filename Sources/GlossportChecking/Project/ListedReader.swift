package import GlossportReading

/// A reader that is a program of its own, as the project file or the user's own list names it.
package struct ListedReader: Sendable, Hashable {
    /// The format's id.
    package var id: String
    /// The name of its entry: the id, or `ID@2` for a further program of that id in the user's own list.
    package var key: String
    /// The program to run, a bare name or a path, followed by its arguments.
    package var command: [String]
    /// The fingerprint of the trusted program; `nil` if it is not trusted yet.
    package var sha256: String?
    package var sandbox = Sandbox.strict
    /// The most memory for its data, in bytes.
    package var memory = 512 << 20
    /// The time for a file, besides what its size adds.
    package var time = Duration.seconds(60)
    /// The permissions beyond the sandbox, as in ``FormatDescription/needs``.
    package var grants: [String] = []
    /// The base of a relative path.
    package var folder: String
    package var place: SourceLocation?

    package enum Sandbox: String, Sendable, CaseIterable {
        /// No files, no network, no processes.
        case strict
        /// Caps on time, memory and output only.
        case limits
    }

    package init(id: String, command: [String], sha256: String? = nil, folder: String = "") {
        self.id = id
        key = id
        self.command = command
        self.sha256 = sha256
        self.folder = folder
    }
}

extension ListedReader {
    /// The entry to run for this one of a project file, which names a program and decides nothing about how it runs.
    ///
    /// - Parameters:
    ///   - own: The entries of the user's own list.
    ///   - shipped: An entry for the program of this id that came with Glossport.
    /// - Returns: The entry with the same SHA-256, under this name; `nil` if there is none.
    package func vouched(own: [ListedReader], shipped: @autoclosure () -> ListedReader?) -> ListedReader? {
        let mine = own.first { $0.id == id && $0.sha256 == sha256 }
        guard var vouched = mine ?? shipped(), vouched.sha256 == sha256 else { return nil }
        (vouched.key, vouched.place) = (key, place)
        return vouched
    }
}
