package import GlossportChecking
package import GlossportReading

/// Makes formats of the readers that a list names: programs of their own, each run once a file.
package struct PluginHost: Sendable {
    private let search: PluginFile.SearchPath
    private let cache: DescriptionCache?
    private let talk: @Sendable (String) -> Void

    /// - Parameters:
    ///   - search: Where bare names are looked for.
    ///   - cacheFolder: Where descriptions are kept; nowhere if there is none.
    ///   - talk: Takes what plugins write to standard error.
    package init(
        search: PluginFile.SearchPath,
        cacheFolder: String? = nil,
        talk: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.search = search
        cache = cacheFolder.map { DescriptionCache(folder: $0) }
        self.talk = talk
    }

    /// The executable of a listed reader, whether or not it is trusted yet.
    ///
    /// - Throws: ``GlossportError`` with code `plugin`.
    package func file(of reader: ListedReader, avoiding avoided: [String] = []) throws -> PluginFile {
        try PluginFile(reader, search: search, avoiding: avoided)
    }

    /// Whether a listed reader's program exists.
    package func exists(_ reader: ListedReader) -> Bool { PluginFile.location(of: reader, search: search) != nil }

    /// The plugin of that id that came with Glossport; `nil` if none did.
    package func shipped(_ id: String) -> PluginFile? {
        let reader = ListedReader(id: id, command: [PluginFile.prefix + id])
        return try? PluginFile(reader, search: PluginFile.SearchPath(search.installed))
    }

    /// A reader of the user's own list, with the present SHA-256 if its program came with Glossport.
    ///
    /// An upgrade changes such a program together with Glossport itself, and replacing either takes the same rights.
    package func renewed(_ reader: ListedReader) -> ListedReader {
        guard reader.sha256 != nil, reader.command.count == 1, let shipped = shipped(reader.id),
            PluginFile.location(of: reader, search: search) == shipped.path
        else { return reader }
        var renewed = reader
        renewed.sha256 = shipped.fingerprint
        return renewed
    }

    /// The format of a listed reader, whose executable has to be what was trusted.
    ///
    /// - Parameters:
    ///   - reader: The entry of the list.
    ///   - builtIn: The formats that are compiled in; no plugin takes the place of one.
    ///   - avoided: Folders from which nothing is run.
    /// - Returns: The format, whose readers start the executable for each file.
    /// - Throws: ``GlossportError`` with code `plugin`.
    package func format(
        of reader: ListedReader,
        besides builtIn: [Format] = [],
        avoiding avoided: [String] = []
    ) throws -> Format {
        if builtIn.contains(where: { $0.id == reader.id }) {
            throw GlossportError(
                .plugin,
                "The reader “\(reader.id)” is built in, and a plugin cannot replace it.",
                remedy: "List the plugin under another name, the same as in its `describe`.",
                location: reader.place
            )
        }
        let file = try file(of: reader, avoiding: avoided)
        try file.checkFingerprint()
        let description = try description(of: file)
        return format(of: file, description)
    }

    /// The format of a plugin that has been described.
    package func format(of file: PluginFile, _ description: FormatDescription) -> Format {
        Format(
            id: description.id,
            name: description.name,
            extensions: description.extensions,
            options: description.options + (description.tables?.options ?? []),
            rules: description.allRules,
            recognize: { description.recognize($0) },
            reader: { options in
                let (own, tables) = try PluginTables.options(options, of: description)
                return PluginReader(file: file, description: description, options: own, tables: tables, talk: talk)
            }
        )
    }

    /// The description of a plugin: cached, or requested.
    ///
    /// - Parameters:
    ///   - file: The plugin.
    ///   - isFresh: Whether it is asked in any case.
    /// - Returns: The description, checked.
    /// - Throws: ``GlossportError`` with code `plugin`.
    package func description(
        of file: PluginFile,
        isFresh: Bool = false
    ) throws -> FormatDescription {
        // A damaged cache entry is requested again.
        if !isFresh, let kept = cache?.description(of: file.fingerprint) {
            try check(kept, against: file)
            return kept
        }
        let bytes = try describe(file)
        do {
            let description = try bytes.withUnsafeBytes { try FormatDescription(parsing: $0) }
            try check(description, against: file)
            cache?.keep(bytes, of: file.fingerprint)
            return description
        } catch let problem as JSONScanner.Problem {
            throw PluginFailure(file, nil).error(
                "Its description is invalid at byte \(problem.offset + 1): \(problem.reason).",
                remedy: "`glossport plugin check \(file.path)` shows details."
            )
        }
    }

    private func check(_ description: FormatDescription, against file: PluginFile) throws {
        let failure = PluginFailure(file, nil)
        guard description.id == file.reader.id else {
            throw failure.error(
                "It describes itself as “\(description.id)”, but is listed as “\(file.reader.id)”.",
                remedy: "List it as “\(description.id)”."
            )
        }
        if file.reader.sandbox == .strict,
            let need = description.needs.first(where: { !file.reader.grants.contains($0) })
        {
            throw failure.error(
                "It needs “\(need)”, which is not granted.",
                remedy: "Write `grant: [\(description.needs.joined(separator: ", "))]` to grant it."
            )
        }
    }

    private func describe(_ file: PluginFile) throws -> [UInt8] {
        let failure = PluginFailure(file, nil)
        var answer: [UInt8] = []
        let launch = PluginLaunch(file, "describe", cpu: .seconds(10))
        let time = Duration.seconds(10)
        var process = try PluginProcess(launch, patience: .init(whole: time, idle: time))
        do {
            let ending = try process.finish { chunk in
                answer.append(contentsOf: chunk)
                guard answer.count <= FormatDescription.limit else {
                    throw failure.error("Its description is longer than 64 KiB.", remedy: "Shorten it.")
                }
            }
            guard ending == .exit(0) else { throw failure.error(ending, complaint: process.complaint) }
        } catch let stopped as PluginProcess.Stopped {
            throw failure.error(stopped.ending, complaint: process.complaint)
        }
        return answer
    }
}
