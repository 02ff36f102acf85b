import GlossportChecking
import GlossportReading

/// Reads files with a plugin: one process a file.
struct PluginReader: Reader {
    let file: PluginFile
    let description: FormatDescription
    let options: ReaderOptions
    /// How its rows are to be understood, where it hands out rows.
    let tables: TableOptions?
    let talk: @Sendable (String) -> Void

    /// How much a file may hold for which the time is meant that the list gives; each more of that adds a minute.
    private static let bytesAMinute = 10_000_000

    func read(_ source: SourceFile, emit: (ReadEvent) -> Void) throws -> ReadSummary {
        let failure = PluginFailure(file, source.path)
        let size = source.byteCount
        let time = file.reader.time + .seconds(60 * (size / Self.bytesAMinute))
        let launch = PluginLaunch(file, "read", cpu: time + .seconds(60))
        var process = try PluginProcess(launch, patience: .init(whole: time, idle: min(.seconds(30), time)))
        var output = PluginOutput(
            of: source.path,
            rules: description.allRules,
            features: description.features,
            tables: tables
        )
        let request = ReadRequest(
            path: source.path,
            bytes: size,
            bundle: source.bundleLocale,
            options: options,
            features: description.features
        )
        defer { show(process.complaint) }
        do {
            try request.line.withUnsafeBytes { line in try process.write(line) { try output.take($0, emit) } }
            // The whole file is read, also where the plugin has had enough: its digest is taken on the way.
            var count = 0
            try source.forEachChunk { chunk in
                count += chunk.count
                if process.takesInput { try process.write(chunk) { try output.take($0, emit) } }
            }
            let ending = try process.finish { try output.take($0, emit) }
            guard ending == .exit(0) else { throw error(ending, process.complaint, failure) }
            try output.end(bytes: count, tookAll: !process.hasRefusedInput, emit)
        } catch let problem as PluginOutput.Problem {
            throw failure.error(problem.text, remedy: problem.remedy, complaint: process.complaint)
        } catch let stopped as PluginProcess.Stopped {
            throw failure.error(stopped.ending, complaint: process.complaint)
        }
        return output.summary
    }

    private func error(
        _ ending: PluginProcess.Ending,
        _ complaint: [UInt8],
        _ failure: PluginFailure
    ) -> GlossportError {
        guard ending == .exit(3) else { return failure.error(ending, complaint: complaint) }
        // Without a place: the caller that knows the place of the options adds it.
        var error = failure.error(
            "It refuses an option.",
            remedy: "`glossport readers \(description.id)` lists them.",
            complaint: complaint
        )
        error.code = .invalidOption
        error.location = nil
        return error
    }

    private func show(_ complaint: [UInt8]) {
        guard !complaint.isEmpty else { return }
        for line in String(decoding: complaint.suffix(PluginProcess.complaintBytes), as: UTF8.self).split(
            whereSeparator: \.isNewline
        ) {
            talk("\(description.id): \(line)")
        }
    }
}
