private import CLibrary
import GlossportChecking
import GlossportReading

/// One run of a plugin, with everything that can be seen of it.
struct PluginTrial {
    var file: PluginFile
    let description: FormatDescription

    /// How a plugin is treated in a trial.
    struct Treatment {
        /// Whether the input comes in two parts, with a pause between them.
        var isHalting = false
        /// Whether what comes back is taken slowly.
        var isSlow = false
        /// How many of the file's bytes come in before the input ends; all, if there is none.
        var cut: Int?
        /// Whether the plugin is asked to end once it has the request.
        var isTerminated = false
        /// How long it may take, where that is less than else.
        var patience: Duration?
        /// Whether its memory is looked at all the time, and nothing is kept of what it says.
        var measuresMemory = false
        /// A member that the protocol does not know, added to the request.
        var addsMember = false
    }

    /// The observed outcome.
    struct Outcome {
        var messages: [ReaderMessage] = []
        /// The events that the host derives from the messages: units, also of rows, and findings.
        var events: [ReadEvent] = []
        var output: [UInt8] = []
        var summary = ReadSummary()
        /// Why the host would refuse it, as a sentence.
        var failure: String?
        var ending: PluginProcess.Ending?
        var complaint: [UInt8] = []
        /// The most memory that it had, in bytes.
        var peak = 0
        var duration = Duration.zero

        var units: [TranslationUnit] { events.compactMap { if case .unit(let unit) = $0 { unit } else { nil } } }
        var findings: [Finding] { events.compactMap { if case .finding(let finding) = $0 { finding } else { nil } } }
        var hasError: Bool { findings.contains { $0.severity == .error } }
        /// The texts in which an unexpected one would show.
        var texts: [[String?]] { units.map { [$0.key, $0.target] } }
    }

    /// Lets the plugin read.
    func run(_ request: ReadRequest, _ bytes: [UInt8], _ treatment: Treatment = Treatment()) -> Outcome {
        var outcome = Outcome()
        let start = ContinuousClock.now
        var request = request
        request.bytes = bytes.count
        request.features.formIntersection(description.features)
        let tables: TableOptions?
        do {
            let divided = try PluginTables.options(request.options, of: description)
            (request.options, tables) = (divided.own, divided.tables)
        } catch {
            outcome.failure = (error as? GlossportError)?.message ?? "\(error)"
            return outcome
        }
        var checked = PluginOutput(
            of: request.path,
            rules: description.allRules,
            features: request.features,
            tables: tables
        )
        var raw: [UInt8] = []
        func take(_ chunk: UnsafeRawBufferPointer) throws {
            if treatment.isSlow { poll(nil, 0, 1) }
            if !treatment.measuresMemory, raw.count < 64 << 20 { raw.append(contentsOf: chunk) }
            try checked.take(chunk, note)
        }
        func note(_ event: ReadEvent) {
            if !treatment.measuresMemory { outcome.events.append(event) }
        }
        do {
            let time = treatment.patience ?? file.reader.time
            let launch = PluginLaunch(file, "read", cpu: time + .seconds(60))
            var process = try PluginProcess(launch, patience: .init(whole: time, idle: time))
            if treatment.isSlow { process.outputPiece = 1_024 }
            process.measuresMemory = treatment.measuresMemory
            do {
                var line = request.line
                if treatment.addsMember { line.replaceSubrange(0..<1, with: Array(#"{"later":{"a":[1]},"#.utf8)) }
                try line.withUnsafeBytes { try process.write($0, take) }
                if treatment.isTerminated {
                    // It waits for the file now, or is still starting; both have to end.
                    try process.listen(for: .milliseconds(500), take)
                    outcome.ending = process.terminate()
                } else {
                    try bytes.prefix(treatment.cut ?? bytes.count).withUnsafeBytes { all in
                        let half = treatment.isHalting ? all.count / 2 : 0
                        try process.write(UnsafeRawBufferPointer(rebasing: all[..<half]), take)
                        if treatment.isHalting { try process.listen(for: .milliseconds(500), take) }
                        try process.write(UnsafeRawBufferPointer(rebasing: all[half...]), take)
                    }
                    outcome.ending = try process.finish(take)
                }
            } catch let stopped as PluginProcess.Stopped {
                outcome.ending = stopped.ending
            }
            outcome.complaint = process.complaint
            outcome.peak = process.peak
            if outcome.ending == .exit(0) {
                try checked.end(bytes: bytes.count, tookAll: !process.hasRefusedInput, note)
            } else if let ending = outcome.ending {
                outcome.failure = PluginFailure(file, nil).error(ending, complaint: outcome.complaint).message
            }
        } catch let problem as PluginOutput.Problem {
            outcome.failure = problem.text
        } catch {
            outcome.failure = (error as? GlossportError)?.message ?? "\(error)"
        }
        outcome.duration = ContinuousClock.now - start
        outcome.output = raw
        outcome.summary = checked.summary
        outcome.messages = messages(in: raw, of: request)
        return outcome
    }

    /// The lines that are messages, in order.
    func messages(in output: [UInt8], of request: ReadRequest) -> [ReaderMessage] {
        let severities = description.allRules.severities
        return output.split(separator: 0x0A).compactMap { line in
            line.withUnsafeBytes {
                try? ReaderMessage(parsing: $0, of: request.path, severities: severities, allowsColumns: true)
            }
        }
    }
}
