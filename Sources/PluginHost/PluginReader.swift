import GlossportReading

/// Reads files with a plugin, using one process for each file.
struct PluginReader: Reader {
    let file: PluginFile
    let description: FormatDescription
    let options: ReaderOptions
    let tables: TableOptions?
    let log: @Sendable (String) -> Void
    /// The maximum time for a file below 10 MB; each 10 MB extend it by as much.
    var time = Duration.seconds(60)

    func read(_ source: SourceFile, emit: (ReadEvent) -> Void) throws -> ReadSummary {
        let failure = PluginFailure(file, source.path)
        let size = source.byteCount
        let time = time * (1 + size / 10_000_000)
        var process = try PluginProcess(file, "read", time: time)
        var output = PluginOutput(of: source.path, rules: description.allRules, tables: tables)
        let request = ReadRequest(path: source.path, bytes: size, bundle: source.bundleLocale, options: options)
        defer { show(process.standardError) }
        do {
            try request.line.withUnsafeBytes { line in try process.write(line) { try output.take($0, emit) } }
            // Read the whole file even if the plugin stops reading: the file's digest is computed at the same time.
            var count = 0
            try source.forEachChunk { chunk in
                count += chunk.count
                if process.takesInput { try process.write(chunk) { try output.take($0, emit) } }
            }
            let ending = try process.finish { try output.take($0, emit) }
            guard ending == .exit(0) else { throw error(ending, process.standardError, failure) }
            try output.end(bytes: count, tookAll: !process.hasRefusedInput, emit)
        } catch let problem as PluginOutput.Problem {
            throw failure.error(problem.text, remedy: problem.remedy, standardError: process.standardError)
        } catch let stopped as PluginProcess.Stopped {
            throw failure.error(stopped.ending, standardError: process.standardError)
        }
        return output.summary
    }

    private func error(
        _ ending: PluginProcess.Ending,
        _ standardError: [UInt8],
        _ failure: PluginFailure
    ) -> GlossportError {
        guard ending == .exit(3) else { return failure.error(ending, standardError: standardError) }
        // The caller knows the location of the options, and adds it.
        var error = failure.error(
            "It refuses an option.",
            remedy: "`glossport readers \(description.id)` lists them.",
            standardError: standardError
        )
        error.code = .invalidOption
        error.location = nil
        return error
    }

    private func show(_ standardError: [UInt8]) {
        let text = String(decoding: standardError.suffix(PluginProcess.standardErrorBytes), as: UTF8.self)
        for line in text.split(whereSeparator: \.isNewline) { log("\(description.id): \(line)") }
    }
}
