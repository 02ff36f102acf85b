package import GlossportReading

/// Creates formats from plugins: separate programs, started once for each file.
package struct PluginHost: Sendable {
    private let log: @Sendable (String) -> Void

    /// - Parameter log: Receives the plugins' output to standard error.
    package init(log: @escaping @Sendable (String) -> Void = { _ in }) { self.log = log }

    /// The format of a plugin that the caller trusts.
    ///
    /// - Throws: ``GlossportError`` with code `plugin`.
    package func format(of file: PluginFile) throws -> Format {
        let description = try Self.description(of: file)
        let log = log
        return Format(
            id: description.id,
            name: description.name,
            extensions: description.extensions,
            options: description.options + (description.tables?.options ?? []),
            rules: description.allRules,
            // A team that lists a plugin for an extension wants it for these files, even if the content resembles
            // another format.
            recognize: { description.extensions.contains($0.fileExtension) ? .byContent : .no },
            reader: { options in
                let (own, tables) = try description.divide(options)
                return PluginReader(file: file, description: description, options: own, tables: tables, log: log)
            }
        )
    }

    /// Starts a plugin to request its description.
    ///
    /// - Throws: ``GlossportError`` with code `plugin`.
    static func description(of file: PluginFile) throws -> FormatDescription {
        let failure = PluginFailure(file, nil)
        var answer: [UInt8] = []
        var process = try PluginProcess(file, "describe", time: .seconds(10))
        do {
            let ending = try process.finish { chunk in
                answer.append(contentsOf: chunk)
                guard answer.count <= FormatDescription.limit else {
                    throw failure.error("Its description is longer than 64 KiB.", remedy: "Shorten it.")
                }
            }
            guard ending == .exit(0) else { throw failure.error(ending, standardError: process.standardError) }
            let description = try answer.withUnsafeBytes { try FormatDescription(parsing: $0) }
            guard description.id == file.id else {
                throw failure.error(
                    "It describes itself as “\(description.id)”, but is listed as “\(file.id)”.",
                    remedy: "List it as “\(description.id)”."
                )
            }
            return description
        } catch let stopped as PluginProcess.Stopped {
            throw failure.error(stopped.ending, standardError: process.standardError)
        } catch let problem as JSONScanner.Problem {
            throw failure.error(
                "Its description is invalid at byte \(problem.offset + 1): \(problem.reason).",
                remedy: "`glossport plugin check \(file.path)` shows details."
            )
        }
    }
}
