package import GlossportProject
import GlossportReading

extension ProjectSurvey {
    package struct Sight: Sendable, Hashable {
        package var path: String
        package var files: [String] = []
        package var formats: [String] = []
        package var units = 0
        /// The units of files in which no unit has a locale.
        package var unitsWithoutLocale = 0
        /// Its distinct keys, up to a maximum number.
        package var keys: Set<String> = []
        /// Some keys of each file.
        var fileKeys: [String: [String]] = [:]
        /// The reader options that all of its files need.
        package var options = ProjectDraft.Options()
        /// The reader options of single files that need different ones.
        var fileOptions: [String: ProjectDraft.Options] = [:]
        /// Files that could not be used, or not completely, each with the step that failed.
        package var failures: [Failure] = []
        /// Files that no reader recognizes as translations.
        package var ignored: [String] = []

        /// Whether the project file should list it as a delivery.
        package var isDelivery: Bool { units > 0 || failures.contains { $0.step != .format } }
    }

    package struct Failure: Sendable, Hashable {
        package var path: String
        package var step: Step
        package var text: String
        package var remedy: String
    }

    /// The steps from a file to messages, in order.
    package enum Step: String, Sendable {
        case format = "its format was not recognized"
        case reading = "it could not be read"
        case keys = "its keys name no messages"
        case locale = "it does not say its locale"
    }

    /// The maximum number of keys to keep per delivery, because an app may have many other strings.
    private static let keptKeys = 20_000
    private static let keptFileKeys = 500

    /// Reads a file or folder.
    ///
    /// - Parameter path: The path relative to the folder.
    /// - Returns: `nil` if it cannot be listed or read.
    package func inspect(at path: String) -> Sight? {
        guard let contents = read(Project.Delivery(path: path)) else { return nil }
        var sight = Sight(path: path, files: contents.files.map(\.path), ignored: contents.ignored)
        sight.formats = Set(contents.files.map(\.format)).sorted()
        var trials: [String: ProjectDraft.Options] = [:]
        var readSheets: Set<String> = []
        for file in contents.files {
            var result = Result(file, contents)
            if let (options, better) = workOut(file, result) {
                result = better
                trials[file.path] = options
            }
            readSheets.formUnion(result.readSheets.map { $0.lowercased() })
            sight.units += result.units
            sight.keys.formUnion(result.keys.prefix(Self.keptKeys - min(Self.keptKeys, sight.keys.count)))
            sight.fileKeys[file.path] = Array(result.keys.sorted().prefix(Self.keptFileKeys))
            if let failure = result.failure { sight.failures.append(failure) }
            if result.failure?.step == .locale { sight.unitsWithoutLocale += result.units }
        }
        for finding in contents.unknown {
            let file = finding.location?.path ?? path
            // The collector rejects every unknown file that is named directly, so such a file is a failure only if its
            // format is a known foreign one.
            let location = ProjectFolder.location(of: path, in: folder)
            if relative(file) == path, ForeignFormat(SourceFile(path: path, file: location)) == nil {
                sight.ignored.append(file)
            } else {
                sight.failures.append(
                    Failure(path: file, step: .format, text: finding.text, remedy: finding.remedy)
                )
            }
        }
        settle(trials, in: &sight, of: contents.files, readSheets)
        return sight
    }

    /// The files that a drafted project file does not use, each with the step that failed.
    ///
    /// - Parameters:
    ///   - sights: The files and folders found.
    ///   - draft: The draft made from them.
    /// - Returns: The failures, in the order of the files.
    package func failures(in sights: [Sight], _ draft: ProjectDraft) -> [Failure] {
        sights.flatMap { sight in
            let mismatches = sight.fileKeys.filter { file, keys in
                let pattern = draft.otherKeys[relative(file)] ?? draft.otherKeys[sight.path] ?? draft.keys
                let isReported = sight.failures.contains { $0.path == file && $0.step == .keys }
                return !isReported && !keys.isEmpty && !keys.contains { pattern.isField($0) }
            }
            .map { file, keys in
                let shown = keys.prefix(2).map { "“\($0.prefix(40))”" }.joined(separator: " and ")
                return Failure(
                    path: file,
                    step: .keys,
                    text: "None of its keys, such as \(shown), is a field of a message by the pattern \(draft.keys).",
                    remedy: "Write `keys:` with their pattern below its path, or ask for keys such as welcome.header."
                )
            }
            return (sight.failures + mismatches).sorted { ($0.path, $0.step.rawValue) < ($1.path, $1.step.rawValue) }
        }
    }

    // MARK: Reading

    /// The result of reading, by file; a sheet's findings and units belong to its workbook.
    private struct Contents {
        var files: [FileReport]
        var ignored: [String]
        /// Files of an unknown format that probably contain translations.
        var unknown: [Finding]
        private(set) var findings: [String: [Finding]] = [:]
        private(set) var units: [String: Units] = [:]

        struct Units {
            var count = 0
            var withoutLocale = 0
            var keys: Set<String> = []
            var sheets: Set<String> = []
        }

        init(_ collected: Collected, units: [String: Units]) {
            files = collected.files
            ignored = collected.findings.filter { $0.rule == "ignored-file" }.compactMap { $0.location?.path }
            unknown = collected.findings.filter { $0.rule == "unknown-format" }
            let paths = Set(files.map(\.path))
            for finding in collected.findings {
                guard let path = finding.location?.path else { continue }
                findings[Self.file(at: path, among: paths), default: []].append(finding)
            }
            for (path, own) in units {
                let file = Self.file(at: path, among: paths)
                self.units[file, default: Units()].count += own.count
                self.units[file, default: Units()].withoutLocale += own.withoutLocale
                self.units[file, default: Units()].keys.formUnion(own.keys)
                if path != file { self.units[file]?.sheets.insert(String(path.dropFirst(file.count + 1))) }
            }
        }

        private static func file(at path: String, among files: Set<String>) -> String {
            var file = path[...]
            while !files.contains(String(file)) {
                guard let slash = file.lastIndex(of: "/") else { return path }
                file = file[..<slash]
            }
            return String(file)
        }
    }

    private struct Result {
        var units: Int
        var keys: Set<String>
        var failure: Failure?
        /// Sheets that contain terms or notes.
        var sheets: [String]
        var readSheets: Set<String>

        init(_ file: FileReport, _ contents: Contents) {
            let own = contents.units[file.path]
            units = file.summary.units
            keys = own?.keys ?? []
            readSheets = own?.sheets ?? []
            let findings = contents.findings[file.path] ?? []
            sheets = findings.filter { $0.severity == .note && $0.rule.rawValue.hasSuffix("-skipped-sheet") }
                .compactMap { $0.location.map { String($0.path.dropFirst(file.path.count + 1)) } }
            let errors = findings.filter { $0.severity == .error }
            // A wrong encoding may end reading early and cause other errors, so it comes first.
            let encoding = errors.first { $0.rule.rawValue.hasSuffix("-encoding") }
            if let error = encoding ?? (units == 0 ? errors.first : nil) {
                failure = Failure(path: file.path, step: .reading, text: error.text, remedy: error.remedy)
            } else if let own, own.withoutLocale == own.count, own.count > 0 {
                failure = Failure(
                    path: file.path,
                    step: .locale,
                    text: "None of its texts has a locale.",
                    remedy: "Write `locale:` with its locale below its path."
                )
            } else if let finding = findings.first(where: { $0.rule.rawValue.hasSuffix("-opaque-keys") }) {
                failure = Failure(path: file.path, step: .keys, text: finding.text, remedy: finding.remedy)
            }
        }
    }

    private func read(_ delivery: Project.Delivery) -> Contents? {
        var units: [String: Contents.Units] = [:]
        var collector = Collector(registry: registry, project: Project(app: ""), archives: archives) { unit, _ in
            let path = unit.location.path
            units[path, default: Contents.Units()].count += 1
            if unit.locale == nil { units[path, default: Contents.Units()].withoutLocale += 1 }
            guard (units[path]?.keys.count ?? 0) < Self.keptKeys else { return }
            units[path, default: Contents.Units()].keys.insert(unit.key)
        }
        // Unreadable files are reported by the commands that must read them.
        guard (try? collector.add(delivery, relativeTo: folder)) != nil else { return nil }
        return Contents(collector.finish(), units: units)
    }

    // MARK: Options

    /// The reader options that a file needs, and the result with them; `nil` if it needs none or none help.
    private func workOut(_ file: FileReport, _ result: Result) -> (ProjectDraft.Options, Result)? {
        var options = ProjectDraft.Options(ignoredSheets: result.sheets)
        let known = Set(registry.format(named: file.format)?.options.map(\.name) ?? [])
        guard let failure = result.failure else { return options.isEmpty ? nil : (options, result) }
        guard let found = trial(of: file, failure, known) else { return options.isEmpty ? nil : (options, result) }
        options.values = found.values
        options.ignoredSheets = found.result.sheets
        return (options, found.result)
    }

    /// Tries the options that the remedy of a failure names; one may reveal the need for another.
    private func trial(
        of file: FileReport,
        _ failure: Failure,
        _ known: Set<String>,
        with values: [String: String] = [:]
    ) -> (values: [String: String], result: Result)? {
        let proposals: [[String: String]]
        switch failure.step {
        case .reading, .keys: proposals = Self.proposals(in: failure.remedy)
        case .locale: proposals = [["locale": "from-filename"]]
        case .format: proposals = []
        }
        // An option that is already set did not help.
        for proposal in proposals where known.subtracting(values.keys).isSuperset(of: proposal.keys) {
            var delivery = Project.Delivery(path: relative(file.path))
            delivery.options = values.merging(proposal) { $1 }
            guard let contents = read(delivery), let report = contents.files.first else { continue }
            let better = Result(report, contents)
            if let failure = better.failure {
                if let found = trial(of: file, failure, known, with: delivery.options) { return found }
                continue
            }
            // A column of keys is plausible only if its keys yield messages.
            let isPlausible = delivery.options["key"] == nil || KeyPattern.makesMessages(of: better.keys)
            if better.units > 0, isPlausible { return (delivery.options, better) }
        }
        return nil
    }

    /// The options that a remedy names, as in `set the option encoding to windows-1252`, `set the option key to
    /// context:sdl:sid`, or in `such as key: "Term".` at its end.
    private static func proposals(in remedy: String) -> [[String: String]] {
        let options = remedy.matches(of: /set the option (\w+) to ([\w-]+(?:[:.][\w-]+)*)/).map {
            [String($0.1): String($0.2)]
        }
        let keys = remedy.matches(of: /such as (key): "([^"]+)"\.$/).map { [String($0.1): String($0.2)] }
        // A file's locale also helps to detect its encoding.
        let asksLocale = remedy.contains("locale: from-filename") || remedy.contains("encoding to the one")
        return options + keys + (asksLocale ? [["locale": "from-filename"]] : [])
    }

    /// Gives options to the delivery if all of its files need the same ones, otherwise to the files that need them.
    ///
    /// - Parameters:
    ///   - trials: The options that files need.
    ///   - sight: The delivery.
    ///   - files: Its files.
    ///   - readSheets: The lower-case names of sheets whose texts were read. They can't be ignored in all files.
    private func settle(
        _ trials: [String: ProjectDraft.Options],
        in sight: inout Sight,
        of files: [FileReport],
        _ readSheets: Set<String>
    ) {
        let values = Set(files.map { trials[$0.path]?.values ?? [:] })
        let shared = values.count == 1 ? values.first ?? [:] : [:]
        let apart = trials.filter { _, options in
            options.values != shared || options.ignoredSheets.contains { readSheets.contains($0.lowercased()) }
        }
        // A file in an archive can't be a delivery of its own.
        sight.fileOptions = apart.filter { SourceFile(path: $0.key).byteCount > 0 }
        let others = trials.filter { apart[$0.key] == nil }
        sight.options.values = shared
        sight.options.ignoredSheets = Set(others.values.flatMap(\.ignoredSheets)).sorted()
    }
}
