import GlossportReading

/// Runs a plugin on a file, and collects everything that can be observed.
struct PluginTrial {
    let file: PluginFile
    let description: FormatDescription

    /// The differences from a normal run.
    struct Treatment {
        /// The number of bytes before a pause in the input.
        var pause: Int?
        /// The number of bytes after which the input ends.
        var cut: Int?
        /// Whether the request contains a member that the protocol does not define.
        var addsMember = false
    }

    struct Outcome {
        /// The events that the host derives from the messages: units, including those of rows, and findings.
        var events: [ReadEvent] = []
        var output: [UInt8] = []
        var summary = ReadSummary()
        /// The reason why the host would reject the run, as a sentence.
        var failure: String?

        var lines: [String] { output.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) } }
        var units: [TranslationUnit] { events.compactMap { if case .unit(let unit) = $0 { unit } else { nil } } }
        var findings: [Finding] { events.compactMap { if case .finding(let finding) = $0 { finding } else { nil } } }
        /// The keys and targets, which would reveal an unexpected unit.
        var texts: [[String?]] { units.map { [$0.key, $0.target] } }
    }

    func run(_ request: ReadRequest, _ bytes: [UInt8], _ treatment: Treatment = Treatment()) -> Outcome {
        var outcome = Outcome()
        do {
            var request = request
            let (own, tables) = try description.divide(request.options)
            (request.options, request.bytes) = (own, bytes.count)
            var checked = PluginOutput(of: request.path, rules: description.allRules, tables: tables)
            func take(_ chunk: UnsafeRawBufferPointer) throws {
                outcome.output.append(contentsOf: chunk)
                try checked.take(chunk) { outcome.events.append($0) }
            }
            var process = try PluginProcess(file, "read", time: .seconds(20))
            do {
                var line = request.line
                if treatment.addsMember { line.replaceSubrange(0..<1, with: Array(#"{"later":{"a":[1]},"#.utf8)) }
                try line.withUnsafeBytes { try process.write($0, take) }
                try bytes.prefix(treatment.cut ?? bytes.count).withUnsafeBytes { all in
                    let pause = treatment.pause ?? 0
                    try process.write(UnsafeRawBufferPointer(rebasing: all[..<pause]), take)
                    if pause > 0 { try process.listen(for: .milliseconds(500), take) }
                    try process.write(UnsafeRawBufferPointer(rebasing: all[pause...]), take)
                }
                let ending = try process.finish(take)
                if ending == .exit(0) {
                    try checked.end(bytes: bytes.count, tookAll: !process.hasRefusedInput) {
                        outcome.events.append($0)
                    }
                } else {
                    let failure = PluginFailure(file, nil)
                    outcome.failure = failure.error(ending, standardError: process.standardError).message
                }
            } catch let stopped as PluginProcess.Stopped {
                outcome.failure = PluginFailure(file, nil).error(stopped.ending, standardError: []).message
            }
            outcome.summary = checked.summary
        } catch let problem as PluginOutput.Problem {
            outcome.failure = problem.text
        } catch {
            outcome.failure = (error as? GlossportError)?.message ?? "\(error)"
        }
        return outcome
    }
}
